/** Decodes photographs that were taken in at a glance as soon as no more come: what is wrong with one is said before it is its turn. */
import type { NewJob, Store } from '../store/index.ts';
import { inputProblem } from './examine-file.ts';
import { findImageProblem } from './inspect-file.ts';
import { mapInOrder } from './ordered-map.ts';

/** How long none must have come, ms. */
const quietFor = 1000;
/** Each is decoded whole, on a thread of its own. */
const sideBySide = 2;

export interface DecodeLater {
  add(jobs: readonly NewJob[]): void;
  /** Resolves when nothing is looked at any more. Jobs that were not looked at again find out themselves. */
  close(): Promise<void>;
}

export function decodeLater(store: Pick<Store, 'jobs'>): DecodeLater {
  const waiting: NewJob[] = [];
  let quiet: NodeJS.Timeout | null = null;
  let decoding: Promise<void> | null = null;
  let isClosed = false;

  const isTime = () => !isClosed && quiet === null && waiting.length > 0;
  const next = function* () {
    while (isTime()) yield waiting.shift()!;
  };
  const decodeAll = async () => {
    for await (const _ of mapInOrder(next(), sideBySide, (job) => decodeOne(job, store)));
  };
  const startDecoding = () => {
    if (decoding !== null || !isTime()) return;
    decoding = decodeAll().finally(() => {
      decoding = null;
      startDecoding();
    });
  };

  return {
    add(jobs) {
      if (jobs.length === 0 || isClosed) return;
      waiting.push(...jobs);
      if (quiet !== null) clearTimeout(quiet);
      quiet = setTimeout(() => {
        quiet = null;
        startDecoding();
      }, quietFor);
    },
    async close() {
      isClosed = true;
      if (quiet !== null) clearTimeout(quiet);
      await decoding;
    },
  };
}

async function decodeOne(job: NewJob, store: Pick<Store, 'jobs'>): Promise<void> {
  const found = await findImageProblem(job.sourcePath, job.contentHash);
  if (found?.kind !== 'broken' && found?.kind !== 'unsupported' && found?.kind !== 'too-many-pixels') return;
  try {
    store.jobs.foundWrong(job, inputProblem('UNUSABLE_FILE', found.message, 'replace-file'));
  } catch {
    // The database has no time for it, or is full: the job finds the same.
  }
}
