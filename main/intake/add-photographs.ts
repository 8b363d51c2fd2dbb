import type { AddReport } from '../../contract/app/action-reports.ts';
import type { MessageDescriptor } from '../../contract/messages/message.ts';
import type { Recipe } from '../../contract/recipes/recipe.ts';
import { canCharge } from '../../contract/services/profile.ts';
import { type FileIdentity, fileIdentity } from '../files/file-identity.ts';
import { type NewJob, retryTransient } from '../store/index.ts';
import type { AddPhotosOptions } from './examine/add-options.ts';
import { type ExaminedFile, examineInGroups } from './examine/examine-in-groups.ts';
import { skippedPairsMessage } from './examine/raw-pairs.ts';
import type { FoundFile, RejectedPath } from './paths/found-file.ts';

/**
 * Examines files and makes jobs of them group by group, so that processing begins before the last one is found. A
 * photograph with a job for this recipe resumes it. Unusable ones become failing jobs, so that the reason stays visible.
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
  let pairCount = 0;
  const references = await identifyReferences(options.recipe);
  const profile = store.profiles.get(options.profileId);
  // Make missing results again only if that is free.
  const shouldRemakeMissing = profile !== null && !canCharge(profile);

  const known = from === 'scan' ? 'pass' : 'go-on';
  /** Returns the number of new jobs, here and in the studio. */
  const addJobs = async (found: readonly NewJob[]): Promise<number> => {
    if (found.length === 0) return 0;
    const jobs = options.studio ? await options.studio.offer(found, known) : found;
    const offeredCount = found.length - jobs.length;
    if (jobs.length === 0) return offeredCount;
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
    return added.jobIds.length + offeredCount;
  };
  const addGroup = async (group: readonly ExaminedFile[]): Promise<void> => {
    pairCount += group.filter(({ outcome }) => outcome.kind === 'pair').length;
    report.skipped += group.filter(({ outcome }) => outcome.kind === 'pass').length;
    const taken = group.flatMap(({ outcome }) => (outcome.kind === 'take' ? outcome : []));
    report.accepted += await addJobs(taken.map(({ job }) => job));
    options.onGlance?.(taken.flatMap(({ job, isDecoded }) => (isDecoded ? [] : job)));
    const resumedBefore = report.resumed;
    // Failing jobs go first, to show the reason at once.
    await addJobs(
      group.flatMap(({ outcome }) =>
        outcome.kind === 'take-refused' ? { ...outcome.job, problem: outcome.problem, priority: 1 } : [],
      ),
    );
    report.refusedAgain += report.resumed - resumedBefore;
    for (const { file, outcome } of group)
      if ('message' in outcome) report.refused.push({ path: file.path, message: outcome.message });
  };

  for await (const group of examineInGroups(files, options, report)) await addGroup(group);
  if (pairCount > 0) report.notes.push(skippedPairsMessage(pairCount, store.settings.read().rawAndJpeg));
  return { batchId: 'batchId' in batch ? batch.batchId : null, ...report };
}

/** Identifies reference images, to protect them like photographs. */
async function identifyReferences({ steps }: Recipe): Promise<ReadonlyMap<string, FileIdentity | null>> {
  const paths = steps.flatMap(({ reference }) => reference ?? []);
  return new Map(await Promise.all(paths.map(async (path) => [path, await fileIdentity(path)] as const)));
}
