/** Actions on the focused picture of a comparison or survey. */
import type { DecisionChange } from '../../../../contract/review/photo-decision.ts';
import { request } from '../../../bridge.ts';
import {
  focused,
  focusPane,
  nextVersion,
  type PhotoPane,
  removePane,
  replacePane,
} from '../../../state/review/panes.ts';
import { focusedPane, usePanes } from '../../../state/review/panesStore.ts';
import { photographList } from '../../../state/review/photographList.ts';
import { isFiltered, useReviewUi } from '../../../state/review/reviewUi.ts';
import { readDetail, showDecided, useDetails, versionOf } from './paneDetails.ts';

/** Returns the decision about the focused photograph, or about the focused result if results are compared. */
export function decisionOfFocused(): Omit<DecisionChange, 'note'> | null {
  const pane = focusedPane();
  if (pane === null) return null;
  const detail = useDetails.getState().details.get(pane.id);
  return (usePanes.getState().isVersions ? versionOf(detail, pane)?.decision : detail?.photograph.decision) ?? null;
}

/**
 * @param shouldAdvance to the next picture. In a comparison, the next photograph of the list takes its place.
 * @param pane the clicked one, which another may have replaced
 */
export async function decideAboutFocused(
  change: DecisionChange,
  shouldAdvance: boolean,
  pane = focusedPane(),
): Promise<void> {
  if (pane === null) return;
  const { kind, isVersions, focus } = usePanes.getState();
  showDecided(pane, change, isVersions);
  // If this fails, the stored decision is shown again.
  const isStored = await decide(pane, change, isVersions);
  if (!isStored) await readDetail(pane.id, () => useDetails.getState().details.has(pane.id));
  if (!isStored || (isFiltered(useReviewUi.getState().query) && !isVersions)) await photographList.refresh();
  if (!isStored || !shouldAdvance) return;
  if (kind === 'survey' || isVersions) focusOn(focus + 1);
  else await showNeighbor(1);
}

async function decide(pane: PhotoPane, change: DecisionChange, isVersion: boolean): Promise<boolean> {
  const { note: _, ...marks } = change;
  if (isVersion && pane.versionId !== null)
    return (await request('loupe.decide', { ids: [pane.versionId], change: marks })).ok;
  const row = [...photographList.now().rows.values()].find(({ id }) => id === pane.id);
  if (row) photographList.update([{ ...row, decision: { ...row.decision, ...change } }]);
  const reply = await request('photographs.decide', { on: { ids: [pane.id] }, change });
  return reply.ok && reply.value > 0;
}

export const focusOn = (index: number): void => usePanes.setState((state) => focusPane(state, index));

/** Focuses a pane at its current index, if it is still open. */
export function focusOnPane(pane: PhotoPane): void {
  const index = usePanes.getState().panes.indexOf(pane);
  if (index >= 0) focusOn(index);
}

/** Removes a photograph from the survey, unless it is the last one. */
export function removeFromSurvey(pane: PhotoPane | null): void {
  const state = usePanes.getState();
  if (pane !== null && state.kind === 'survey' && state.panes.length > 1) usePanes.setState(removePane(state, pane));
}

let pendingExchange: Promise<void> = Promise.resolve();

/** Exchanges the focused picture for the next (1) or previous (-1) photograph of the list, or result of the photograph. */
export function showNeighbor(delta: 1 | -1): Promise<void> {
  pendingExchange = pendingExchange.then(() => exchangeFocused(delta)).catch(() => undefined);
  return pendingExchange;
}

async function exchangeFocused(delta: 1 | -1): Promise<void> {
  const state = usePanes.getState();
  const pane = focused(state);
  if (state.kind !== 'compare' || pane === null) return;
  const next = state.isVersions ? otherVersion(pane, delta) : await otherPhotograph(pane, delta);
  // In the meantime, the user may have moved the focus or closed the comparison.
  if (next && focused(usePanes.getState()) === pane) usePanes.setState((now) => replacePane(now, next));
}

function otherVersion(pane: PhotoPane, delta: 1 | -1): PhotoPane | null {
  const versions = useDetails.getState().details.get(pane.id)?.versions ?? [];
  const images = versions.filter(({ kind }) => kind === 'image').map(({ id }) => id);
  const versionId = nextVersion(usePanes.getState(), images, delta);
  return versionId === null ? null : { ...pane, versionId };
}

/** Returns the nearest photograph without a pane. */
async function otherPhotograph(pane: PhotoPane, delta: 1 | -1): Promise<PhotoPane | null> {
  const { count } = photographList.now();
  const shown = new Set(usePanes.getState().panes.map(({ id }) => id));
  const listPlace = await photographList.placeOf(pane.id);
  // If a filter excludes the photograph, the next one has its place.
  const first = listPlace === null ? pane.place - (delta < 0 ? 1 : 0) : listPlace + delta;
  for (let place = first; place >= 0 && place < count; place += delta) {
    const id = await photographList.idAt(place);
    if (id === null) return null;
    if (!shown.has(id)) return { id, place, versionId: null };
  }
  return null;
}
