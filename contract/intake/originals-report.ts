/** Originals that are moved once all their work is done: what came of it. */
import type { Message } from '../messages/message.ts';

export interface OriginalsReport {
  readonly moved: number;
  /** They are in such a folder already. */
  readonly there: number;
  /** Photographs with work that is not done, or that nothing was done with: they stay. */
  readonly notDone: number;
  /** Why others stay: the first of them. */
  readonly failed: readonly Message[];
  readonly failedCount: number;
}
