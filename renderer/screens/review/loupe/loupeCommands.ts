/** Commands of loupe, comparison, survey and touch-up. */
import type { CommandId } from '../../../../contract/app/shortcuts.ts';
import type { Command, CommandsOf } from '../../../commands/command.ts';
import { commandTargets } from '../../../commands/commandTargets.ts';
import { closePanes, focusedPane, openFocused, usePanes } from '../../../state/review/panesStore.ts';
import { photographList } from '../../../state/review/photographList.ts';
import { closeLoupe, useReviewUi } from '../../../state/review/reviewUi.ts';
import { nextBackdrop } from '../../../state/settings/backdrop.ts';
import { changeSettings, currentSettings } from '../../../state/settings/settings.ts';
import { toggleMarks } from '../analysis/marks.ts';
import { moveLead } from '../decisions/photoDecisions.ts';
import { focusOn, removeFromSurvey, showNeighbor } from '../panes/paneActions.ts';
import { serialize } from '../serialize.ts';
import {
  cancelTouch,
  finishStroke,
  redoStroke,
  saveTouch,
  setBrush,
  setOverallStrength,
  stepRadius,
  stepSoftness,
  undoStroke,
  useTouch,
} from '../touchUp/touchUp.ts';
import { exitFullScreenOr, toggleFullScreen } from './fullScreen.ts';
import { flicker, setComparisonMode, toggleDifference, useLoupeView } from './loupeView.ts';

const page = (delta: 1 | -1): Command => {
  const next = () => (useReviewUi.getState().selection.lead?.place ?? 0) + delta;
  return {
    run: () => void moveLead(next()),
    possible: () => next() >= 0 && next() < photographList.now().count,
    repeats: true,
  };
};
/** Switches between before and after, and back when a held key is released. */
function flickerWhileHeld(): () => void {
  const { mode } = useLoupeView.getState();
  flicker();
  return () => setComparisonMode(mode);
}

const zoom: Command = { run: () => commandTargets.stage?.toggleZoom() };

export const loupeCommands: CommandsOf<CommandId, 'loupe'> = {
  'loupe.next': page(1),
  'loupe.previous': page(-1),
  'loupe.nextVersion': { run: () => commandTargets.loupe?.turnVersion(1), repeats: true },
  'loupe.previousVersion': { run: () => commandTargets.loupe?.turnVersion(-1), repeats: true },
  'loupe.zoom': zoom,
  'loupe.zoomIn': { run: () => commandTargets.stage?.step(1), repeats: true },
  'loupe.zoomOut': { run: () => commandTargets.stage?.step(-1), repeats: true },
  'loupe.slideRight': { run: () => commandTargets.loupe?.slide(1), repeats: true },
  'loupe.slideLeft': { run: () => commandTargets.loupe?.slide(-1), repeats: true },
  'loupe.flicker': { run: flickerWhileHeld },
  'loupe.difference': { run: toggleDifference },
  'loupe.peaking': { run: () => commandTargets.loupe?.togglePeaking() },
  'loupe.nextFace': { run: () => commandTargets.loupe?.goToFace(1), repeats: true },
  'loupe.previousFace': { run: () => commandTargets.loupe?.goToFace(-1), repeats: true },
  'loupe.background': { run: nextBackdrop },
  'loupe.marks': { run: toggleMarks },
  'loupe.sides': { run: () => void changeSettings({ loupeSides: !currentSettings().loupeSides }) },
  'loupe.fullScreen': { run: toggleFullScreen },
  'loupe.touch': { run: () => commandTargets.loupe?.touch?.(), possible: () => Boolean(commandTargets.loupe?.touch) },
  'loupe.back': { run: exitFullScreenOr(closeLoupe) },
};

type Step = Parameters<NonNullable<typeof commandTargets.survey>>[0];
/** Moves by location in a survey, and by order in a comparison. */
const step = (key: Step, delta: 1 | -1): Command => ({
  run: () =>
    void serialize(() => {
      if (commandTargets.survey) commandTargets.survey(key);
      else focusOn(usePanes.getState().focus + delta);
    }),
  repeats: true,
});
const exchange = (delta: 1 | -1): Command => ({ run: () => void serialize(() => showNeighbor(delta)), repeats: true });

export const paneCommands: CommandsOf<CommandId, 'panes'> = {
  'panes.next': step('ArrowRight', 1),
  'panes.previous': step('ArrowLeft', -1),
  'panes.exchangeNext': exchange(1),
  'panes.exchangePrevious': exchange(-1),
  'panes.below': step('ArrowDown', 1),
  'panes.above': step('ArrowUp', -1),
  'panes.first': step('Home', -1),
  'panes.last': step('End', 1),
  'panes.nextPage': step('PageDown', 1),
  'panes.previousPage': step('PageUp', -1),
  'panes.takeOut': { run: () => void serialize(() => removeFromSurvey(focusedPane())) },
  'panes.open': { run: openFocused },
  'panes.back': { run: exitFullScreenOr(closePanes) },
};

const isBrush = () => useTouch.getState().opened?.by === 'brush';
/** Changes the size of the brush, or else the strength. */
const size = (direction: 1 | -1): Command => ({
  run: () =>
    isBrush() ? stepRadius(direction) : setOverallStrength(useTouch.getState().strength.whole + direction * 0.05),
  repeats: true,
});
const brushCommand = (run: () => void): Command => ({ run, possible: isBrush, repeats: true });
const strokeCommand = (run: () => void): Command =>
  brushCommand(() => {
    finishStroke();
    run();
  });

export const touchCommands: CommandsOf<CommandId, 'touch'> = {
  'touch.zoom': zoom,
  'touch.larger': size(1),
  'touch.smaller': size(-1),
  'touch.softer': brushCommand(() => stepSoftness(1)),
  'touch.harder': brushCommand(() => stepSoftness(-1)),
  'touch.swap': brushCommand(() => {
    const { mode } = useTouch.getState().brush;
    setBrush({ mode: mode === 'restore' ? 'erase' : 'restore' });
  }),
  'touch.edges': brushCommand(() => setBrush({ edgeAware: !useTouch.getState().brush.edgeAware })),
  'touch.undo': strokeCommand(undoStroke),
  'touch.redo': strokeCommand(redoStroke),
  'touch.done': { run: () => void saveTouch() },
  'touch.cancel': { run: cancelTouch },
};
