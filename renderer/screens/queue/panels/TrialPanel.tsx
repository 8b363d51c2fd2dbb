/** Batches of which a few photographs are done first: how far these are, and what becomes of the rest. */
import { useData } from '../../../state/store.ts';
import { isTrial } from '../../../state/trialBatches.ts';
import { TrialDecision } from '../../trials/TrialDecision.tsx';

export function TrialPanel() {
  const batches = useData((data) => data.batches);
  return batches.filter(isTrial).map((batch) => <TrialDecision key={batch.id} batch={batch} />);
}
