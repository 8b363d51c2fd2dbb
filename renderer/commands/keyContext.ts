/** Where the keys are now. */
import type { KeyContext } from '../../contract/app/shortcuts.ts';
import { useComparing } from '../screens/comparisons/comparisons.ts';
import { useUi } from '../state/navigation.ts';
import { arePanesOpen, usePanes } from '../state/panes/panesStore.ts';
import { useReviewUi } from '../state/reviewUi.ts';
import { useTouch } from '../state/touchUp.ts';

export function currentKeyContext(): KeyContext {
  if (useComparing.getState().judging !== null) return 'judging';
  const { screen } = useUi.getState();
  if (screen === 'queue') return 'queue';
  if (screen !== 'review') return 'elsewhere';
  if (arePanesOpen()) return usePanes.getState().kind ?? 'grid';
  if (!useReviewUi.getState().isLoupe) return 'grid';
  return useTouch.getState().id === null ? 'loupe' : 'touch';
}
