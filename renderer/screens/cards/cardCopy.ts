/** State of the sheet that copies a card, and of the report afterwards. */
import i18next from 'i18next';
import { create } from 'zustand';
import {
  type CopyOptions,
  type CopyOutcome,
  type CopyPlan,
  type CopyReport,
  copyOptionsSchema,
  isVerified,
} from '../../../contract/intake/cards.ts';
import type { Message } from '../../../contract/messages/message.ts';
import { request, requestQuietly } from '../../bridge.ts';
import { formatCount as number } from '../../locales/format.ts';
import { notify } from '../../notifications.tsx';
import { rememberGrant, sendGranted, toWirePath } from '../../state/data/grants.ts';
import { currentRecipe, report } from '../../state/processing/intake.ts';
import { showProofs } from '../../state/processing/proofs.ts';
import { currentSettings } from '../../state/settings/settings.ts';

interface CardCopy {
  readonly isOpen: boolean;
  readonly options: CopyOptions;
  /** Null while the card is read, and if none is chosen. */
  readonly plan: CopyPlan | null;
  readonly isReading: boolean;
  /** The reason why the copy cannot start. */
  readonly error: Message | null;
  /** Report of the last copy, unless a notification covers it. */
  readonly report: CopyReport | null;
}

export const useCards = create<CardCopy>(() => ({
  isOpen: false,
  options: copyOptionsSchema.parse({}),
  plan: null,
  isReading: false,
  error: null,
  report: null,
}));

/** Opens the sheet with the options of the last copy. */
export function openCardSheet(): void {
  const { lastCopy, lookFirst } = currentSettings();
  const options = lastCopy ?? copyOptionsSchema.parse({ after: lookFirst ? 'lookFirst' : 'process' });
  useCards.setState({ isOpen: true, options, report: null });
  void plan();
}

export const closeCardSheet = () => useCards.setState({ isOpen: false });
export const closeCardReport = () => useCards.setState({ report: null });

export function changeCopy(change: Partial<CopyOptions>): void {
  useCards.setState(({ options }) => ({ options: { ...options, ...change } }));
  if (change.after === undefined) void plan();
}

const titles = { from: 'cards.chooseFrom', to: 'cards.chooseTo', second: 'cards.chooseSecond' } as const;

export async function chooseCopyFolder(field: keyof typeof titles): Promise<void> {
  const known = useCards.getState().options[field];
  const title = i18next.t(titles[field]);
  const reply = await request('app.chooseFolder', { title, start: known === '' ? null : known });
  if (reply.ok && reply.value) changeCopy({ [field]: rememberGrant(reply.value) });
}

const convertPaths = (options: CopyOptions, convert: typeof toWirePath): CopyOptions => ({
  ...options,
  from: convert(options.from),
  to: convert(options.to),
  second: convert(options.second),
});

/** Reads the card. A newer request cancels an earlier one. */
async function plan(): Promise<void> {
  const { options } = useCards.getState();
  useCards.setState({ plan: null, error: null, isReading: options.from !== '' });
  if (options.from === '') return;
  const reply = await requestQuietly('cards.plan', convertPaths(options, toWirePath));
  if (useCards.getState().options !== options || (reply.ok && reply.value === null)) return;
  if (reply.ok) useCards.setState({ plan: reply.value, error: reply.value?.problem ?? null, isReading: false });
  else useCards.setState({ error: reply.message, isReading: false });
}

/** Closes the sheet and copies; the status bar shows the progress. */
export async function copyNow(): Promise<void> {
  const { options } = useCards.getState();
  const recipe = currentRecipe();
  if (!recipe) return notify({ tone: 'warning', text: () => i18next.t('notices.noRecipe') });
  closeCardSheet();
  const reply = await sendGranted((sent) =>
    request('cards.copy', { options: convertPaths(options, sent), recipeId: recipe.id }),
  );
  if (reply.ok) await reportOutcome(reply.value);
}

/** Shows a notification after a copy without failures and notes, otherwise a report. */
async function reportOutcome({ copy, added, shown }: CopyOutcome): Promise<void> {
  if (added !== null) report(added);
  if (shown !== null) await showProofs(shown);
  if (!isVerified(copy) || copy.notes.length > 0) return useCards.setState({ report: copy });
  const reveal = { label: () => i18next.t('cards.report.reveal'), go: () => void request('cards.reveal') };
  notify({ tone: 'success', text: () => successText(copy) }, { action: reveal, about: 'copied' });
}

function successText({ places }: CopyReport): string {
  const { t } = i18next;
  const copied = Math.max(...places.map(({ copied }) => copied));
  const isBoth = places.length > 1;
  if (copied === 0) return t(isBoth ? 'cards.allThereBoth' : 'cards.allThere');
  return t(isBoth ? 'cards.copiedBoth' : 'cards.copied', { count: copied, number: number(copied) });
}
