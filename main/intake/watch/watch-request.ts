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
  /** Whether the first scan reports photographs. */
  readonly existing: 'take' | 'skip';
  /** Whether to poll a folder that is not on a network; those are always polled. */
  readonly polling: boolean;
  /** Otherwise no link is followed, because targets inside the folder are found anyway. */
  readonly followLinks?: boolean;
  /** Files in them are not reported, except in one that contains the watched folder. */
  readonly outputFolders: readonly string[];
  /** Whether Burnish wrote a file itself. */
  readonly isOwn?: (path: string) => boolean;
  readonly times?: Partial<WriteFinishTimes & PresenceTimes & PollTimes>;
}

export type WatchEvent =
  /** A complete photograph; `existing` if a scan found it, `relativeFolder` '' at the top. */
  | { readonly kind: 'found'; readonly path: string; readonly relativeFolder: string; readonly existing: boolean }
  /** The first scan is complete. */
  | { readonly kind: 'ready' }
  /** The folder is unavailable. */
  | { readonly kind: 'gone'; readonly message: MessageDescriptor }
  /** The folder is available again or was replaced, and is being scanned. */
  | { readonly kind: 'back' }
  /** A problem that does not end watching. */
  | { readonly kind: 'notice'; readonly message: MessageDescriptor };
