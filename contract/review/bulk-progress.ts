/** How far a piece of work with very many rows is. */

export const bulkWorks = [
  'retry',
  'again',
  'hold',
  'resume',
  'cancel',
  'remove',
  'move',
  'decide',
  'redirect',
  'mark',
  'describe',
  'undo',
  'export',
  'gallery',
  'check',
  'trash',
  'copy',
  'originals',
] as const;
export type BulkWork = (typeof bulkWorks)[number];

/** How fast files are read that take their time. */
export interface BulkSpeed {
  /** Of all that there is to do, and of what is done. */
  readonly totalBytes: number;
  readonly bytes: number;
  /** Now; 0 where that cannot be told yet. */
  readonly bytesPerSecond: number;
}

export interface BulkProgress {
  readonly id: number;
  readonly work: BulkWork;
  readonly done: number;
  readonly total: number;
  /** It has ended, or was stopped. */
  readonly isOver: boolean;
  /** Why it does not go on: another program has the database, or the disk under it is full. */
  readonly waitsFor?: 'locked' | 'full';
  readonly flow?: BulkSpeed;
}
