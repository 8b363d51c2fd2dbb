/** State of the export sheet: scopes and options, the plan of the export, and its outcome. */
import i18next from 'i18next';
import { create } from 'zustand';
import {
  type ExportChoice,
  type ExportOptions,
  type ExportPlan,
  type ExportReport,
  exportOptionsSchema,
  type FlawedResults,
  hasPictures,
} from '../../../../contract/delivery/export.ts';
import type { PhotographQuery } from '../../../../contract/review/list-queries.ts';
import { request, requestQuietly } from '../../../bridge.ts';
import { baseName, formatCount as number } from '../../../locales/format.ts';
import { hideNotification, notify } from '../../../notifications.tsx';
import { rememberGrant, sendGranted } from '../../../state/data/grants.ts';
import { replyValue } from '../../../state/data/replyValue.ts';
import { currentData } from '../../../state/data/store.ts';
import { sizeOf, toChoice } from '../../../state/lists/selection.ts';
import { arePanesOpen, usePanes } from '../../../state/review/panesStore.ts';
import { photographList } from '../../../state/review/photographList.ts';
import { useReviewUi } from '../../../state/review/reviewUi.ts';
import { withoutFlawed } from '../flaws/flawExclusion.ts';

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
  /** Id of the chosen preset, or null. */
  readonly preset: string | null;
  /** Null while it is calculated. */
  readonly plan: ExportPlan | null;
  /** Name of the first file in the latest plan, kept while the next plan is calculated. */
  readonly firstName: string | null;
  /** Flawed results of the chosen scope; null until they are known. */
  readonly flawed: FlawedResults | null;
  /** Whether flawed results are excluded. */
  readonly isWithoutFlawed: boolean;
  /** Report of the last export, if it has failures or notes. */
  readonly report: ExportReport | null;
  /** Outcome of an export that ended while the sheet was open again, shown in its foot. */
  readonly ended: (() => string) | null;
}

export const useExportSheet = create<ExportSheetState>(() => ({
  isOpen: false,
  offers: [],
  offerKey: null,
  options: exportOptionsSchema.parse({}),
  preset: null,
  plan: null,
  firstName: null,
  flawed: null,
  isWithoutFlawed: false,
  report: null,
  ended: null,
}));

/** Returns the photographs in compare or the loupe, otherwise the selection, the picks of user and clients, and all. */
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
  const countOf = async (counted: PhotographQuery) =>
    replyValue(await requestQuietly('photographs.count', counted)) ?? 0;
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

/** Returns the first scope, but prefers picks to a single selected photograph. */
export function offerToBegin(offers: readonly ExportScope[]): ExportScope | undefined {
  const [first] = offers;
  const picked = offers.find(({ key }) => key === 'picked');
  return first?.key === 'selected' && first.count === 1 && picked ? picked : first;
}

/** Id of the notification that reports an export's outcome. */
const notificationKey = 'exported';

/** Opens the sheet with the options of the last export of pictures, because contact sheets and tables are exceptions. */
export async function openExport(): Promise<void> {
  const offers = await offersNow();
  const offerKey = offerToBegin(offers)?.key;
  if (offerKey === undefined) return;
  const { lastExport, lastExportPreset: preset } = currentData().settings;
  const options = lastExport ?? exportOptionsSchema.parse({});
  const none = { firstName: null, flawed: null, isWithoutFlawed: false, report: null, ended: null };
  useExportSheet.setState({ isOpen: true, offers, offerKey, options, preset, ...none });
  hideNotification(notificationKey);
  plan();
}

export const closeExport = () => useExportSheet.setState({ isOpen: false });

export function changeExport(change: Partial<ExportOptions>): void {
  useExportSheet.setState(({ options }) => ({ options: { ...options, ...change } }));
  plan();
}
export function chooseOffer(offerKey: ExportScope['key']): void {
  useExportSheet.setState({ offerKey, flawed: null });
  plan();
}
export function leaveOutFlawed(isWithoutFlawed: boolean): void {
  useExportSheet.setState({ isWithoutFlawed });
  plan();
}
export async function chooseExportFolder(): Promise<void> {
  const { folder } = useExportSheet.getState().options;
  const title = i18next.t('exporting.chooseTitle');
  const reply = await request('app.chooseFolder', { title, start: folder === '' ? null : folder });
  if (reply.ok && reply.value) changeExport({ folder: rememberGrant(reply.value) });
}

const chosenOffer = ({ offers, offerKey }: ExportSheetState) => offers.find(({ key }) => key === offerKey);

/** Returns the exported photographs; null if empty, or while flawed results are excluded but not known. */
function exportChoice(state: ExportSheetState): ExportChoice | null {
  const { flawed, isWithoutFlawed, options } = state;
  const on = chosenOffer(state)?.on ?? null;
  if (on === null || !isWithoutFlawed || !hasPictures(options.kind)) return on;
  return flawed && withoutFlawed(on, flawed);
}
export const hasExportChoice = (state: ExportSheetState): boolean => exportChoice(state) !== null;

const emptyExport = { count: 0, bytes: 0, firstName: null, firstId: null } as const;

/** Delay after the last change before a new plan is requested. */
const planDebounceMs = 250;
let timer: ReturnType<typeof setTimeout> | undefined;

function plan(): void {
  clearTimeout(timer);
  useExportSheet.setState({ plan: null });
  timer = setTimeout(async () => {
    const requested = useExportSheet.getState();
    const offer = chosenOffer(requested);
    if (!requested.isOpen || !offer || !exportOptionsSchema.safeParse(requested.options).success) return;
    // Plans do not depend on the folder.
    const options = { ...requested.options, folder: '' };
    const readPlan = async (on: ExportChoice) => replyValue(await requestQuietly('export.plan', { on, options }));
    const fullPlan = await readPlan(offer.on);
    if (fullPlan === null) return;
    const { flawed } = fullPlan;
    const on = exportChoice({ ...requested, flawed });
    const shownPlan = on === null ? { ...fullPlan, ...emptyExport } : on === offer.on ? fullPlan : await readPlan(on);
    const now = useExportSheet.getState();
    const isCurrent = (['options', 'offerKey', 'isWithoutFlawed'] as const).every((key) => now[key] === requested[key]);
    if (isCurrent) useExportSheet.setState({ plan: shownPlan, firstName: shownPlan?.firstName ?? null, flawed });
  }, planDebounceMs);
}

/** Closes the sheet and exports. Progress is shown above the status bar. */
export async function runExport(): Promise<void> {
  const state = useExportSheet.getState();
  const { options, preset } = state;
  const on = exportChoice(state);
  if (on === null) return;
  closeExport();
  const reply = await sendGranted((sent) =>
    request('export.run', { on, options: { ...options, folder: sent(options.folder) }, preset }),
  );
  if (!reply.ok) return;
  const { done, ending, failedCount, notes = [], folder } = reply.value;
  if (ending !== 'whole' || failedCount + notes.length > 0) return useExportSheet.setState({ report: reply.value });
  const isOutputs = options.kind === 'outputs';
  const text = () => {
    if (done === 0) return i18next.t(isOutputs ? 'exporting.noOutputs' : 'exporting.nothing');
    const values = { count: done, number: number(done), folder: baseName(folder) };
    return i18next.t(isOutputs ? 'exporting.doneOutputs' : 'exporting.done', values);
  };
  if (useExportSheet.getState().isOpen) return useExportSheet.setState({ ended: text });
  const reveal = { label: () => i18next.t('exporting.report.reveal'), go: () => void request('export.reveal') };
  const action = done > 0 && !isOutputs ? reveal : null;
  notify({ tone: done > 0 ? 'success' : 'info', text }, { action, about: notificationKey });
}
