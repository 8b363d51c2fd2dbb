/** Commands of the grid: selection, filters, sort order, and captions. */
import type { Settings } from '../../../../contract/app/settings.ts';
import type { CommandId } from '../../../../contract/app/shortcuts.ts';
import type { PhotographSort } from '../../../../contract/review/list-queries.ts';
import type { Command, CommandsOf } from '../../../commands/command.ts';
import { commandTargets } from '../../../commands/commandTargets.ts';
import { currentData } from '../../../state/data/store.ts';
import { emptySelection, selectAll } from '../../../state/lists/selection.ts';
import { photographList } from '../../../state/review/photographList.ts';
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
} from '../../../state/review/reviewUi.ts';
import { changeSettings } from '../../../state/settings/settings.ts';
import { hasClientAnswers, hasPhotographs, hasTarget, onPhotographs, selection } from '../reviewCommands.ts';

const sort = (sortKey: PhotographSort): Command => ({
  run: () => changeOrder({ sort: sortKey }),
  possible: () => useReviewUi.getState().query.sort !== sortKey,
});
const caption = (reviewCaption: Settings['reviewCaption']): Command => ({
  run: () => void changeSettings({ reviewCaption }),
  possible: () => currentData().settings.reviewCaption !== reviewCaption,
});

async function openActive(): Promise<void> {
  const { lead } = selection();
  const place = lead?.place ?? 0;
  const id = lead?.id ?? (await photographList.idAt(place));
  if (id !== null) openLoupe({ id, place });
}

/** Clears the filters, or else the selection. */
function clear(): void {
  const { lead } = selection();
  if (isFiltered(useReviewUi.getState().query)) clearFilters();
  else setPhotographs({ ...emptySelection, lead, anchor: lead });
}

export const gridCommands: CommandsOf<CommandId, 'grid'> = {
  'grid.search': { run: () => commandTargets.search?.(), possible: () => commandTargets.search !== undefined },
  'grid.all': { run: () => setPhotographs(selectAll(selection())), possible: hasPhotographs },
  'grid.open': onPhotographs(openActive),
  'grid.clear': { run: clear, possible: () => isFiltered(useReviewUi.getState().query) || hasTarget() },
  'grid.clearFilters': { run: clearFilters, possible: () => isFiltered(useReviewUi.getState().query) },
  'grid.showPicked': { run: () => toggleFlagFilter(1) },
  'grid.showUnflagged': { run: () => toggleFlagFilter(0) },
  'grid.showRejected': { run: () => toggleFlagFilter(-1) },
  'grid.showClient': {
    run: () => changeQuery({ pickedByClient: !useReviewUi.getState().query.pickedByClient }),
    possible: hasClientAnswers,
  },
  'grid.showUndecided': { run: toggleUndecided },
  'grid.showUnprocessed': { run: toggleUnprocessed },
  'grid.showEyes': { run: () => toggleFlaw('eyes') },
  'grid.showFocus': { run: () => toggleFlaw('focus') },
  'grid.showFlawed': { run: toggleFlawed },
  'grid.showStars1': { run: () => toggleStarsFilter(1) },
  'grid.showStars2': { run: () => toggleStarsFilter(2) },
  'grid.showStars3': { run: () => toggleStarsFilter(3) },
  'grid.showStars4': { run: () => toggleStarsFilter(4) },
  'grid.showStars5': { run: () => toggleStarsFilter(5) },
  'grid.showRed': { run: () => toggleLabelFilter(1) },
  'grid.showYellow': { run: () => toggleLabelFilter(2) },
  'grid.showGreen': { run: () => toggleLabelFilter(3) },
  'grid.showBlue': { run: () => toggleLabelFilter(4) },
  'grid.showPurple': { run: () => toggleLabelFilter(5) },
  'grid.sortAdded': sort('added'),
  'grid.sortTaken': sort('taken'),
  'grid.sortName': sort('name'),
  'grid.sortStars': sort('stars'),
  'grid.sortSize': sort('size'),
  'grid.turnOrder': { run: () => changeOrder({ descending: !useReviewUi.getState().query.descending }) },
  'grid.captionName': caption('name'),
  'grid.captionRecipe': caption('recipe'),
};
