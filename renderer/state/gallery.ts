/** The sheets of galleries for clients: making one, importing what comes back, and taking it over. */
import i18next from 'i18next';
import { create } from 'zustand';
import type { ExportChoice, FlawedResults } from '../../contract/delivery/export.ts';
import {
  type ClientCommand,
  type GalleryOptions,
  type GalleryPlan,
  type GalleryReport,
  galleryOptionsSchema,
  type OpenedPicks,
} from '../../contract/delivery/gallery.ts';
import type { PhotographChoice } from '../../contract/review/list-queries.ts';
import { hideNotification, notify, request, requestQuietly } from '../bridge.ts';
import { baseName, formatCount as number } from '../locales/format.ts';
import { type ExportScope, offersNow, offerToBegin } from './exportSheet.ts';
import { withoutFlawed } from './flawExclusion.ts';
import { rememberGrant, sendGranted } from './grants.ts';
import { currentKey } from './keymap.ts';
import { arePanesOpen, usePanes } from './panes/panesStore.ts';
import { photographList } from './photographList.ts';
import { replyValue } from './replyValue.ts';
import { useReviewUi } from './reviewUi.ts';
import { sizeOf, toChoice } from './selection.ts';
import { currentData } from './store.ts';

interface GalleryState {
  readonly isOpen: boolean;
  readonly offers: readonly ExportScope[];
  readonly offerKey: ExportScope['key'] | null;
  readonly options: GalleryOptions;
  /** Null while it is being made. */
  readonly plan: GalleryPlan | null;
  /** Of the chosen offer; null until they are known. */
  readonly flawed: FlawedResults | null;
  /** Results with flaws are not part of it. */
  readonly isWithoutFlawed: boolean;
  /** Of the last one, where there is something to tell. */
  readonly report: GalleryReport | null;
  /** There is one to be shown: it was made since the window was opened. */
  readonly isMade: boolean;
  /** What one that ended while the sheet was open came to: the sheet says it. */
  readonly ended: (() => string) | null;
  /** A client's choices that wait for the user's word, or were just imported. */
  readonly picks: OpenedPicks | null;
}

export const useGallery = create<GalleryState>(() => ({
  isOpen: false,
  offers: [],
  offerKey: null,
  options: galleryOptionsSchema.parse({}),
  plan: null,
  flawed: null,
  isWithoutFlawed: false,
  report: null,
  isMade: false,
  ended: null,
  picks: null,
}));

/** What is told of how a gallery ended. */
const about = 'gallery';

/** Opens the sheet as it was last, but for what is of one gallery alone. */
export async function openGallery(): Promise<void> {
  const offers = await offersNow();
  const initialOffer = offerToBegin(offers);
  if (initialOffer === undefined) return;
  const last = currentData().settings.lastGallery ?? galleryOptionsSchema.parse({});
  const options = { ...last, title: '', message: '' };
  const none = { flawed: null, isWithoutFlawed: false, report: null, ended: null };
  useGallery.setState({ isOpen: true, offers, offerKey: initialOffer.key, options, ...none });
  hideNotification(about);
  await plan();
}

export const closeGallery = () => useGallery.setState({ isOpen: false });
export const changeGallery = (change: Partial<GalleryOptions>) =>
  useGallery.setState(({ options }) => ({ options: { ...options, ...change } }));

export async function chooseGalleryOffer(offerKey: ExportScope['key']): Promise<void> {
  useGallery.setState({ offerKey, flawed: null });
  await plan();
}
export async function leaveOutOfGallery(isWithoutFlawed: boolean): Promise<void> {
  useGallery.setState({ isWithoutFlawed });
  await plan();
}

type ChoiceState = Pick<GalleryState, 'offers' | 'offerKey' | 'flawed' | 'isWithoutFlawed'>;

/** Returns what the gallery is made of; null if nothing, or it is not known yet which results have flaws. */
function galleryChoice({ offers, offerKey, flawed, isWithoutFlawed }: ChoiceState): ExportChoice | null {
  const on = offers.find(({ key }) => key === offerKey)?.on ?? null;
  if (on === null || !isWithoutFlawed) return on;
  return flawed && withoutFlawed(on, flawed);
}

async function plan(): Promise<void> {
  useGallery.setState({ plan: null });
  const { offers, offerKey, isWithoutFlawed } = useGallery.getState();
  const all = galleryChoice({ offers, offerKey, flawed: null, isWithoutFlawed: false });
  const ask = async (on: ExportChoice) => replyValue(await requestQuietly('gallery.plan', { on }));
  const whole = all && (await ask(all));
  if (whole === null) return;
  const { flawed } = whole;
  const on = galleryChoice({ offers, offerKey, flawed, isWithoutFlawed });
  const shownPlan = on === null ? { ...whole, count: 0 } : isWithoutFlawed ? await ask(on) : whole;
  const now = useGallery.getState();
  if (now.offers === offers && now.offerKey === offerKey && now.isWithoutFlawed === isWithoutFlawed)
    useGallery.setState({ plan: shownPlan, flawed });
}

export async function chooseGalleryFolder(): Promise<void> {
  const { folder } = useGallery.getState().options;
  const title = i18next.t('gallery.chooseTitle');
  const reply = await request('app.chooseFolder', { title, start: folder === '' ? null : folder });
  if (reply.ok && reply.value) changeGallery({ folder: rememberGrant(reply.value) });
}

/** Closes the sheet; how far it is, is told by the line over the foot of the window. */
export async function makeGallery(): Promise<void> {
  const state = useGallery.getState();
  const { options } = state;
  const on = galleryChoice(state);
  if (on === null) return;
  closeGallery();
  const reply = await sendGranted((sent) =>
    request('gallery.make', { on, options: { ...options, folder: sent(options.folder) } }),
  );
  if (!reply.ok) return;
  const { done, ending, failedCount, withoutBefore, path } = reply.value;
  if (path !== null) useGallery.setState({ isMade: true });
  if (ending !== 'whole' || failedCount + withoutBefore > 0) return useGallery.setState({ report: reply.value });
  const text = () => i18next.t('gallery.done', { count: done, number: number(done), name: baseName(path ?? '') });
  if (useGallery.getState().isOpen) return useGallery.setState({ ended: text });
  const reveal = { label: () => i18next.t('gallery.report.reveal'), go: () => void request('gallery.reveal') };
  notify({ tone: 'success', text }, { action: reveal, about });
}

export async function choosePicks(): Promise<void> {
  const reply = await request('gallery.choosePicks');
  if (reply.ok && reply.value !== null) useGallery.setState({ picks: reply.value });
}

/** @param grant of the file that was dropped */
export async function openPicks(grant: string): Promise<void> {
  const reply = await request('gallery.openPicks', { grant });
  if (reply.ok) useGallery.setState({ picks: reply.value });
}

/** Keeps them, and shows what can be done with them. */
export async function importPicks(): Promise<void> {
  const { picks } = useGallery.getState();
  if (picks === null) return;
  const reply = await request('gallery.importPicks', { id: picks.id });
  useGallery.setState({ picks: reply.ok ? { ...picks, imported: reply.value } : null });
  await photographList.refresh();
}

/** Takes over what was just imported, or unpicks the rest of its gallery. */
export async function applyImportedPicks(command: ClientCommand): Promise<void> {
  const { picks } = useGallery.getState();
  if (!picks?.imported) return;
  if (!(await follow(command, { answer: picks.imported.answer }))) return;
  const done = command === 'takeOver' ? { toPick: 0, rejected: 0 } : { toUnpick: 0 };
  useGallery.setState(({ picks: now }) => ({
    picks: now?.imported ? { ...now, imported: { ...now.imported, ...done } } : now,
  }));
}

/** The same by all that clients chose about what one looks at closely, else about several that are selected, else about what is listed. */
export async function applyClientPicks(command: ClientCommand): Promise<void> {
  await follow(command, meantBy(command));
}

function meantBy(command: ClientCommand): PhotographChoice {
  const { isLoupe, selection } = useReviewUi.getState();
  if (arePanesOpen()) return { ids: [...new Set(usePanes.getState().panes.map(({ id }) => id))] };
  if (isLoupe && selection.lead) return { ids: [selection.lead.id] };
  const { count, query } = photographList.now();
  // The rest is what the filter of clients' picks hides.
  const listed = { ...query, folded: false, ...(command === 'unpickRest' ? { pickedByClient: false } : {}) };
  return sizeOf(selection, count) > 1 ? toChoice(selection, query) : { query: listed, except: [] };
}

/** True where it was done, also where it changed nothing. */
async function follow(command: ClientCommand, on: { readonly answer: number } | PhotographChoice): Promise<boolean> {
  const reply = await request('gallery.follow', { command, on });
  if (!reply.ok) return false;
  const count = reply.value;
  const words = () => ({ count, number: number(count), keys: currentKey('app.undo') });
  notify(
    count === 0
      ? { tone: 'info', text: () => i18next.t(`gallery.follow.nothing.${command}`) }
      : { tone: 'success', text: () => i18next.t(`gallery.follow.did.${command}`, words()) },
  );
  await photographList.refresh();
  return true;
}
