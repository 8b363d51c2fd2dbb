/** What results are handed on with, and how far an export tells that it is. */
import type { Message } from '../../../contract/sentence.ts';
import type { Job, Store } from '../../store/index.ts';
import type { Bulk } from '../bulk.ts';
import type { Reader } from '../reader/reader.ts';
import type { VersionTools } from '../touch/versions.ts';

export interface ExportTools {
  readonly store: Store;
  readonly reader: Reader;
  readonly bulk: Bulk;
  readonly place: VersionTools['place'];
  /** Where a file of a job's output goes, and what it is called, without its extension. */
  readonly placeOfOutput: (
    job: Job,
    element: string,
    output: number,
    at: number,
  ) => { readonly folder: string; readonly name: string };
  readonly toWords: (message: Message) => string;
  /** ms since 1970. */
  readonly now: () => number;
}

/** What one file is handed on with. */
export interface FileTools {
  readonly store: Store;
  readonly place: VersionTools['place'];
  /** Absolute; for what is being made. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

export interface Course {
  told(count: number): void;
  readonly stopped: AbortSignal;
}
