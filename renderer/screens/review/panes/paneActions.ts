/** What the keys do in a comparison and a survey: decide about the focused picture, and put another one in its place. */
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

/** What is decided about the focused picture: about the result, where results of one photograph are compared. */
export function decisionOfFocused(): Omit<DecisionChange, 'note'> | null {
  const pane = focusedPane();
  if (pane === null) return null;
  const detail = useDetails.getState().details.get(pane.id);
  return (usePanes.getState().isVersions ? versionOf(detail, pane)?.decision : detail?.photograph.decision) ?? null;
}

/**
 * @param shouldAdvance to the next one: in a comparison that is the next photograph of the list, in its place
 * @param pane of a picture that was clicked on, while another one may have come in its place
 */
export async function decideAboutFocused(
  change: DecisionChange,
  shouldAdvance: boolean,
  pane = focusedPane(),
): Promise<void> {
  if (pane === null) return;
  const { kind, isVersions, focus } = usePanes.getState();
  showDecided(pane, change, isVersions);
  // Refused, or stopped while the disk was full: what is stored is shown.
  const isKept = await decide(pane, change, isVersions);
  if (!isKept) await readDetail(pane.id, () => useDetails.getState().details.has(pane.id));
  if (!isKept || (isFiltered(useReviewUi.getState().query) && !isVersions)) await photographList.refresh();
  if (!isKept || !shouldAdvance) return;
  if (kind === 'survey' || isVersions) focusOn(focus + 1);
  else await showNeighbor(1);
}

/** True where it is stored. */
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

/** On this pane, wherever it is by now; nothing where it is gone. */
export function focusOnPane(pane: PhotoPane): void {
  const index = usePanes.getState().panes.indexOf(pane);
  if (index >= 0) focusOn(index);
}

/** Takes a picture out of the survey, wherever it is by now; the last one stays. */
export function removeFromSurvey(pane: PhotoPane | null): void {
  const state = usePanes.getState();
  if (pane !== null && state.kind === 'survey' && state.panes.length > 1) usePanes.setState(removePane(state, pane));
}

/** One turn after the other, however fast the keys come. */
let turning: Promise<void> = Promise.resolve();

/** Puts the next (1) or previous (-1) photograph of the list in the focused place, or another result of the photograph. */
export function showNeighbor(delta: 1 | -1): Promise<void> {
  turning = turning.then(() => turnOnce(delta)).catch(() => undefined);
  return turning;
}

async function turnOnce(delta: 1 | -1): Promise<void> {
  const state = usePanes.getState();
  const pane = focused(state);
  if (state.kind !== 'compare' || pane === null) return;
  const next = state.isVersions ? otherVersion(pane, delta) : await otherPhotograph(pane, delta);
  // Somebody may have moved the focus, or left, while it was looked for.
  if (next && focused(usePanes.getState()) === pane) usePanes.setState((now) => replacePane(now, next));
}

function otherVersion(pane: PhotoPane, delta: 1 | -1): PhotoPane | null {
  const versions = useDetails.getState().details.get(pane.id)?.versions ?? [];
  const images = versions.filter(({ kind }) => kind === 'image').map(({ id }) => id);
  const versionId = nextVersion(usePanes.getState(), images, delta);
  return versionId === null ? null : { ...pane, versionId };
}

/** The nearest one that is in no pane yet. */
async function otherPhotograph(pane: PhotoPane, delta: 1 | -1): Promise<PhotoPane | null> {
  const { count } = photographList.now();
  const shown = new Set(usePanes.getState().panes.map(({ id }) => id));
  const listPlace = await photographList.placeOf(pane.id);
  // Where a filter has taken it off the list, the next one stands in its place.
  const first = listPlace === null ? pane.place - (delta < 0 ? 1 : 0) : listPlace + delta;
  for (let place = first; place >= 0 && place < count; place += delta) {
    const id = await photographList.idAt(place);
    if (id === null) return null;
    if (!shown.has(id)) return { id, place, versionId: null };
  }
  return null;
}
