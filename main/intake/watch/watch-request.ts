import type { MessageDescriptor } from '../../../contract/messages/message.ts';
import type { PresenceTimes } from './folder-presence.ts';
import type { WriteFinishTimes } from './write-finish-watch.ts';

export interface PollTimes {
  readonly pollMs: number;
  /** Interval of complete scans while polling. */
  readonly rescanMs: number;
}

export interface WatchRequest {
  /** Absolute; the folder may be missing. */
  readonly path: string;
  readonly subfolders: boolean;
  /** Glob patterns, relative to the folder. */
  readonly ignore: readonly string[];
  readonly existing: 'take' | 'skip';
  /** Network folders are always polled. */
  readonly polling: boolean;
  /** Otherwise links are ignored, because targets inside are found anyway. */
  readonly followLinks?: boolean;
  /** Their files are not reported, except in one that contains the watched folder. */
  readonly outputFolders: readonly string[];
  /** Whether Burnish wrote a file itself. */
  readonly isOwn?: (path: string) => boolean;
  readonly times?: Partial<WriteFinishTimes & PresenceTimes & PollTimes>;
}

export type WatchEvent =
  /** A complete photograph; `existing` if a scan found it, `relativeFolder` '' at the top. */
  | { readonly kind: 'found'; readonly path: string; readonly relativeFolder: string; readonly existing: boolean }
  | { readonly kind: 'ready' }
  | { readonly kind: 'gone'; readonly message: MessageDescriptor }
  /** The folder is available again or replaced, and is being scanned. */
  | { readonly kind: 'back' }
  | { readonly kind: 'notice'; readonly message: MessageDescriptor };
