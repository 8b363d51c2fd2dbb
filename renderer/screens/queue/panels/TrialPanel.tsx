/** Batches of which a few photographs are done first: how far these are, and what becomes of the rest. */

import { isTrial } from '../../../state/batches/trialBatches.ts';
import { useData } from '../../../state/data/store.ts';
import { TrialDecision } from '../../trials/TrialDecision.tsx';

export function TrialPanel() {
  const batches = useData((data) => data.batches);
  return batches.filter(isTrial).map((batch) => <TrialDecision key={batch.id} batch={batch} />);
}
