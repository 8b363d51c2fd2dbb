/** Adds finished work to the store without running it, with real files as photograph and result. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { recipeSchema } from '../../../contract/recipes/recipe.ts';
import type { Store } from '../../../main/store/index.ts';

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/**
 * @param original and result: absolute paths of files with equal size
 * @param profileId of an unknown service, if an open window could otherwise claim the work
 * @returns ids of photograph and result
 */
export async function finishInStore(
  store: Store,
  {
    operation,
    original,
    result,
    profileId = null,
  }: { operation: OperationId; original: string; result: string; profileId?: string | null },
): Promise<{ readonly photographId: number; readonly resultId: number }> {
  const { width, height } = await sharp(original).metadata();
  const bytes = readFileSync(original).length;
  const steps = [{ operation, params: {} }];
  const recipe = recipeSchema.parse({ id: operation, name: operation, steps, output: {} });
  const source = { sourcePath: original, contentHash: sha256(original), bytes, width, height };
  const job = { ...source, relativeFolder: '', outputFolder: dirname(result), recipe, profileId };
  const [jobId = 0] = store.jobs.add({ title: operation, origin: 'drop', folderId: null }, [job]).jobIds;
  store.actions.move([jobId], 'first');
  let hold = store.moves.claim(profileId ?? 'built-in');
  if (hold?.id !== jobId) throw new Error('another job came first');
  for (const state of ['submitting', 'fetching', 'placing'] as const) {
    store.moves.move(hold, state);
    hold = store.jobs.get(jobId)!;
  }
  const file = { path: result, bytes: readFileSync(result).length };
  const resultFields = {
    jobId,
    batchId: hold.batchId,
    step: 0,
    operation,
    kind: 'image',
    element: null,
    box: null,
  } as const;
  store.writtenFiles.add({ ...file, hash: sha256(result) }, { jobId, step: 0, element: '' });
  store.results.add({ ...resultFields, ...file, width, height });
  store.moves.move(hold, 'done');
  const [view] = await store.results.ofJob(jobId);
  return { photographId: hold.photographId!, resultId: view!.id };
}
