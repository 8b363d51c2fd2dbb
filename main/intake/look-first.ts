import type { ProofReport } from '../../contract/app/action-reports.ts';
import type { MessageDescriptor } from '../../contract/messages/message.ts';
import { type NewBatch, type NewProof, retryTransient, type Store } from '../store/index.ts';
import type { AddPhotosOptions } from './examine/add-options.ts';
import { type ExaminedFile, examineInGroups } from './examine/examine-in-groups.ts';
import { skippedPairsMessage } from './examine/raw-pairs.ts';
import type { FoundFile, RejectedPath } from './paths/found-file.ts';

export interface LookFirstOptions
  extends Omit<AddPhotosOptions, 'store' | 'batch' | 'from' | 'depth' | 'onJobs' | 'onGlance'> {
  readonly store: AddPhotosOptions['store'] & Pick<Store, 'proofs'>;
  readonly batch: NewBatch;
}

/** Adds photographs as proofs, which are shown but not processed. Includes any that do not fit `recipe`. */
export async function lookFirst(
  files: Iterable<FoundFile | RejectedPath> | AsyncIterable<FoundFile | RejectedPath>,
  options: LookFirstOptions,
): Promise<ProofReport> {
  const { store, signal } = options;
  const refused: RejectedPath[] = [];
  const notes: MessageDescriptor[] = [];
  let batch = options.batch as AddPhotosOptions['batch'];
  let [added, known, own, pairCount] = [0, 0, 0, 0];
  let before: number | null = null;
  const addProofs = async (group: readonly ExaminedFile[]): Promise<void> => {
    const items: NewProof[] = [];
    for (const { file, outcome } of group) {
      if (outcome.kind === 'pair') pairCount += 1;
      else if (outcome.kind === 'take' || (outcome.kind === 'take-refused' && outcome.problem.code === 'DOES_NOT_FIT'))
        items.push(outcome.job);
      else if (outcome.kind === 'pass') own += 1;
      else refused.push({ path: file.path, message: outcome.message });
    }
    if (items.length === 0) return;
    const done = await retryTransient(() => store.proofs.add(batch, items), signal);
    if (done.batchId !== null) batch = { batchId: done.batchId };
    added += done.added;
    known += items.length - done.added;
    before ??= done.before;
  };
  const examineOptions: AddPhotosOptions = { ...options, from: 'hand', depth: 'glance' };
  for await (const group of examineInGroups(files, examineOptions, { refused, notes })) await addProofs(group);
  if (pairCount > 0) notes.push(skippedPairsMessage(pairCount, store.settings.read().rawAndJpeg));
  return { batchId: 'batchId' in batch ? batch.batchId : before, added, known, own, refused, notes };
}
