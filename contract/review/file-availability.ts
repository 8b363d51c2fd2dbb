/** Whether the files of photographs and results are at hand, where they were, and what is kept of them. */

/**
 * `here`: the file is in its place; `gone`: it is not, though its disk is there; `away`: its disk, card or share is not there,
 * or does not answer; `outside`: another station of the studio named it, and it is not inside the share, so it is not opened;
 * `unknown`: not told in time, ask again.
 */
export type FileState = 'here' | 'gone' | 'away' | 'outside' | 'unknown';

export interface FilePresence {
  readonly state: FileState;
  /** Absolute; where it is, or was. */
  readonly path: string;
  /** What people call the disk, card or share it is on: "Card 3", "E:", "photos on nas". Null on the system's own disk. */
  readonly volume: string | null;
  /** True where a kept preview is shown while the file is not here. */
  readonly hasPreview: boolean;
}

export interface ResultPresence extends FilePresence {
  readonly resultId: number;
}

export interface PhotographPresence {
  readonly photographId: number;
  readonly original: FilePresence;
  /** Of its results that are images. */
  readonly results: readonly ResultPresence[];
}

/** What kept previews take. */
export interface PreviewUsage {
  readonly pictures: number;
  readonly bytes: number;
}

/** What became of looking for files in the folder the user chose. */
export interface RelinkReport {
  /** Absolute: the folder they were in, and the one they are in now. */
  readonly from: string;
  readonly to: string;
  /** Files that were found, and are shown from there. */
  readonly found: number;
  /** Files of which there is none of their name. */
  readonly missing: number;
  /** Files of their name whose content is another one; these are left alone. */
  readonly different: number;
}

/** Photographs whose presence is asked for at a time, at most. */
export const maxPresenceQueries = 500;
