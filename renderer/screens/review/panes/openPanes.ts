/** Opens comparison and survey. */
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

/** Photographs in a survey without a selection. */
const defaultSurveySize = 12;
/** For more selected photographs, the whole list is read. */
const maxPlaceLookups = 500;

const paneOf = (id: number, place: number, versionId: number | null = null): PhotoPane => ({ id, place, versionId });

async function panesBetween(from: number, to: number): Promise<PhotoPane[]> {
  const ids = to < from ? [] : await photographList.idsBetween(from, to);
  return ids.map((id, index) => paneOf(id, from + index));
}

/** Returns the first selected photographs in the order of the list. */
async function selectedPanes(selection: Selection, maxCount = Infinity): Promise<PhotoPane[]> {
  const { isAll, ids } = selection;
  if (isAll || ids.size > maxPlaceLookups) {
    const last = Math.min(photographList.now().count, isAll ? maxCount + ids.size : Infinity) - 1;
    return (await panesBetween(0, last)).filter(({ id }) => isSelected(selection, id)).slice(0, maxCount);
  }
  const placed = await Promise.all(
    [...ids].map(async (id) => paneOf(id, (await photographList.placeOf(id)) ?? Infinity)),
  );
  // A filter may have excluded some in the meantime.
  const listedPanes = placed.filter(({ place }) => place !== Infinity);
  return listedPanes.toSorted((a, b) => a.place - b.place).slice(0, maxCount);
}

const focusIndex = (panes: readonly PhotoPane[], id: number | undefined) =>
  Math.max(
    0,
    panes.findIndex((pane) => pane.id === id),
  );

const notifyNothingToCompare = () => notify({ tone: 'info', text: () => i18next.t('panes.compare.nothing') });

/** Compares the selected photographs, or the active one with the next. In the loupe, several results of it come first. */
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
    const panes = await selectedPanes(selection, maxComparePanes);
    const left = Math.max(0, size - maxComparePanes);
    if (panes.length > 1)
      return openPanes('compare', {
        panes,
        focus: focusIndex(panes, lead?.id),
        isVersions: false,
        left,
        isSelection: true,
      });
  }
  const [only] = size === 1 && !isLoupe ? await selectedPanes(selection, 1) : [];
  const place = only?.place ?? lead?.place ?? 0;
  // The last photograph is compared with the previous one.
  const from = Math.max(0, Math.min(place, count - 2));
  const panes = await panesBetween(from, Math.min(count - 1, from + 1));
  if (panes.length < 2) return notifyNothingToCompare();
  openPanes('compare', { panes, focus: place - from, isVersions: false, left: 0, isSelection: false });
}

/** Compares the focused photograph of a survey with its neighbors. */
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

/** Surveys the compared photographs and those that did not fit. */
async function surveyCompared(): Promise<void> {
  const state = usePanes.getState();
  if (state.kind !== 'compare' || state.isVersions) return;
  const panes =
    state.left > 0 ? (state.surveyed ?? (await selectedPanes(useReviewUi.getState().selection))) : state.panes;
  if (usePanes.getState().kind !== 'compare') return;
  const focus = focusIndex(panes, focused(state)?.id);
  usePanes.setState({ kind: 'survey', left: 0, surveyed: null, panes, focus });
}

/** Surveys the selection, or the stack of the active photograph, or photographs from the active one on. */
export async function openSurvey(): Promise<void> {
  if (arePanesOpen()) return surveyCompared();
  const { selection, isLoupe } = useReviewUi.getState();
  const { count } = photographList.now();
  const { lead } = selection;
  const size = isLoupe ? 1 : sizeOf(selection, count);
  const isSelection = size > 1;
  const stack = rowOf(photographList.now(), lead?.id ?? null)?.stack ?? null;
  let panes: PhotoPane[] = [];
  if (isSelection) panes = await selectedPanes(selection);
  else if (stack && lead) panes = await stackPanes(stack.id, lead.place);
  if (panes.length === 0) {
    const leadPlace = lead?.place ?? 0;
    const from = Math.max(0, Math.min(leadPlace, count - defaultSurveySize));
    panes = await panesBetween(from, Math.min(count, from + defaultSurveySize) - 1);
  }
  if (panes.length === 0) return;
  openPanes('survey', { panes, focus: focusIndex(panes, lead?.id), isVersions: false, left: 0, isSelection });
}

/** Returns the photographs of a stack. Those not listed get the place of the stack. */
async function stackPanes(stackId: number, place: number): Promise<PhotoPane[]> {
  const reply = await requestQuietly('loupe.stack', { id: stackId });
  const ids = reply.ok ? reply.value : [];
  return Promise.all(ids.map(async (id) => paneOf(id, (await photographList.placeOf(id)) ?? place)));
}

async function imagesOf(id: number): Promise<readonly VersionView[]> {
  const reply = await requestQuietly('photographs.detail', { id });
  return (reply.ok ? (reply.value?.versions ?? []) : []).filter(({ kind }) => kind === 'image');
}
