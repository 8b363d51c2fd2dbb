/** The sheet that hands results on: what may be meant, what is chosen, what it would come to, and how it ended. */
import i18next from 'i18next';
import { create } from 'zustand';
import {
  type ExportChoice,
  type ExportOptions,
  type ExportPlan,
  type ExportReport,
  exportOptionsSchema,
} from '../../contract/delivery/export.ts';
import type { PhotographQuery } from '../../contract/review/list-queries.ts';
import { hideNotification, notify, request, requestQuietly } from '../bridge.ts';
import { baseName, formatCount as number } from '../locales/format.ts';
import { rememberGrant, sendGranted } from './grants.ts';
import { arePanesOpen, usePanes } from './panes/panesStore.ts';
import { photographList } from './photographList.ts';
import { replyValue } from './replyValue.ts';
import { useReviewUi } from './reviewUi.ts';
import { sizeOf, toChoice } from './selection.ts';
import { currentData } from './store.ts';

export interface ExportScope {
  readonly key: 'these' | 'compared' | 'selected' | 'picked' | 'client' | 'all';
  readonly count: number;
  readonly on: ExportChoice;
}

interface ExportSheetState {
  readonly isOpen: boolean;
  readonly offers: readonly ExportScope[];
  readonly offerKey: ExportScope['key'] | null;
  readonly options: ExportOptions;
  /** Id of the preset that was chosen; null: none. */
  readonly preset: string | null;
  /** Null while it is being made. */
  readonly plan: ExportPlan | null;
  /** Of the last export, where there is something to tell. */
  readonly report: ExportReport | null;
  /** What one that ended while the sheet was open came to: the sheet says it. */
  readonly ended: (() => string) | null;
}

export const useExportSheet = create<ExportSheetState>(() => ({
  isOpen: false,
  offers: [],
  offerKey: null,
  options: exportOptionsSchema.parse({}),
  preset: null,
  plan: null,
  report: null,
  ended: null,
}));

/** What one looks at closely, else what is selected, what was picked here and by clients, and all. */
export async function offersNow(): Promise<ExportScope[]> {
  const { isLoupe, selection, versionId } = useReviewUi.getState();
  if (arePanesOpen()) {
    const { panes, isVersions } = usePanes.getState();
    const versions = panes.flatMap((pane) => pane.versionId ?? []);
    const isKnown = isVersions && versions.length === panes.length;
    const on = isKnown ? { versions } : { ids: [...new Set(panes.map(({ id }) => id))] };
    return [{ key: 'compared', count: panes.length, on }];
  }
  if (isLoupe && selection.lead)
    return [
      { key: 'these', count: 1, on: versionId === null ? { ids: [selection.lead.id] } : { versions: [versionId] } },
    ];
  const { count, query } = photographList.now();
  const countOf = async (meant: PhotographQuery) => replyValue(await requestQuietly('photographs.count', meant)) ?? 0;
  const picks = { ...query, flags: [1 as const], undecided: false, folded: false };
  const clients = { ...query, pickedByClient: true, folded: false };
  const [picked, byClient] = await Promise.all([countOf(picks), countOf(clients)]);
  const selected = sizeOf(selection, count);
  const offers: ExportScope[] = [
    { key: 'selected', count: selected, on: toChoice(selection, query) },
    { key: 'picked', count: picked, on: { query: picks, except: [] } },
    { key: 'client', count: byClient, on: { query: clients, except: [] } },
    { key: 'all', count, on: { query, except: [] } },
  ];
  return offers.filter((offer) => offer.count > 0);
}

/** Of several that are selected, these, else the picked ones. */
export function offerToBegin(offers: readonly ExportScope[]): ExportScope | undefined {
  const [first] = offers;
  const picked = offers.find(({ key }) => key === 'picked');
  return first?.key === 'selected' && first.count === 1 && picked ? picked : first;
}

/** What is told of how an export ended. */
const notificationKey = 'exported';

/** Opens the sheet as pictures were exported last; what was made once between (a contact sheet, a table) does not come again by itself. */
export async function openExport(): Promise<void> {
  const offers = await offersNow();
  const offerKey = offerToBegin(offers)?.key;
  if (offerKey === undefined) return;
  const { lastExport, lastExportPreset: preset } = currentData().settings;
  const options = lastExport ?? exportOptionsSchema.parse({});
  useExportSheet.setState({ isOpen: true, offers, offerKey, options, preset, plan: null, report: null, ended: null });
  hideNotification(notificationKey);
  plan();
}

export const closeExport = () => useExportSheet.setState({ isOpen: false });

export function changeExport(change: Partial<ExportOptions>): void {
  useExportSheet.setState(({ options }) => ({ options: { ...options, ...change } }));
  plan();
}
export function chooseOffer(offerKey: ExportScope['key']): void {
  useExportSheet.setState({ offerKey });
  plan();
}
export async function chooseExportFolder(): Promise<void> {
  const { folder } = useExportSheet.getState().options;
  const title = i18next.t('exporting.chooseTitle');
  const reply = await request('app.chooseFolder', { title, start: folder === '' ? null : folder });
  if (reply.ok && reply.value) changeExport({ folder: rememberGrant(reply.value) });
}

const chosenOffer = ({ offers, offerKey }: ExportSheetState) => offers.find(({ key }) => key === offerKey);

/** Typing waits this long (ms) for the next letter before it is measured. */
const planDebounceMs = 250;
let timer: ReturnType<typeof setTimeout> | undefined;

function plan(): void {
  clearTimeout(timer);
  useExportSheet.setState({ plan: null });
  timer = setTimeout(async () => {
    const requested = useExportSheet.getState();
    const offer = chosenOffer(requested);
    if (!requested.isOpen || !offer || !exportOptionsSchema.safeParse(requested.options).success) return;
    // Nothing of a plan depends on where it goes.
    const reply = await requestQuietly('export.plan', { on: offer.on, options: { ...requested.options, folder: '' } });
    const now = useExportSheet.getState();
    if (now.options === requested.options && now.offerKey === requested.offerKey)
      useExportSheet.setState({ plan: replyValue(reply) ?? null });
  }, planDebounceMs);
}

/** Closes the sheet; how far it is, is told by the line over the foot of the window. */
export async function runExport(): Promise<void> {
  const { options, preset, ...rest } = useExportSheet.getState();
  const offer = chosenOffer({ options, preset, ...rest });
  if (!offer) return;
  closeExport();
  const reply = await sendGranted((sent) =>
    request('export.run', { on: offer.on, options: { ...options, folder: sent(options.folder) }, preset }),
  );
  if (!reply.ok) return;
  const { done, ending, failedCount, notes = [], folder } = reply.value;
  if (ending !== 'whole' || failedCount + notes.length > 0) return useExportSheet.setState({ report: reply.value });
  const isOutputs = options.kind === 'outputs';
  const text = () => {
    if (done === 0) return i18next.t(isOutputs ? 'exporting.noOutputs' : 'exporting.nothing');
    const words = { count: done, number: number(done), folder: baseName(folder) };
    return i18next.t(isOutputs ? 'exporting.doneOutputs' : 'exporting.done', words);
  };
  if (useExportSheet.getState().isOpen) return useExportSheet.setState({ ended: text });
  const reveal = { label: () => i18next.t('exporting.report.reveal'), go: () => void request('export.reveal') };
  const action = done > 0 && !isOutputs ? reveal : null;
  notify({ tone: done > 0 ? 'success' : 'info', text }, { action, about: notificationKey });
}
