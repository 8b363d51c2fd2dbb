import type { MessageDescriptor } from '../../../contract/messages/message.ts';

export interface FoundFile {
  readonly path: string;
  /** Relative to the dropped or watched folder; '' at the top. */
  readonly relativeFolder: string;
  /** Expected SHA-256 of the content, hex. */
  readonly contentHash?: string;
  /** Whether the user named the file itself. */
  readonly named?: boolean;
  /** Whether the user named no other file of its shot. */
  readonly alone?: boolean;
  /** Whether it is a link to follow. */
  readonly isLink?: boolean;
}

/** A path that is unreadable or no photograph. */
export interface RejectedPath {
  readonly path: string;
  readonly message: MessageDescriptor;
  /** Whether the message reports no failure. */
  readonly isNote?: true;
}
