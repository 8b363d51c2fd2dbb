/** What results are handed on with, and how far an export tells that it is. */
import type { Message } from '../../../contract/messages/message.ts';
import { placeSibling } from '../../pipeline/output/place-sibling.ts';
import type { Bulk } from '../../review/bulk-work.ts';
import type { Reader } from '../../review/reader/query-reader.ts';
import type { Store } from '../../store/index.ts';

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

/** What one file is handed on with. */
export interface FileExportContext {
  readonly store: Store;
  readonly place: typeof placeSibling;
  /** Absolute; for what is being made. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

export interface ExportProgress {
  onProgress(count: number): void;
  readonly stopped: AbortSignal;
}
