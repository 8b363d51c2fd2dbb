/** Makes decisions about photographs: shows them at once, sends them, and advances to the next photograph if requested. */
import type { DecisionChange } from '../../../../contract/review/photo-decision.ts';
import { request } from '../../../bridge.ts';
import { rowOf } from '../../../state/lists/pagedList.ts';
import { type RowMark, type Selection, selectOne, sizeOf, toChoice } from '../../../state/lists/selection.ts';
import { arePanesOpen, focusedPane } from '../../../state/review/panesStore.ts';
import { photographList } from '../../../state/review/photographList.ts';
import { isFiltered, setPhotographs, useReviewUi } from '../../../state/review/reviewUi.ts';
import { trackPending } from '../../../state/window/closeHandlers.ts';
import { pauseFollow } from '../follow/followResults.ts';
import { decideAboutFocused, decisionOfFocused } from '../panes/paneActions.ts';
import { serialize } from '../serialize.ts';

/** Returns the selection, or the photograph in the loupe. */
function decisionTarget(): Selection {
  const { selection, isLoupe } = useReviewUi.getState();
  return isLoupe && selection.lead ? selectOne(selection.lead) : selection;
}

/** A function reads earlier decisions when its turn comes. */
type Change = DecisionChange | (() => DecisionChange);

const resolveChange = (change: Change): DecisionChange => (typeof change === 'function' ? change() : change);

/** @param shouldAdvance to the next photograph, if the decision is about one */
export function decidePhotographs(change: Change, shouldAdvance = false): Promise<void> {
  return decideInTurn(async () => {
    const resolved = resolveChange(change);
    return arePanesOpen()
      ? decideAboutFocused(resolved, shouldAdvance)
      : decideNow(resolved, decisionTarget(), shouldAdvance);
  });
}

/**
 * Decides about the clicked photograph, even if earlier keys move the active one first.
 * @param pane the clicked pane of a comparison
 */
export function decideAboutClicked(id: number, change: Change, pane = focusedPane()): Promise<void> {
  return decideInTurn(async () => {
    const resolved = resolveChange(change);
    if (pane !== null) return decideAboutFocused(resolved, false, pane);
    const { lead } = useReviewUi.getState().selection;
    const place = lead?.id === id ? lead.place : await photographList.placeOf(id);
    return decideNow(resolved, selectOne({ id, place: place ?? 0 }), false);
  });
}

function decideInTurn(decide: () => Promise<void>): Promise<void> {
  pauseFollow();
  return trackPending(serialize(decide));
}

async function decideNow(change: DecisionChange, selection: Selection, shouldAdvance: boolean): Promise<void> {
  const { query } = useReviewUi.getState();
  const { count, query: listed } = photographList.now();
  const size = sizeOf(selection, count);
  if (size === 0) return;
  const lead = selection.lead;
  const isOne = size === 1 && lead !== null;
  const on = toChoice(selection, listed);
  const rows = [...photographList.now().rows.values()].filter(({ id }) => selection.ids.has(id) !== selection.isAll);
  photographList.update(rows.map((row) => ({ ...row, decision: { ...row.decision, ...change } })));
  const pendingReply = trackPending(request('photographs.decide', { on, change }));
  // If this fails, the tiles return to the stored decision.
  const isStored = async () => {
    const reply = await pendingReply;
    return reply.ok && reply.value > 0;
  };
  if (!isFiltered(query)) {
    void isStored().then((stored) => (stored ? undefined : photographList.refresh()));
    if (isOne && shouldAdvance) await moveLead(lead.place + 1);
    return;
  }
  if (!(await isStored())) return photographList.refresh();
  // If the filter now excludes the photograph, the next one takes its place.
  await photographList.refresh();
  if (!isOne) return;
  const current = useReviewUi.getState().selection.lead;
  if (current !== null && current.id !== lead.id) return updateLeadPlace(current);
  const isListed = (await photographList.placeOf(lead.id)) !== null;
  if (!isListed || shouldAdvance) await moveLead(isListed ? lead.place + 1 : lead.place);
}

/** Saves a note, or shows the stored one again if that fails. */
export async function saveNote(id: number, note: string): Promise<void> {
  const row = rowOf(photographList.now(), id);
  if (row) photographList.update([{ ...row, decision: { ...row.decision, note } }]);
  const reply = await trackPending(request('photographs.decide', { on: { ids: [id] }, change: { note } }));
  if (!reply.ok || reply.value === 0) await photographList.refresh();
}

/** Keeps the photograph active at its new place in the list. */
async function updateLeadPlace(lead: RowMark): Promise<void> {
  const place = await photographList.placeOf(lead.id);
  const { selection } = useReviewUi.getState();
  if (place === null || selection.lead?.id !== lead.id) return;
  setPhotographs({ ...selection, lead: { ...lead, place } });
}

/** Makes the photograph at a place active, within the list. */
export async function moveLead(place: number): Promise<void> {
  const { count } = photographList.now();
  const clampedPlace = Math.max(0, Math.min(count - 1, place));
  const id = count === 0 ? null : await photographList.idAt(clampedPlace);
  if (id === null) return useReviewUi.setState({ isLoupe: false });
  setPhotographs(selectOne({ id, place: clampedPlace }));
  useReviewUi.setState({ versionId: null });
}

/** Sets a label, or removes it if it is set already. @param shown the label if the photograph is no longer listed */
export function toggleLabelOfClicked(id: number, label: number, shown: number): void {
  const toggled = (): DecisionChange => {
    const current = rowOf(photographList.now(), id)?.decision.label ?? shown;
    return { label: current === label ? 0 : label };
  };
  void decideAboutClicked(id, toggled);
}

/** Sets a label, or removes it if it is set already. */
export function toggleLabel(label: number, shouldAdvance = false): void {
  const toggled = (): DecisionChange => {
    const { selection } = useReviewUi.getState();
    const decision = decisionOfFocused() ?? rowOf(photographList.now(), selection.lead?.id ?? null)?.decision;
    return { label: decision?.label === label ? 0 : label };
  };
  void decidePhotographs(toggled, shouldAdvance);
}
