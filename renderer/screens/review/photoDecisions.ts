/** Decisions about photographs: shown at once, sent, and on to the next where that is wished. */
import type { DecisionChange } from '../../../contract/review/photo-decision.ts';
import { request } from '../../bridge.ts';
import { rowOf } from '../../state/lists/pagedList.ts';
import { type RowMark, type Selection, selectOne, sizeOf, toChoice } from '../../state/lists/selection.ts';
import { arePanesOpen, focusedPane } from '../../state/review/panesStore.ts';
import { photographList } from '../../state/review/photographList.ts';
import { isFiltered, setPhotographs, useReviewUi } from '../../state/review/reviewUi.ts';
import { trackPending } from '../../state/window/closeHandlers.ts';
import { pauseFollow } from './followResults.ts';
import { decideAboutFocused, decisionOfFocused } from './panes/paneActions.ts';
import { serialize } from './serialize.ts';

/** What is decided about: what is selected; in the loupe the one photograph. */
function meant(): Selection {
  const { selection, isLoupe } = useReviewUi.getState();
  return isLoupe && selection.lead ? selectOne(selection.lead) : selection;
}

type Wanted = DecisionChange | (() => DecisionChange);

/**
 * @param wanted known when its turn comes, where it depends on what was decided before
 * @param shouldAdvance to the next photograph, where only one was decided about
 */
export function decidePhotographs(wanted: Wanted, shouldAdvance = false): Promise<void> {
  return decided(async () => {
    const change = typeof wanted === 'function' ? wanted() : wanted;
    return arePanesOpen() ? decideAboutFocused(change, shouldAdvance) : decideNow(change, meant(), shouldAdvance);
  });
}

/**
 * By mouse: about the photograph that was clicked on, wherever keys that came before lead until its turn comes.
 * @param pane of a comparison, which was clicked on
 */
export function decideAboutClicked(id: number, wanted: Wanted, pane = focusedPane()): Promise<void> {
  return decided(async () => {
    const change = typeof wanted === 'function' ? wanted() : wanted;
    if (pane !== null) return decideAboutFocused(change, false, pane);
    const { lead } = useReviewUi.getState().selection;
    const place = lead?.id === id ? lead.place : await photographList.placeOf(id);
    return decideNow(change, selectOne({ id, place: place ?? 0 }), false);
  });
}

function decided(decide: () => Promise<void>): Promise<void> {
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
  // Refused, or stopped while the disk was full: the tiles show what is stored.
  const isKept = async () => {
    const reply = await pendingReply;
    return reply.ok && reply.value > 0;
  };
  if (!isFiltered(query)) {
    void isKept().then((kept) => (kept ? undefined : photographList.refresh()));
    if (isOne && shouldAdvance) await moveLead(lead.place + 1);
    return;
  }
  if (!(await isKept())) return photographList.refresh();
  // A filter may not let it through any more: the next one stands in its place then.
  await photographList.refresh();
  if (!isOne) return;
  const led = useReviewUi.getState().selection;
  if (led.lead !== null && led.lead.id !== lead.id) return followLead(led.lead);
  const isLeft = (await photographList.placeOf(lead.id)) !== null;
  if (!isLeft || shouldAdvance) await moveLead(isLeft ? lead.place + 1 : lead.place);
}

/** What was typed about a photograph; where it is not kept, what is stored comes back. */
export async function keepNote(id: number, note: string): Promise<void> {
  const row = rowOf(photographList.now(), id);
  if (row) photographList.update([{ ...row, decision: { ...row.decision, note } }]);
  const reply = await trackPending(request('photographs.decide', { on: { ids: [id] }, change: { note } }));
  if (!reply.ok || reply.value === 0) await photographList.refresh();
}

/** The same photograph leads, where it stands now. */
async function followLead(lead: RowMark): Promise<void> {
  const place = await photographList.placeOf(lead.id);
  const { selection } = useReviewUi.getState();
  if (place === null || selection.lead?.id !== lead.id) return;
  setPhotographs({ ...selection, lead: { ...lead, place } });
}

/** Puts the lead on a place, or on the last there is. */
export async function moveLead(place: number): Promise<void> {
  const { count } = photographList.now();
  const clampedPlace = Math.max(0, Math.min(count - 1, place));
  const id = count === 0 ? null : await photographList.idAt(clampedPlace);
  if (id === null) return useReviewUi.setState({ isLoupe: false });
  setPhotographs(selectOne({ id, place: clampedPlace }));
  useReviewUi.setState({ versionId: null });
}

/** The same label again takes it away. @param seen the label that was clicked on, where the list has the photograph no more */
export function toggleLabelOfClicked(id: number, label: number, seen: number): void {
  const toggled = (): DecisionChange => {
    const now = rowOf(photographList.now(), id)?.decision.label ?? seen;
    return { label: now === label ? 0 : label };
  };
  void decideAboutClicked(id, toggled);
}

/** The same label again takes it away. */
export function toggleLabel(label: number, shouldAdvance = false): void {
  const toggled = (): DecisionChange => {
    const { selection } = useReviewUi.getState();
    const decision = decisionOfFocused() ?? rowOf(photographList.now(), selection.lead?.id ?? null)?.decision;
    return { label: decision?.label === label ? 0 : label };
  };
  void decidePhotographs(toggled, shouldAdvance);
}
