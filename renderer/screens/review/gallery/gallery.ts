/** State of the sheet that makes a gallery for a client. */
import i18next from 'i18next';
import { create } from 'zustand';
import type { ExportChoice, FlawedResults } from '../../../../contract/delivery/export.ts';
import {
  type GalleryOptions,
  type GalleryPlan,
  type GalleryReport,
  galleryOptionsSchema,
} from '../../../../contract/delivery/gallery.ts';
import { request, requestQuietly } from '../../../bridge.ts';
import { baseName, formatCount as number } from '../../../locales/format.ts';
import { hideNotification, notify } from '../../../notifications.tsx';
import { rememberGrant, sendGranted } from '../../../state/data/grants.ts';
import { replyValue } from '../../../state/data/replyValue.ts';
import { currentData } from '../../../state/data/store.ts';
import { type ExportScope, offersNow, offerToBegin } from '../export/exportSheet.ts';
import { withoutFlawed } from '../flaws/flawExclusion.ts';

interface GalleryState {
  readonly isOpen: boolean;
  readonly offers: readonly ExportScope[];
  readonly offerKey: ExportScope['key'] | null;
  readonly options: GalleryOptions;
  /** Null while it is calculated. */
  readonly plan: GalleryPlan | null;
  /** Flawed results of the chosen scope; null until they are known. */
  readonly flawed: FlawedResults | null;
  /** Whether flawed results are excluded. */
  readonly isWithoutFlawed: boolean;
  /** Report of the last gallery, if it is incomplete. */
  readonly report: GalleryReport | null;
  /** Whether a gallery was made since the window was opened. */
  readonly isMade: boolean;
  /** Outcome of a gallery that ended while the sheet was open again, shown in its foot. */
  readonly ended: (() => string) | null;
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
}));

/** Id of the notification that reports a gallery's outcome. */
const notificationKey = 'gallery';

/** Opens the sheet with the options of the last gallery, except title and message. */
export async function openGallery(): Promise<void> {
  const offers = await offersNow();
  const initialOffer = offerToBegin(offers);
  if (initialOffer === undefined) return;
  const last = currentData().settings.lastGallery ?? galleryOptionsSchema.parse({});
  const options = { ...last, title: '', message: '' };
  const none = { flawed: null, isWithoutFlawed: false, report: null, ended: null };
  useGallery.setState({ isOpen: true, offers, offerKey: initialOffer.key, options, ...none });
  hideNotification(notificationKey);
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

/** Returns the gallery's photographs; null if empty, or while flawed results are excluded but not known. */
function galleryChoice({ offers, offerKey, flawed, isWithoutFlawed }: ChoiceState): ExportChoice | null {
  const on = offers.find(({ key }) => key === offerKey)?.on ?? null;
  if (on === null || !isWithoutFlawed) return on;
  return flawed && withoutFlawed(on, flawed);
}

async function plan(): Promise<void> {
  useGallery.setState({ plan: null });
  const { offers, offerKey, isWithoutFlawed } = useGallery.getState();
  const all = galleryChoice({ offers, offerKey, flawed: null, isWithoutFlawed: false });
  const readPlan = async (on: ExportChoice) => replyValue(await requestQuietly('gallery.plan', { on }));
  const fullPlan = all && (await readPlan(all));
  if (fullPlan === null) return;
  const { flawed } = fullPlan;
  const on = galleryChoice({ offers, offerKey, flawed, isWithoutFlawed });
  const shownPlan = on === null ? { ...fullPlan, count: 0 } : isWithoutFlawed ? await readPlan(on) : fullPlan;
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

/** Closes the sheet and makes the gallery. Progress is shown above the status bar. */
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
  notify({ tone: 'success', text }, { action: reveal, about: notificationKey });
}
