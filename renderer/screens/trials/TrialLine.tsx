/** On the light table over results of a trial: the decision about the other photographs of its batch. */
import { goTo } from '../../state/navigation.ts';
import { useTrialBatch } from '../../state/trialBatches.ts';
import { TrialDecision } from './TrialDecision.tsx';

export function TrialLine({ batchId }: { readonly batchId: number | null }) {
  const batch = useTrialBatch(batchId);
  return batch && <TrialDecision key={batch.id} batch={batch} isShown onGoOn={() => goTo('queue')} />;
}
