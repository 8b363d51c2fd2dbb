/** Picks of clients: opened from a gallery's response file, imported, then applied to flags. */
import i18next from 'i18next';
import { create } from 'zustand';
import type { ClientCommand, OpenedPicks } from '../../../contract/delivery/gallery.ts';
import type { PhotographChoice } from '../../../contract/review/list-queries.ts';
import { request } from '../../bridge.ts';
import { formatCount as number } from '../../locales/format.ts';
import { notify } from '../../notifications.tsx';
import { sizeOf, toChoice } from '../lists/selection.ts';
import { currentKey } from '../settings/keymap.ts';
import { arePanesOpen, usePanes } from './panesStore.ts';
import { photographList } from './photographList.ts';
import { useReviewUi } from './reviewUi.ts';

export const useClientPicks = create<{ readonly picks: OpenedPicks | null }>(() => ({ picks: null }));

export async function choosePicks(): Promise<void> {
  const reply = await request('gallery.choosePicks');
  if (reply.ok && reply.value !== null) useClientPicks.setState({ picks: reply.value });
}

/** @param grant of the dropped file */
export async function openPicks(grant: string): Promise<void> {
  const reply = await request('gallery.openPicks', { grant });
  if (reply.ok) useClientPicks.setState({ picks: reply.value });
}

/** Stores the picks; the sheet then offers to apply them. */
export async function importPicks(): Promise<void> {
  const { picks } = useClientPicks.getState();
  if (picks === null) return;
  const reply = await request('gallery.importPicks', { id: picks.id });
  useClientPicks.setState({ picks: reply.ok ? { ...picks, imported: reply.value } : null });
  await photographList.refresh();
}

export async function applyImportedPicks(command: ClientCommand): Promise<void> {
  const { picks } = useClientPicks.getState();
  if (!picks?.imported) return;
  if (!(await requestAndNotify(command, { answer: picks.imported.answer }))) return;
  const done = command === 'takeOver' ? { toPick: 0, rejected: 0 } : { toUnpick: 0 };
  useClientPicks.setState(({ picks: now }) => ({
    picks: now?.imported ? { ...now, imported: { ...now.imported, ...done } } : now,
  }));
}

/** Applies a command to the open photographs, else to several selected ones, else to the whole list. */
export async function applyClientPicks(command: ClientCommand): Promise<void> {
  await requestAndNotify(command, targetOf(command));
}

function targetOf(command: ClientCommand): PhotographChoice {
  const { isLoupe, selection } = useReviewUi.getState();
  if (arePanesOpen()) return { ids: [...new Set(usePanes.getState().panes.map(({ id }) => id))] };
  if (isLoupe && selection.lead) return { ids: [selection.lead.id] };
  const { count, query } = photographList.now();
  // Their filter would hide the photographs that clients did not pick.
  const listed = { ...query, folded: false, ...(command === 'unpickRest' ? { pickedByClient: false } : {}) };
  return sizeOf(selection, count) > 1 ? toChoice(selection, query) : { query: listed, except: [] };
}

async function requestAndNotify(
  command: ClientCommand,
  on: { readonly answer: number } | PhotographChoice,
): Promise<boolean> {
  const reply = await request('gallery.follow', { command, on });
  if (!reply.ok) return false;
  const count = reply.value;
  const values = () => ({ count, number: number(count), keys: currentKey('app.undo') });
  notify(
    count === 0
      ? { tone: 'info', text: () => i18next.t(`gallery.follow.nothing.${command}`) }
      : { tone: 'success', text: () => i18next.t(`gallery.follow.did.${command}`, values()) },
  );
  await photographList.refresh();
  return true;
}
