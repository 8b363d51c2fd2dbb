/** Commands of the light table: what is decided about photographs and done with them, wherever on it one looks at them. */

import i18next from 'i18next';
import type { Settings } from '../../../contract/app/settings.ts';
import type { CommandId } from '../../../contract/app/shortcuts.ts';
import type { ClientCommand } from '../../../contract/delivery/gallery.ts';
import type { PhotographSort } from '../../../contract/review/list-queries.ts';
import type { DecisionChange } from '../../../contract/review/photo-decision.ts';
import { request } from '../../bridge.ts';
import type { Command, CommandsOf } from '../../commands/command.ts';
import { commandTargets } from '../../commands/commandTargets.ts';
import { currentData } from '../../state/data/store.ts';
import { rowOf } from '../../state/lists/pagedList.ts';
import { emptySelection, onlyOne, selectAll, sizeOf } from '../../state/lists/selection.ts';
import { reprocess } from '../../state/processing/intake.ts';
import { moveOriginals } from '../../state/processing/originals.ts';
import { removeProofs } from '../../state/processing/proofs.ts';
import { previewRecipeOn } from '../../state/processing/recipePreview.ts';
import { openReprocess, processPicked, reviewTarget } from '../../state/processing/reprocess.ts';
import { applyClientPicks } from '../../state/review/clientPicks.ts';
import { fileAvailabilityOf, whyNoOriginal, whyNoResult } from '../../state/review/fileAvailability.ts';
import { arePanesOpen } from '../../state/review/panesStore.ts';
import { photographList } from '../../state/review/photographList.ts';
import {
  changeOrder,
  changeQuery,
  clearFilters,
  isFiltered,
  openLoupe,
  setPhotographs,
  toggleFlagFilter,
  toggleFlaw,
  toggleFlawed,
  toggleLabelFilter,
  toggleStarsFilter,
  toggleUndecided,
  toggleUnprocessed,
  useReviewUi,
} from '../../state/review/reviewUi.ts';
import { changeSettings } from '../../state/settings/settings.ts';
import { useUi } from '../../state/window/navigation.ts';
import { canCompare, openComparingHere } from '../comparisons/comparisons.ts';
import { openCheck } from './check/marketplaceCheck.ts';
import { copyFiles } from './dragAndCopy.ts';
import { openExport } from './export/exportSheet.ts';
import { followLabel, toggleFollow, toggleFollowOnDisplay, useFollow } from './followResults.ts';
import { openGallery } from './gallery/gallery.ts';
import { openPhotoInfo } from './info/photoInfo.ts';
import { keepOneResult } from './keepOneResult.ts';
import { openCompare, openSurvey } from './panes/openPanes.ts';
import { decidePhotographs, toggleLabel } from './photoDecisions.ts';
import { toggleStack } from './stacks.ts';

const selection = () => useReviewUi.getState().selection;
/** On another screen, Review may not have been listed yet. */
const isAny = () =>
  photographList.now().count > 0 || (useUi.getState().screen !== 'review' && currentData().tally.all > 0);
/** There is something to decide about. */
const hasTarget = () =>
  arePanesOpen() || useReviewUi.getState().isLoupe || sizeOf(selection(), photographList.now().count) > 0;

/** The photograph the keys are on was not processed yet. */
const isUnprocessed = () => rowOf(photographList.now(), selection().lead?.id ?? null)?.shown === null;

const onlySelected = () => onlyOne(selection(), photographList.now());

/** The one result that is meant: the one in the loupe, or of the photograph that alone is selected. */
const resultNow = () => {
  const { isLoupe } = useReviewUi.getState();
  return (isLoupe ? commandTargets.loupe?.version : rowOf(photographList.now(), onlySelected())?.shown) ?? undefined;
};

/** The one photograph that is meant, in the same way. */
const photographNow = () => {
  if (arePanesOpen()) return undefined;
  const { isLoupe } = useReviewUi.getState();
  return (isLoupe ? selection().lead?.id : onlySelected()) ?? undefined;
};

const files = () => fileAvailabilityOf(selection().lead?.id ?? null);
/** Why the file of the one result that is meant is not available. */
const whyNoResultNow = () => {
  const result = resultNow();
  return result === undefined ? null : whyNoResult(result, files());
};
/** Why the one photograph that is meant cannot be processed again. */
const whyNoOriginalNow = () => (photographNow() === undefined ? null : whyNoOriginal(files()));

/** On to the next photograph after a decision: always, or while Caps Lock is on. */
const shouldAdvance = (event?: KeyboardEvent) =>
  (event?.getModifierState('CapsLock') ?? false) || currentData().settings.autoAdvance;
const decide = (change: DecisionChange): Command => ({
  run: (event) => void decidePhotographs(change, shouldAdvance(event)),
  possible: hasTarget,
});
const label = (index: number): Command => ({
  run: (event) => toggleLabel(index, shouldAdvance(event)),
  possible: hasTarget,
});
/** What is done with all that is listed, or with what is meant of it. */
const withThese = (run: () => unknown): Command => ({ run: () => void run(), possible: isAny });
/** Runs from any screen, which opens Review. */
const fromAnywhere = (command: Command): Command => ({ ...command, opensReview: true });
const hasClientAnswers = () => currentData().hasClientAnswers;
const withClientPicks = (command: ClientCommand): Command =>
  fromAnywhere({
    run: () => void applyClientPicks(command),
    possible: () => isAny() && hasClientAnswers(),
  });

export const reviewCommands: CommandsOf<CommandId, 'review'> = {
  'review.pick': decide({ flag: 1 }),
  'review.reject': decide({ flag: -1 }),
  'review.unflag': decide({ flag: 0 }),
  'review.stars0': decide({ stars: 0 }),
  'review.stars1': decide({ stars: 1 }),
  'review.stars2': decide({ stars: 2 }),
  'review.stars3': decide({ stars: 3 }),
  'review.stars4': decide({ stars: 4 }),
  'review.stars5': decide({ stars: 5 }),
  'review.red': label(1),
  'review.yellow': label(2),
  'review.green': label(3),
  'review.blue': label(4),
  'review.purple': label(5),
  'review.advance': { run: () => void changeSettings({ autoAdvance: !currentData().settings.autoAdvance }) },
  'review.stack': {
    run: toggleStack,
    possible: () => Boolean(rowOf(photographList.now(), selection().lead?.id ?? null)?.stack),
  },
  'review.compare': withThese(openCompare),
  'review.survey': withThese(openSurvey),
  'review.follow': fromAnywhere({ run: () => void toggleFollow(), label: () => i18next.t(followLabel()) }),
  'review.followSecond': fromAnywhere({
    run: () => void toggleFollowOnDisplay(),
    possible: () => useFollow.getState().display.isAvailable && useFollow.getState().mode !== 'display',
  }),
  // In the grid, other photographs can be chosen in the sheet.
  'review.export': fromAnywhere({
    ...withThese(openExport),
    unavailable: () => (useReviewUi.getState().isLoupe ? whyNoResultNow() : null),
  }),
  'review.info': fromAnywhere(withThese(openPhotoInfo)),
  'review.gallery': fromAnywhere(withThese(openGallery)),
  'review.check': fromAnywhere({ run: () => void openCheck() }),
  'review.with': { ...withThese(() => openReprocess(reviewTarget())), unavailable: whyNoOriginalNow },
  'review.try': {
    run: () => {
      const id = photographNow();
      if (id !== undefined) void previewRecipeOn('photograph', id, resultNow()?.recipeName);
    },
    possible: () => photographNow() !== undefined,
  },
  'review.services': { run: openComparingHere, possible: () => isAny() && canCompare() },
  'review.processPicked': {
    run: () => void processPicked(),
    possible: () => reviewTarget().isFirst === true,
  },
  'review.keepOnly': {
    run: () => void keepOneResult(reviewTarget().on, useReviewUi.getState().isLoupe ? (resultNow()?.id ?? null) : null),
    // One photograph with one result has nothing to choose from; of several, that is not known here.
    possible: () => hasTarget() && (rowOf(photographList.now(), photographNow() ?? null)?.versions ?? 2) > 1,
  },
  'review.originals': withThese(() => moveOriginals(reviewTarget().on, 'done')),
  'review.originalsBack': withThese(() => moveOriginals(reviewTarget().on, 'back')),
  'review.removeProofs': {
    run: () => {
      void removeProofs(reviewTarget().on);
    },
    possible: () => hasTarget() && isUnprocessed(),
  },
  'review.takeOver': withClientPicks('takeOver'),
  'review.unpickRest': withClientPicks('unpickRest'),
  'review.copy': {
    run: () => void copyFiles(),
    // Text that is selected is what is copied.
    possible: () => hasTarget() && (getSelection()?.isCollapsed ?? true),
    unavailable: () =>
      photographNow() !== undefined && isUnprocessed() ? i18next.t('queue.noResult') : whyNoResultNow(),
  },
  'review.reveal': {
    run: () => {
      const result = resultNow();
      if (result) void request('results.reveal', { id: result.id });
    },
    possible: () => Boolean(resultNow()?.path),
    unavailable: whyNoResultNow,
  },
  'review.again': {
    run: () => {
      const result = resultNow();
      if (result) void reprocess({ ids: [result.jobId] });
    },
    possible: () => resultNow() !== undefined,
    unavailable: whyNoOriginalNow,
  },
};

const filter = (run: () => void): Command => ({ run });
const sort = (sortKey: PhotographSort): Command => ({
  run: () => changeOrder({ sort: sortKey }),
  possible: () => useReviewUi.getState().query.sort !== sortKey,
});
const caption = (reviewCaption: Settings['reviewCaption']): Command => ({
  run: () => void changeSettings({ reviewCaption }),
  possible: () => currentData().settings.reviewCaption !== reviewCaption,
});

async function openLead(): Promise<void> {
  const { lead } = selection();
  const place = lead?.place ?? 0;
  const id = lead?.id ?? (await photographList.idAt(place));
  if (id !== null) openLoupe({ id, place });
}

/** Takes filters away first, then the selection. */
function clear(): void {
  const { lead } = selection();
  if (isFiltered(useReviewUi.getState().query)) clearFilters();
  else setPhotographs({ ...emptySelection, lead, anchor: lead });
}

export const gridCommands: CommandsOf<CommandId, 'grid'> = {
  'grid.search': { run: () => commandTargets.search?.(), possible: () => commandTargets.search !== undefined },
  'grid.all': { run: () => setPhotographs(selectAll(selection())), possible: isAny },
  'grid.open': withThese(openLead),
  'grid.clear': { run: clear, possible: () => isFiltered(useReviewUi.getState().query) || hasTarget() },
  'grid.clearFilters': { run: clearFilters, possible: () => isFiltered(useReviewUi.getState().query) },
  'grid.showPicked': filter(() => toggleFlagFilter(1)),
  'grid.showUnflagged': filter(() => toggleFlagFilter(0)),
  'grid.showRejected': filter(() => toggleFlagFilter(-1)),
  'grid.showClient': {
    run: () => changeQuery({ pickedByClient: !useReviewUi.getState().query.pickedByClient }),
    possible: hasClientAnswers,
  },
  'grid.showUndecided': filter(toggleUndecided),
  'grid.showUnprocessed': filter(toggleUnprocessed),
  'grid.showEyes': filter(() => toggleFlaw('eyes')),
  'grid.showFocus': filter(() => toggleFlaw('focus')),
  'grid.showFlawed': filter(toggleFlawed),
  'grid.showStars1': filter(() => toggleStarsFilter(1)),
  'grid.showStars2': filter(() => toggleStarsFilter(2)),
  'grid.showStars3': filter(() => toggleStarsFilter(3)),
  'grid.showStars4': filter(() => toggleStarsFilter(4)),
  'grid.showStars5': filter(() => toggleStarsFilter(5)),
  'grid.showRed': filter(() => toggleLabelFilter(1)),
  'grid.showYellow': filter(() => toggleLabelFilter(2)),
  'grid.showGreen': filter(() => toggleLabelFilter(3)),
  'grid.showBlue': filter(() => toggleLabelFilter(4)),
  'grid.showPurple': filter(() => toggleLabelFilter(5)),
  'grid.sortAdded': sort('added'),
  'grid.sortTaken': sort('taken'),
  'grid.sortName': sort('name'),
  'grid.sortStars': sort('stars'),
  'grid.sortSize': sort('size'),
  'grid.turnOrder': { run: () => changeOrder({ descending: !useReviewUi.getState().query.descending }) },
  'grid.captionName': caption('name'),
  'grid.captionRecipe': caption('recipe'),
};
