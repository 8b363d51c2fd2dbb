/** On the light table over results of a trial: the decision about the other photographs of its batch. */

import { useTrialBatch } from '../../state/batches/trialBatches.ts';
import { goTo } from '../../state/window/navigation.ts';
import { TrialDecision } from './TrialDecision.tsx';

export function TrialLine({ batchId }: { readonly batchId: number | null }) {
  const batch = useTrialBatch(batchId);
  return batch && <TrialDecision key={batch.id} batch={batch} isShown onGoOn={() => goTo('queue')} />;
}
