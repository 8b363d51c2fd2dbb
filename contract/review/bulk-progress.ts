const bulkWorks = [
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

/** Speed of work that reads large files. */
export interface BulkSpeed {
  readonly totalBytes: number;
  readonly bytes: number;
  /** 0 if unknown. */
  readonly bytesPerSecond: number;
}

export interface BulkProgress {
  readonly id: number;
  readonly work: BulkWork;
  readonly done: number;
  readonly total: number;
  /** Ended or stopped. */
  readonly isOver: boolean;
  /** Another program locks the database, or its disk is full. */
  readonly waitsFor?: 'locked' | 'full';
  readonly flow?: BulkSpeed;
}
