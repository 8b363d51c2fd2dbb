/** Takes photographs in: looks at each file, says what is wrong with it, and makes jobs of the rest as they are found. */

import type { AddReport } from '../../contract/app/action-reports.ts';
import type { RawPair } from '../../contract/app/settings.ts';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import type { Recipe } from '../../contract/recipes/recipe.ts';
import { canCharge } from '../../contract/services/profile.ts';
import { type FileIdentity, fileIdentity } from '../files/file-identity.ts';
import { type NewJob, retryTransient } from '../store/index.ts';
import type { AddPhotosOptions, FoundFile, RejectedPath } from './examine-file.ts';
import { type ExaminedFile, examineInGroups } from './examine-in-groups.ts';

export type { AddPhotosOptions, FoundFile, RejectedPath } from './examine-file.ts';

/**
 * Makes jobs of `files` as they are looked at, so that the queue begins before the last one was seen. A photograph that has
 * a job with this recipe goes on with that one. One with something wrong with it becomes a job too: its reason stays visible
 * in the list after the report is closed.
 */
export async function addPhotographs(
  files: Iterable<FoundFile | RejectedPath> | AsyncIterable<FoundFile | RejectedPath>,
  options: AddPhotosOptions,
): Promise<AddReport> {
  const { store, from, signal } = options;
  let batch = options.batch;
  const report = {
    accepted: 0,
    resumed: 0,
    refusedAgain: 0,
    undecided: 0,
    skipped: 0,
    finishedBefore: [] as number[],
    resultsGone: 0,
    refused: [] as RejectedPath[],
    notes: [] as MessageDescriptor[],
  };
  let pairs = 0;
  const references = await identitiesOf(options.recipe);
  const profile = store.profiles.get(options.profileId);
  // Where it costs nothing, a result that is gone is made again; what was paid is not paid again unasked.
  const shouldRemakeMissing = profile !== null && !canCharge(profile);

  const known = from === 'scan' ? 'pass' : 'go-on';
  const add = async (found: readonly NewJob[]): Promise<number> => {
    if (found.length === 0) return 0;
    const jobs = options.studio ? await options.studio.offer(found, known) : found;
    const offered = found.length - jobs.length;
    if (jobs.length === 0) return offered;
    const items = jobs.map((job) => ({ ...job, references }));
    const beforeEdit = from === 'hand' ? 'is-another' : 'is-made';
    const addOptions = { known, remakeMissing: shouldRemakeMissing, beforeEdit } as const;
    const added = await retryTransient(() => store.jobs.add(batch, items, addOptions), signal);
    options.onJobs?.([...added.jobIds, ...added.resumed, ...added.undecided]);
    if (added.batchId !== null) batch = { batchId: added.batchId };
    report.resumed += added.resumed.length;
    report.undecided += added.undecided.length;
    report.skipped += added.finished.length;
    report.finishedBefore.push(...added.finished);
    report.resultsGone += added.resultsGone;
    return added.jobIds.length + offered;
  };
  const settle = async (group: readonly ExaminedFile[]): Promise<void> => {
    pairs += group.filter(({ found }) => found.kind === 'pair').length;
    report.skipped += group.filter(({ found }) => found.kind === 'pass').length;
    const taken = group.flatMap(({ found }) => (found.kind === 'take' ? found : []));
    report.accepted += await add(taken.map(({ job }) => job));
    options.onGlance?.(taken.flatMap(({ job, isDecoded }) => (isDecoded ? [] : job)));
    const before = report.resumed;
    // First in line, so that its row says at once why it cannot be processed.
    await add(
      group.flatMap(({ found }) =>
        found.kind === 'take-refused' ? { ...found.job, problem: found.problem, priority: 1 } : [],
      ),
    );
    report.refusedAgain += report.resumed - before;
    for (const { file, found } of group)
      if ('message' in found) report.refused.push({ path: file.path, message: found.message });
  };

  for await (const group of examineInGroups(files, options, report)) await settle(group);
  if (pairs > 0) report.notes.push(skippedPairsMessage(pairs, store.settings.read().rawAndJpeg));
  return { batchId: 'batchId' in batch ? batch.batchId : null, ...report };
}

export const skippedPairsMessage = (count: number, choice: RawPair) =>
  msg(choice === 'raw' ? 'intake.pair.raw' : 'intake.pair.jpeg', { count });

/** Reference images are protected as the photographs themselves are. */
async function identitiesOf({ steps }: Recipe): Promise<ReadonlyMap<string, FileIdentity | null>> {
  const paths = steps.flatMap(({ reference }) => reference ?? []);
  return new Map(await Promise.all(paths.map(async (path) => [path, await fileIdentity(path)] as const)));
}
