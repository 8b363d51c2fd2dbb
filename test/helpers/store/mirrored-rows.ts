/** Rows of another station, in the studio's format, in the store of the station that shows them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { Store } from '../../../main/store/index.ts';
import { type JobRow, MirroredJobReader } from '../../../main/studio/mirror/read-mirrored-jobs.ts';
import { openShares } from '../../../main/studio/shares/share-paths.ts';

export interface MirroredRow {
  /** In the share “photos”. */
  readonly path: string;
  readonly result: string;
  readonly relativeFolder?: string;
  /** SHA-256 of the photograph. */
  readonly contentHash?: string;
  /** SHA-256 of the files that the other station recorded as written. */
  readonly hashes?: readonly string[];
  /** As `share://photos/…`. */
  readonly outputFolder?: string;
  readonly recipe: Recipe;
}

export interface MirroredIds {
  readonly jobId: number;
  readonly photographId: number;
  readonly resultId: number;
}

export const fileHash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
let nextId = 1;

/** Null if the row is not shown. @param folder of the share “photos” here */
export async function addMirroredRow(
  store: Store,
  folder: string,
  {
    path,
    result,
    relativeFolder = '',
    hashes = [],
    outputFolder = 'share://photos/out',
    recipe,
    contentHash = 'a'.repeat(64),
  }: MirroredRow,
): Promise<MirroredIds | null> {
  const id = nextId++;
  const faults: unknown[] = [];
  const shown = new MirroredJobReader({
    shares: openShares([{ name: 'photos', folder }]),
    profileOf: () => null,
    onError: (error) => faults.push(error),
  });
  const size = { width: 120, height: 60, bytes: 30 };
  const item = {
    batch: { key: 'batch', title: 'Batch' },
    ...{ share: 'photos', path, outputFolder, relativeFolder, contentHash, pictureHash: null },
    ...{ ...size, priority: 0, problem: null, takenAt: null, decision: null },
  };
  const shared = { ...recipe, id: `shared-${id}` };
  // Rows as the statements of mirror-sql.ts return them.
  const queries = {
    query: async (sql: string) =>
      (sql.includes('burnish.batches')
        ? [{ id: 1, title: 'Batch', person: '', station: 'two', created: 0 }]
        : [{ hash: `recipe-${id}`, recipe: shared }]) as never[],
    raw: () => Promise.reject(new Error('not asked for')),
    script: () => Promise.reject(new Error('not asked for')),
  };
  const row: JobRow = {
    ...{ id, changed: '1', batch: 1, counter: 1, share: 'photos', path, relativeFolder, item, hashes },
    ...{ contentHash, recipe: `recipe-${id}`, service: 'at-1' },
    ...{ origin: 'drop', state: 'done', fence: 1, held: false, priority: 0, error: null, station: 'two' },
    results: [{ element: '', output: 0, share: 'photos', path: result, ...size }],
    ...{ offered: -1000, taken: -500, finished: 0 },
  };
  const jobs = await shown.read(queries, [row]);
  if (jobs.length === 0) return null;
  store.mirrored.apply(jobs);
  const job = store.views.summaries().find(({ sourcePath }) => sourcePath === jobs[0]?.sourcePath);
  const [view] = await store.results.ofJob(job?.id ?? 0);
  if (job === undefined || view === undefined) throw new Error(`no row of ${path}: ${faults.join()}`);
  return { jobId: job.id, photographId: store.photographViews.ofJob(job.id) ?? 0, resultId: view.id };
}
