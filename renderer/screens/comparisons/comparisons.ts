/** State of comparisons of two services: the request, blind judging pair by pair with its commands, and the outcome. */
import i18next from 'i18next';
import { create } from 'zustand';
import type { AddReport } from '../../../contract/app/action-reports.ts';
import type { CommandId } from '../../../contract/app/shortcuts.ts';
import { joinSentences } from '../../../contract/messages/format-message.ts';
import type {
  BlindPair,
  ComparisonEstimate,
  ComparisonHead,
  Outcome,
  Verdict,
} from '../../../contract/services/service-comparison.ts';
import { request, requestQuietly } from '../../bridge.ts';
import type { Command, CommandsOf } from '../../commands/command.ts';
import { notify } from '../../notifications.tsx';
import { currentData } from '../../state/data/store.ts';
import { costLines } from '../../state/processing/intake.ts';
import { queueTarget, type ReprocessTarget, reviewTarget } from '../../state/processing/reprocess.ts';
import { fittedLinkedView, type LinkedView } from '../../state/stage/linkedView.ts';
import { goTo, useUi } from '../../state/window/navigation.ts';

export type Target = Exclude<ReprocessTarget, { kind: 'trial' }>;

/** The open comparison. */
interface Judging {
  readonly id: number;
  readonly pairs: readonly BlindPair[];
  /** The pair on screen; null: all are judged. */
  readonly pairId: number | null;
  /** Shows the photograph in place of both results. */
  readonly showsOriginal: boolean;
  readonly linked: LinkedView;
}

interface Comparing {
  /** The photographs of the open sheet. */
  readonly target: Target | null;
  readonly heads: readonly ComparisonHead[];
  readonly judging: Judging | null;
  readonly shown: { readonly head: ComparisonHead; readonly outcome: Outcome } | null;
}

export const useComparing = create<Comparing>(() => ({ target: null, heads: [], judging: null, shown: null }));

/** Whether there are two services. Studios do not compare. */
export const canCompare = (): boolean => currentData().profiles.length > 1 && currentData().studio === null;

export function openComparing(target: ReprocessTarget | null): void {
  if (target !== null && target.kind !== 'trial' && target.count > 0) useComparing.setState({ target });
}

/** Compares the selection of the current screen, or the whole list. */
export function openComparingHere(): void {
  openComparing(useUi.getState().screen === 'review' ? reviewTarget() : queueTarget());
}

export const closeComparing = (): void => useComparing.setState({ target: null });

/** Returns null if the request fails. */
export async function estimateComparison(
  target: Target,
  recipeId: string,
  profileIds: [string, string],
): Promise<ComparisonEstimate | null> {
  const options = { recipeId, profileIds };
  const reply = await (target.kind === 'jobs'
    ? requestQuietly('comparisons.estimateJobs', { on: target.on, ...options })
    : requestQuietly('comparisons.estimatePhotographs', { on: target.on, ...options }));
  return reply.ok ? reply.value : null;
}

/** Processes the photographs at both services. If all results exist already, judging starts at once. */
export async function compare(recipeId: string, profileIds: [string, string]): Promise<void> {
  const { target } = useComparing.getState();
  if (target === null) return;
  closeComparing();
  const options = { recipeId, profileIds };
  const reply = await (target.kind === 'jobs'
    ? request('comparisons.ofJobs', { on: target.on, ...options })
    : request('comparisons.ofPhotographs', { on: target.on, ...options }));
  if (!reply.ok) return;
  const { id, report } = reply.value;
  await readComparisons();
  const head = useComparing.getState().heads.find((each) => each.id === id);
  if (head && head.open === 0 && head.ready > 0) return resumeJudging(id);
  goTo('queue');
  useUi.setState({ report: comparisonReport(report, head?.pairs ?? 0) });
  const costs = () => (report.asksAboutCost ? [] : costLines(report.estimates ?? []));
  const begun = () => i18next.t('comparisons.begun', { count: head?.pairs ?? 0 });
  notify({ tone: 'success', text: () => joinSentences([begun(), ...costs()]) });
}

/**
 * Returns the report of refused photographs, or null. It counts each photograph once, not its two jobs, and does not offer
 * to process finished ones again, because that would charge again for the compared results.
 */
export function comparisonReport(report: AddReport, photographs: number): AddReport | null {
  if (report.refused.length === 0) return null;
  const jobs = { accepted: photographs, resumed: 0, refusedAgain: 0, skipped: 0, finishedBefore: [] };
  return { ...report, ...jobs };
}

export async function readComparisons(): Promise<void> {
  const reply = await requestQuietly('comparisons.list');
  if (reply.ok) useComparing.setState({ heads: reply.value });
}

/** Opens the first pair without a verdict. */
export async function resumeJudging(id: number): Promise<void> {
  const reply = await request('comparisons.pairs', { id });
  if (!reply.ok || reply.value === null) return;
  const pairs = reply.value;
  const pairId = pairs.find(({ verdict }) => verdict === null)?.id ?? null;
  useComparing.setState({ judging: { id, pairs, pairId, showsOriginal: false, linked: fittedLinkedView } });
}

/** Updates the pairs with new results. */
export async function readPairs(): Promise<void> {
  const { judging } = useComparing.getState();
  if (judging === null) return;
  const reply = await requestQuietly('comparisons.pairs', { id: judging.id });
  if (reply.ok && reply.value !== null) change(judging.id, { pairs: reply.value });
}

export const closeJudging = (): void => {
  useComparing.setState({ judging: null });
  void readComparisons();
};

function change(id: number, changed: Partial<Judging>): void {
  useComparing.setState(({ judging }) => (judging?.id === id ? { judging: { ...judging, ...changed } } : {}));
}

const judgingNow = () => useComparing.getState().judging;

/** The pair on screen. */
const pairNow = (): BlindPair | null => {
  const judging = judgingNow();
  return judging?.pairs.find(({ id }) => id === judging.pairId) ?? null;
};

export const showOriginal = (isOriginalShown: boolean): void => {
  const judging = judgingNow();
  if (judging) change(judging.id, { showsOriginal: isOriginalShown });
};

export const updateView = (next: (linked: LinkedView) => LinkedView): void => {
  const judging = judgingNow();
  if (judging) change(judging.id, { linked: next(judging.linked) });
};

/** Stores a verdict and shows the next pair without one. */
export async function recordVerdict(verdict: Verdict): Promise<void> {
  const [judging, pair] = [judgingNow(), pairNow()];
  if (judging === null || pair === null) return;
  const pairs = judging.pairs.map((each) => (each.id === pair.id ? { ...each, verdict } : each));
  const place = pairs.findIndex(({ id }) => id === pair.id);
  const following = [...pairs.slice(place + 1), ...pairs.slice(0, place)];
  const next = following.find((each) => each.verdict === null)?.id ?? null;
  change(judging.id, { pairs, pairId: next, showsOriginal: false, linked: fittedLinkedView });
  const reply = await request('comparisons.judge', { pair: pair.id, verdict });
  // If it was not stored, show what is.
  if (reply.ok && reply.value) return;
  change(judging.id, { pairId: pair.id });
  await readPairs();
}

/** Shows the previous (-1) or next (1) pair; from the end, the last one. */
export function goToPair(delta: 1 | -1): void {
  const judging = judgingNow();
  if (judging === null) return;
  const { pairs, pairId } = judging;
  const place = pairId === null ? pairs.length : pairs.findIndex(({ id }) => id === pairId);
  const next = pairs[place + delta];
  if (next) change(judging.id, { pairId: next.id, showsOriginal: false, linked: fittedLinkedView });
}

/** Ends the judging and reveals the services. */
export async function finishComparison(id: number): Promise<void> {
  const reply = await request('comparisons.finish', { id });
  if (!reply.ok) return;
  await readComparisons();
  useComparing.setState({ judging: null });
  await showOutcome(id);
}

export async function showOutcome(id: number): Promise<void> {
  const reply = await request('comparisons.outcome', { id });
  const head = useComparing.getState().heads.find((each) => each.id === id);
  if (reply.ok && reply.value !== null && head) useComparing.setState({ shown: { head, outcome: reply.value } });
}

export const closeOutcome = (): void => useComparing.setState({ shown: null });

export async function forgetComparison(id: number): Promise<void> {
  await request('comparisons.forget', { id });
  await readComparisons();
}

/** Sets the service of the recipe. */
export async function giveToRecipe(recipeId: string, profileId: string): Promise<void> {
  const recipe = currentData().recipes.find(({ id }) => id === recipeId);
  const service = currentData().profiles.find(({ id }) => id === profileId);
  if (!recipe || !service) return;
  const reply = await request('recipes.save', { ...recipe, profileId });
  if (!reply.ok) return;
  notify({
    tone: 'success',
    text: () => i18next.t('comparisons.outcome.usedNow', { recipe: recipe.name, service: service.name }),
  });
}

const verdict = (value: Verdict): Command => ({
  run: () => void recordVerdict(value),
  possible: () => pairNow() !== null,
});

/** Toggles the original. Returns the function that restores the view when a held key is released. */
function originalWhile(): () => void {
  const before = useComparing.getState().judging?.showsOriginal ?? false;
  showOriginal(!before);
  return () => showOriginal(before);
}

export const judgingCommands: CommandsOf<CommandId, 'judging'> = {
  'judging.left': verdict('left'),
  'judging.right': verdict('right'),
  'judging.both': verdict('both'),
  'judging.neither': verdict('neither'),
  'judging.original': { run: originalWhile, possible: () => pairNow() !== null },
  'judging.previous': { run: () => goToPair(-1) },
  'judging.next': { run: () => goToPair(1) },
  'judging.back': { run: closeJudging },
};
