/**
 * Follows new results: shows the newest photograph of the list in the loupe, or on a second display. In the loupe it
 * pauses while the user looks at something else, and resumes when the user comes back.
 */
import { create } from 'zustand';
import type { DisplayStatus } from '../../../../contract/app/display-status.ts';
import type { NewestPhotograph, PhotographQuery } from '../../../../contract/review/list-queries.ts';
import { request, requestQuietly, subscribe } from '../../../bridge.ts';
import { replyValue } from '../../../state/data/replyValue.ts';
import { arePanesOpen, closePanes, usePanes } from '../../../state/review/panesStore.ts';
import { photographList, useNewCount } from '../../../state/review/photographList.ts';
import { closeLoupe, openLoupe, useReviewUi } from '../../../state/review/reviewUi.ts';
import { useUi } from '../../../state/window/navigation.ts';
import { useLoupeView } from '../loupe/loupeView.ts';
import { withStacks } from '../stacks.ts';
import { useTouch } from '../touchUp/touchUp.ts';

interface Follow {
  readonly mode: 'off' | 'loupe' | 'paused' | 'display';
  readonly display: DisplayStatus;
}

export const useFollow = create<Follow>(() => ({ mode: 'off', display: { isAvailable: false, isOpen: false } }));

/** The newest photograph is read at this interval, or at this multiple of the time that showing it takes. */
const minIntervalMs = 1000;
const restFactor = 4;

let newest: NewestPhotograph | null = null;
const nothing = { photographId: 0, resultId: 0 };
/** The photograph shown last, and the newest result at that time. */
let shown = nothing;
/** The list of the second display, whatever the window lists. */
let displayQuery: PhotographQuery | null = null;
/** Whether following moves the loupe, not the user. */
let isPresenting = false;
let wasAtNewest = false;
/** Whether a dialog is open over the loupe. */
let isPageBusy = (): boolean => false;
let lastRead = { began: Number.NEGATIVE_INFINITY, took: 0 };
let readTimer: ReturnType<typeof setTimeout> | undefined;
let activeReads = 0;
/** Whether something changed during a read. It is not restarted, because slow reads would never finish. */
let isStale = false;
/** Counts reads and mode changes, which make earlier reads obsolete. */
let turn = 0;

const modeNow = () => useFollow.getState().mode;
const isOn = () => modeNow() === 'loupe' || modeNow() === 'display';

const labels = {
  off: 'commands.review.follow',
  loupe: 'review.follow.stop',
  display: 'review.follow.stop',
  paused: 'review.follow.resume',
} as const;
export const followLabel = () => labels[modeNow()];

function setMode(mode: Follow['mode']): void {
  turn += 1;
  useFollow.setState({ mode });
  readSoon();
}

/** Starts or resumes following in the loupe, or ends following. */
export async function toggleFollow(): Promise<void> {
  if (isOn()) return stopFollow();
  closePanes();
  shown = nothing;
  setMode('loupe');
  await readNewest(true);
}

export function stopFollow(): void {
  if (modeNow() === 'display') void requestQuietly('display.close');
  setMode('off');
}

/** Follows the current list on a second display, or stops that. */
export async function toggleFollowOnDisplay(): Promise<void> {
  if (modeNow() === 'display') return stopFollow();
  const reply = await request('display.open');
  if (!reply.ok || !reply.value) return;
  displayQuery = useReviewUi.getState().query;
  shown = nothing;
  setMode('display');
  await readNewest(true);
}

/** Leaves the photograph in the loupe to the user. */
export function pauseFollow(): void {
  if (modeNow() === 'loupe') setMode('paused');
}

/** Reads the newest photograph at the end of the interval. */
function readSoon(): void {
  isStale = activeReads > 0;
  if (modeNow() === 'off' || readTimer !== undefined || isStale) return;
  const interval = Math.max(minIntervalMs, restFactor * lastRead.took);
  const waitMs = Math.max(0, lastRead.began + interval - performance.now());
  readTimer = setTimeout(() => void readNewest(false), waitMs);
}

/** @param isRequested by the user, so that an open dialog does not prevent it */
async function readNewest(isRequested: boolean): Promise<void> {
  clearTimeout(readTimer);
  readTimer = undefined;
  const began = performance.now();
  lastRead = { ...lastRead, began };
  turn += 1;
  activeReads += 1;
  await showNewest(isRequested, turn).finally(() => {
    activeReads -= 1;
  });
  lastRead = { began, took: performance.now() - began };
  if (isStale) readSoon();
}

async function showNewest(isRequested: boolean, ownTurn: number): Promise<void> {
  const mode = modeNow();
  const query = (mode === 'display' ? displayQuery : null) ?? useReviewUi.getState().query;
  const reply = await requestQuietly('photographs.newest', { ...query, folded: false, openStacks: [] });
  if (turn !== ownTurn || !reply.ok) return;
  newest = reply.value;
  if (latest().resultId !== shown.resultId) {
    if (mode === 'display') await showOnDisplay();
    else if (mode === 'loupe' && isLoupeInFront() && (isRequested || !isPageBusy())) await showInLoupe(ownTurn);
    else pauseFollow();
  }
  wasAtNewest = isAtNewest();
}

const latest = () => (newest ? { photographId: newest.photograph.id, resultId: newest.resultId } : nothing);

async function showOnDisplay(): Promise<void> {
  shown = latest();
  const photograph = newest && { id: newest.photograph.id, resultId: newest.photograph.shown?.id ?? null };
  await requestQuietly('display.show', { photograph });
}

async function showInLoupe(ownTurn: number): Promise<void> {
  const { query, stacks } = useReviewUi.getState();
  useNewCount.setState({ count: 0 });
  await photographList.open(withStacks(query, stacks));
  const place = newest && (await placeOf(newest));
  // If a result was removed, but not its photograph, the photograph stays.
  const { photographId, resultId } = shown;
  const isKept = latest().resultId < resultId && (await photographList.placeOf(photographId)) !== null;
  if (turn !== ownTurn) return;
  shown = isKept ? { ...latest(), photographId } : latest();
  if (isKept) return;
  isPresenting = true;
  if (newest === null) closeLoupe();
  else openLoupe({ id: newest.photograph.id, place: place ?? 0 });
  isPresenting = false;
}

/** A photograph in a closed stack is at the place of the stack. */
async function placeOf({ photograph: { id, stack } }: NewestPhotograph): Promise<number | null> {
  return (await photographList.placeOf(id)) ?? (stack === null ? null : photographList.placeOf(stack.id));
}

/** Whether the loupe shows the whole newest photograph, or the one shown by following last. */
function isAtNewest(): boolean {
  const { isLoupe, selection, versionId } = useReviewUi.getState();
  const id = selection.lead?.id;
  if (!isLoupe || versionId !== null || (id !== newest?.photograph.id && id !== shown.photographId)) return false;
  return isLoupeInFront() && !useLoupeView.getState().isZoomed;
}

const isLoupeInFront = () => useUi.getState().screen === 'review' && !arePanesOpen() && useTouch.getState().id === null;

/** Pauses if the user leaves the newest photograph, and resumes if the user comes back to it. */
function onNavigation(): void {
  if (isPresenting) return;
  const isAt = isAtNewest();
  if (modeNow() === 'loupe' && !isAt) setMode('paused');
  else if (modeNow() === 'paused' && isAt && !wasAtNewest) setMode('loupe');
  wasAtNewest = isAt;
}

/** If the display was unplugged, following waits in the window; if its window was closed, following ends. */
function onDisplayStatus(display: DisplayStatus): void {
  useFollow.setState({ display });
  if (modeNow() === 'display' && !display.isOpen) setMode(display.isAvailable ? 'off' : 'paused');
}

useReviewUi.subscribe((now, before) => {
  const isOtherList = now.query !== before.query;
  if (isOtherList && modeNow() === 'paused') readSoon();
  const isMoved = now.selection.lead?.id !== before.selection.lead?.id || now.versionId !== before.versionId;
  if (isOtherList || isMoved || now.isLoupe !== before.isLoupe) onNavigation();
});
useLoupeView.subscribe((now, before) => {
  if (now.isZoomed !== before.isZoomed) onNavigation();
});
for (const store of [usePanes, useTouch, useUi])
  store.subscribe(() => {
    if (wasAtNewest !== isAtNewest()) onNavigation();
  });

/** @param isBusy whether a dialog is open over the loupe. @returns a function that ends it */
export function followResults(isBusy: () => boolean): () => void {
  isPageBusy = isBusy;
  void requestQuietly('display.status').then((reply) => {
    const display = replyValue(reply);
    if (display) useFollow.setState({ display });
  });
  const ends = [
    subscribe('changes', ({ photographsChanged }) => {
      if (photographsChanged) readSoon();
    }),
    subscribe('display', onDisplayStatus),
  ];
  return () => {
    clearTimeout(readTimer);
    readTimer = undefined;
    for (const end of ends) end();
  };
}
