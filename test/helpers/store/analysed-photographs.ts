/** Adds analyzed photographs to a data folder: real files, and the service's responses in the store. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { type JobLease, openStore } from '../../../main/store/index.ts';
import { paperJob, recipeOf } from '../queue/queue-stage.ts';

export interface AnalysedPhotograph {
  /** Absolute. */
  readonly path: string;
  /** px */
  readonly width: number;
  readonly height: number;
  readonly operation: OperationId;
  /** The response's body, in px of the photograph. */
  readonly body: unknown;
  /** Time of the analysis, ms since 1970. */
  readonly at: number;
}

/** Requires that nothing else uses the folder. */
export function addAnalysed(folder: string, photographs: readonly AnalysedPhotograph[]): void {
  let now = 0;
  const store = openStore({ folder, now: () => now });
  try {
    for (const { path, width, height, operation, body, at } of photographs) {
      now = at;
      const content = readFileSync(path);
      const contentHash = createHash('sha256').update(content).digest('hex');
      const recipe = recipeOf(operation, {}, operation);
      const file = { sourcePath: path, contentHash, bytes: statSync(path).size, width, height };
      store.jobs.add({ title: basename(path), origin: 'drop', folderId: null }, [paperJob(path, recipe, file)]);
      const job = store.moves.claim('built-in');
      if (job === null) throw new Error(`${path} could not be claimed`);
      const states = ['submitting', 'fetching', 'placing'] as const;
      const hold = states.reduce<JobLease>((held, next) => store.moves.move(held, next), job);
      const resultFields = { jobId: job.id, batchId: job.batchId, step: 0, operation, kind: 'analysis' } as const;
      store.results.add({ ...resultFields, raw: body, body: null, width, height });
      store.moves.move(hold, 'done');
    }
  } finally {
    store.close();
  }
}
