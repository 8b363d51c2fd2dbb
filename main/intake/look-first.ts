/** Takes photographs in to be looked through: they are shown, and nothing is done with them until somebody has them processed. */
import type { ProofReport } from '../../contract/app/action-reports.ts';
import type { MessageDescriptor } from '../../contract/messages/message.ts';
import { type NewBatch, type NewProof, retryTransient, type Store } from '../store/index.ts';
import { skippedPairsMessage } from './add-photographs.ts';
import type { AddPhotosOptions, FoundFile, RejectedPath } from './examine-file.ts';
import { type ExaminedFile, examineInGroups } from './examine-in-groups.ts';

export interface LookFirstOptions
  extends Omit<AddPhotosOptions, 'store' | 'batch' | 'from' | 'depth' | 'onJobs' | 'onGlance'> {
  readonly store: AddPhotosOptions['store'] & Pick<Store, 'proofs'>;
  readonly batch: NewBatch;
}

/** What cannot be decoded is refused; what does not fit the recipe (`recipe`) may fit another one, and is shown. */
export async function lookFirst(
  files: Iterable<FoundFile | RejectedPath> | AsyncIterable<FoundFile | RejectedPath>,
  options: LookFirstOptions,
): Promise<ProofReport> {
  const { store, signal } = options;
  const refused: RejectedPath[] = [];
  const notes: MessageDescriptor[] = [];
  let batch = options.batch as NewBatch | { readonly batchId: number };
  let [added, known, own, pairs] = [0, 0, 0, 0];
  let before: number | null = null;
  const show = async (group: readonly ExaminedFile[]): Promise<void> => {
    const items: NewProof[] = [];
    for (const { file, found } of group) {
      if (found.kind === 'pair') pairs += 1;
      else if (found.kind === 'take' || (found.kind === 'take-refused' && found.problem.code === 'DOES_NOT_FIT'))
        items.push(found.job);
      else if (found.kind === 'pass') own += 1;
      else refused.push({ path: file.path, message: found.message });
    }
    if (items.length === 0) return;
    const done = await retryTransient(() => store.proofs.add(batch, items), signal);
    if (done.batchId !== null) batch = { batchId: done.batchId };
    added += done.added;
    known += items.length - done.added;
    before ??= done.before;
  };
  const examineOptions: AddPhotosOptions = { ...options, from: 'hand', depth: 'glance' };
  for await (const group of examineInGroups(files, examineOptions, { refused, notes })) await show(group);
  if (pairs > 0) notes.push(skippedPairsMessage(pairs, store.settings.read().rawAndJpeg));
  return { batchId: 'batchId' in batch ? batch.batchId : before, added, known, own, refused, notes };
}
