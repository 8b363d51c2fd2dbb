/** Opens a comparison or a survey on what is meant: the selection, the results of the photograph in the loupe, a stack, or the list. */
import i18next from 'i18next';
import type { VersionView } from '../../../../contract/review/list-queries.ts';
import { requestQuietly } from '../../../bridge.ts';
import { notify } from '../../../notifications.tsx';
import { rowOf } from '../../../state/lists/pagedList.ts';
import { isSelected, type Selection, sizeOf } from '../../../state/lists/selection.ts';
import { focused, maxComparePanes, type PhotoPane, visiblePanes } from '../../../state/review/panes.ts';
import { arePanesOpen, openPanes, usePanes } from '../../../state/review/panesStore.ts';
import { photographList } from '../../../state/review/photographList.ts';
import { useReviewUi } from '../../../state/review/reviewUi.ts';

/** A survey of a list begins with so many: more are too small to be judged. */
const listed = 12;
/** Places of so many selected photographs are asked for one by one, so that they stand in the list's order; of more, the list is. */
const maxPlaceLookups = 500;

const paneOf = (id: number, place: number, versionId: number | null = null): PhotoPane => ({ id, place, versionId });

async function panesBetween(from: number, to: number): Promise<PhotoPane[]> {
  const ids = to < from ? [] : await photographList.idsBetween(from, to);
  return ids.map((id, index) => paneOf(id, from + index));
}

/** The first `maxCount` of what is selected, in the order of the list. */
async function selected(selection: Selection, maxCount = Infinity): Promise<PhotoPane[]> {
  const { isAll, ids } = selection;
  if (isAll || ids.size > maxPlaceLookups) {
    const last = Math.min(photographList.now().count, isAll ? maxCount + ids.size : Infinity) - 1;
    return (await panesBetween(0, last)).filter(({ id }) => isSelected(selection, id)).slice(0, maxCount);
  }
  const placed = await Promise.all(
    [...ids].map(async (id) => paneOf(id, (await photographList.placeOf(id)) ?? Infinity)),
  );
  // One that a filter has taken off the list meanwhile stands nowhere.
  const listedPanes = placed.filter(({ place }) => place !== Infinity);
  return listedPanes.toSorted((a, b) => a.place - b.place).slice(0, maxCount);
}

const focusOn = (panes: readonly PhotoPane[], id: number | undefined) =>
  Math.max(
    0,
    panes.findIndex((pane) => pane.id === id),
  );

const notifyNothingToCompare = () => notify({ tone: 'info', text: () => i18next.t('panes.compare.nothing') });

/** C: what is selected; or the photograph and the next one; in the loupe its results, where there are several. */
export async function openCompare(): Promise<void> {
  if (arePanesOpen()) return compareSurveyed();
  const { selection, isLoupe, versionId } = useReviewUi.getState();
  const { count } = photographList.now();
  const lead = selection.lead;
  if (isLoupe && lead !== null) {
    const versions = await imagesOf(lead.id);
    if (versions.length > 1) {
      const shown = versionId ?? rowOf(photographList.now(), lead.id)?.shown?.id;
      const all = versions.map(({ id }) => paneOf(lead.id, lead.place, id));
      const focus = Math.max(
        0,
        all.findIndex((pane) => pane.versionId === shown),
      );
      const left = Math.max(0, all.length - maxComparePanes);
      return openPanes('compare', {
        ...visiblePanes({ panes: all, focus }, maxComparePanes),
        isVersions: true,
        left,
        isSelection: false,
      });
    }
  }
  const size = isLoupe ? 1 : sizeOf(selection, count);
  if (size > 1) {
    const panes = await selected(selection, maxComparePanes);
    const left = Math.max(0, size - maxComparePanes);
    if (panes.length > 1)
      return openPanes('compare', {
        panes,
        focus: focusOn(panes, lead?.id),
        isVersions: false,
        left,
        isSelection: true,
      });
  }
  const [only] = size === 1 && !isLoupe ? await selected(selection, 1) : [];
  const place = only?.place ?? lead?.place ?? 0;
  // The last one is compared with the one before it.
  const from = Math.max(0, Math.min(place, count - 2));
  const panes = await panesBetween(from, Math.min(count - 1, from + 1));
  if (panes.length < 2) return notifyNothingToCompare();
  openPanes('compare', { panes, focus: place - from, isVersions: false, left: 0, isSelection: false });
}

/** From a survey: four of it, with the focused one. */
function compareSurveyed(): void {
  const state = usePanes.getState();
  if (state.kind !== 'survey') return;
  if (state.panes.length < 2) {
    notifyNothingToCompare();
    return;
  }
  const left = Math.max(0, state.panes.length - maxComparePanes);
  const surveyed = left > 0 ? state.panes : null;
  usePanes.setState({ kind: 'compare', isVersions: false, left, surveyed, ...visiblePanes(state, maxComparePanes) });
}

/** From a comparison: all that is meant, with what was not compared. */
async function surveyCompared(): Promise<void> {
  const state = usePanes.getState();
  if (state.kind !== 'compare' || state.isVersions) return;
  const meant = state.left > 0 ? (state.surveyed ?? (await selected(useReviewUi.getState().selection))) : state.panes;
  if (usePanes.getState().kind !== 'compare') return;
  const focus = focusOn(meant, focused(state)?.id);
  usePanes.setState({ kind: 'survey', left: 0, surveyed: null, panes: meant, focus });
}

/** N: what is selected; or the stack of the photograph; or the beginning of the list. */
export async function openSurvey(): Promise<void> {
  if (arePanesOpen()) return surveyCompared();
  const { selection, isLoupe } = useReviewUi.getState();
  const { count } = photographList.now();
  const { lead } = selection;
  const size = isLoupe ? 1 : sizeOf(selection, count);
  const isSelection = size > 1;
  const stack = rowOf(photographList.now(), lead?.id ?? null)?.stack ?? null;
  let panes: PhotoPane[] = [];
  if (isSelection) panes = await selected(selection);
  else if (stack && lead) panes = await stackPanes(stack.id, lead.place);
  if (panes.length === 0) {
    const leadPlace = lead?.place ?? 0;
    const from = Math.max(0, Math.min(leadPlace, count - listed));
    panes = await panesBetween(from, Math.min(count, from + listed) - 1);
  }
  if (panes.length === 0) return;
  openPanes('survey', { panes, focus: focusOn(panes, lead?.id), isVersions: false, left: 0, isSelection });
}

/** The photographs of a stack; those that are folded away stand where the stack does. */
async function stackPanes(stackId: number, place: number): Promise<PhotoPane[]> {
  const reply = await requestQuietly('loupe.stack', { id: stackId });
  const ids = reply.ok ? reply.value : [];
  return Promise.all(ids.map(async (id) => paneOf(id, (await photographList.placeOf(id)) ?? place)));
}

/** The results of a photograph that are pictures. */
async function imagesOf(id: number): Promise<readonly VersionView[]> {
  const reply = await requestQuietly('photographs.detail', { id });
  return (reply.ok ? (reply.value?.versions ?? []) : []).filter(({ kind }) => kind === 'image');
}
