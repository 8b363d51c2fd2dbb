/** The sheets of galleries for clients: making one, and taking over what comes back. */
import i18next from 'i18next';
import { create } from 'zustand';
import {
  type GalleryOptions,
  type GalleryReport,
  galleryOptionsSchema,
  type OpenedPicks,
} from '../../preload/contract/desk/gallery.ts';
import { ask, notify } from '../bridge.ts';
import { baseName, count as number } from '../locales/format.ts';
import { type Offer, offersNow, offerToBegin } from './exporting.ts';
import { chosen, sendGranted } from './grants.ts';
import { currentData } from './store.ts';

interface GalleryState {
  readonly isOpen: boolean;
  readonly offers: readonly Offer[];
  readonly which: Offer['key'] | null;
  readonly options: GalleryOptions;
  /** Of the last one, where there is something to tell. */
  readonly report: GalleryReport | null;
  /** A client's choices that wait for the user's word. */
  readonly picks: OpenedPicks | null;
}

export const useGallery = create<GalleryState>(() => ({
  isOpen: false,
  offers: [],
  which: null,
  options: galleryOptionsSchema.parse({}),
  report: null,
  picks: null,
}));

/** Opens the sheet as it was last, but for what is of one gallery alone. */
export async function openGallery(): Promise<void> {
  const offers = await offersNow();
  const begin = offerToBegin(offers);
  if (begin === undefined) return;
  const last = currentData().settings.lastGallery ?? galleryOptionsSchema.parse({});
  const options = { ...last, title: '', message: '' };
  useGallery.setState({ isOpen: true, offers, which: begin.key, options, report: null });
}

export const closeGallery = () => useGallery.setState({ isOpen: false });
export const changeGallery = (change: Partial<GalleryOptions>) =>
  useGallery.setState(({ options }) => ({ options: { ...options, ...change } }));

export async function chooseGalleryFolder(): Promise<void> {
  const { folder } = useGallery.getState().options;
  const title = i18next.t('gallery.chooseTitle');
  const reply = await ask('app.chooseFolder', { title, start: folder === '' ? null : folder });
  if (reply.ok && reply.value) changeGallery({ folder: chosen(reply.value) });
}

/** Closes the sheet; how far it is, is told by the line over the foot of the window. */
export async function makeGallery(): Promise<void> {
  const { options, offers, which } = useGallery.getState();
  const offer = offers.find(({ key }) => key === which);
  if (!offer) return;
  closeGallery();
  const reply = await sendGranted((sent) =>
    ask('gallery.make', { on: offer.on, options: { ...options, folder: sent(options.folder) } }),
  );
  if (!reply.ok) return;
  const { done, ending, failedCount, withoutBefore, path } = reply.value;
  if (ending !== 'whole' || failedCount + withoutBefore > 0) return useGallery.setState({ report: reply.value });
  const words = { count: done, number: number(done), name: baseName(path ?? '') };
  notify({ tone: 'success', text: i18next.t('gallery.done', words) });
}

export async function choosePicks(): Promise<void> {
  const reply = await ask('gallery.choosePicks');
  if (reply.ok && reply.value !== null) useGallery.setState({ picks: reply.value });
}

/** @param grant of the file that was dropped */
export async function openPicks(grant: string): Promise<void> {
  const reply = await ask('gallery.openPicks', { grant });
  if (reply.ok) useGallery.setState({ picks: reply.value });
}

export async function importPicks(): Promise<void> {
  const { picks } = useGallery.getState();
  useGallery.setState({ picks: null });
  if (picks === null) return;
  const reply = await ask('gallery.importPicks', { id: picks.id });
  if (!reply.ok) return;
  const count = reply.value;
  notify({ tone: 'success', text: i18next.t('gallery.picks.done', { count, number: number(count) }) });
}
