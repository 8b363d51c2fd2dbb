/** Registers the commands of all screens. */
import type { KeyContext } from '../../../contract/app/shortcuts.ts';
import { registerCommands } from '../../commands/table.ts';
import { judgingCommands, useComparing } from '../../screens/comparisons/comparisons.ts';
import { queueCommands } from '../../screens/queue/queueCommands.ts';
import { gridCommands } from '../../screens/review/grid/gridCommands.ts';
import { loupeCommands, paneCommands, touchCommands } from '../../screens/review/loupe/loupeCommands.ts';
import { reviewCommands } from '../../screens/review/reviewCommands.ts';
import { useTouch } from '../../screens/review/touchUp/touchUp.ts';
import { arePanesOpen, usePanes } from '../../state/review/panesStore.ts';
import { useReviewUi } from '../../state/review/reviewUi.ts';
import { useUi } from '../../state/window/navigation.ts';
import { appCommands, goCommands } from './appCommands.ts';

function keyContext(): KeyContext {
  if (useComparing.getState().judging !== null) return 'judging';
  const { screen } = useUi.getState();
  if (screen === 'queue') return 'queue';
  if (screen !== 'review') return 'elsewhere';
  if (arePanesOpen()) return usePanes.getState().kind ?? 'grid';
  if (!useReviewUi.getState().isLoupe) return 'grid';
  return useTouch.getState().id === null ? 'loupe' : 'touch';
}

registerCommands(
  {
    ...appCommands,
    ...goCommands,
    ...queueCommands,
    ...reviewCommands,
    ...gridCommands,
    ...loupeCommands,
    ...paneCommands,
    ...touchCommands,
    ...judgingCommands,
  },
  keyContext,
);
