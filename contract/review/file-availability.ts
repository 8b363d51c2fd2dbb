/**
 * `gone`: missing on an available disk; `away`: its disk, card or share is unavailable; `outside`: another station
 * named it and it escapes the share, so it is not opened; `unknown`: timeout.
 */
export type FileState = 'here' | 'gone' | 'away' | 'outside' | 'unknown';

export interface FilePresence {
  readonly state: FileState;
  /** Absolute; last known path. */
  readonly path: string;
  /** Label such as "Card 3", "E:", "photos on nas"; null on the system's disk. */
  readonly volume: string | null;
  /** A kept preview replaces the file. */
  readonly hasPreview: boolean;
}

interface ResultPresence extends FilePresence {
  readonly resultId: number;
}

export interface PhotographPresence {
  readonly photographId: number;
  readonly original: FilePresence;
  /** Images only. */
  readonly results: readonly ResultPresence[];
}

export interface PreviewUsage {
  readonly pictures: number;
  readonly bytes: number;
}

/** Outcome of searching the chosen folder. */
export interface RelinkReport {
  /** Old and new folder. */
  readonly from: string;
  readonly to: string;
  readonly found: number;
  /** Files without namesake. */
  readonly missing: number;
  /** Namesakes with other content, which are not used. */
  readonly different: number;
}

export const maxPresenceQueries = 500;
