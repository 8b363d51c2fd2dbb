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
] as const;
export type BulkWork = (typeof bulkWorks)[number];

export interface BulkProgress {
  readonly id: number;
  readonly what: BulkWork;
  readonly done: number;
  readonly total: number;
  /** It has ended, or was stopped. */
  readonly isOver: boolean;
  /** Why it does not go on: another program has the database, or the disk under it is full. */
  readonly waitsFor?: 'locked' | 'full';
}
