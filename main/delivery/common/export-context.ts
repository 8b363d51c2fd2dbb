/** Dependencies and progress of everything that leaves Burnish. */
import type { Message } from '../../../contract/messages/message.ts';
import { type PlacementRecorder, placeSibling } from '../../pipeline/output/place-sibling.ts';
import type { Bulk } from '../../review/actions/bulk-work.ts';
import type { Reader } from '../../review/lists/query-reader.ts';
import type { Store, WrittenFile } from '../../store/index.ts';

export interface ExportContext {
  readonly store: Store;
  readonly reader: Reader;
  readonly bulk: Bulk;
  readonly place: typeof placeSibling;
  readonly toWords: (message: Message) => string;
  /** ms since 1970. */
  readonly now: () => number;
}

export function createExportContext(deps: Omit<ExportContext, 'place' | 'now'>): ExportContext {
  return { ...deps, place: placeSibling, now: Date.now };
}

/** Dependencies of the export of one file. */
export interface FileExportContext extends Pick<ExportContext, 'store' | 'place'> {
  /** Absolute path of a private folder for unfinished files. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

export interface ExportProgress {
  onProgress(count: number): void;
  readonly signal: AbortSignal;
}

/** Records exported files by content, so that watch folders ignore them. */
export const exportRecorder = ({ temporaryFiles, exportedFiles }: Store): PlacementRecorder => ({
  temporaryFiles,
  note: exportedFiles.note,
  forget: exportedFiles.forget,
});

/**
 * Moves a finished file to its place in the user's folder.
 * @param wanted absolute path, numbered if taken
 * @throws UserFacingError
 */
export function placeExport(
  finished: string,
  wanted: string,
  { store, place }: Pick<ExportContext, 'store' | 'place'>,
): Promise<WrittenFile> {
  return place(finished, wanted, exportRecorder(store));
}
