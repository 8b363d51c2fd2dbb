/** Adds photographs (dropped, chosen, or samples), and reports the outcome. */
import i18next, { type TFunction } from 'i18next';
import type { AddReport } from '../../../contract/app/action-reports.ts';
import { formatMessage, joinSentences } from '../../../contract/messages/format-message.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { JobChoice } from '../../../contract/review/list-queries.ts';
import { type Estimate, estimateMessage } from '../../../contract/services/costs.ts';
import { grantDropped, request } from '../../bridge.ts';
import { notify } from '../../notifications.tsx';
import type { Data } from '../data/appData.ts';
import { currentData } from '../data/store.ts';
import { openPicks } from '../review/clientPicks.ts';
import { changeSettings, currentSettings } from '../settings/settings.ts';
import { goTo, useUi } from '../window/navigation.ts';
import { lookFirst } from './proofs.ts';

/** Returns the recipe for added photographs: the last chosen one, or the first. */
export function recipeForAdding({ recipes, settings }: Pick<Data, 'recipes' | 'settings'>): Recipe | undefined {
  return recipes.find(({ id }) => id === settings.defaultRecipeId) ?? recipes[0];
}

export const currentRecipe = () => recipeForAdding({ recipes: currentData().recipes, settings: currentSettings() });

export const chooseRecipe = (defaultRecipeId: string) => void changeSettings({ defaultRecipeId });

export const chooseLookFirst = (isFirst: boolean) => void changeSettings({ lookFirst: isFirst });

export async function addDropped(files: readonly File[]): Promise<void> {
  const reply = await grantDropped(files);
  if (!reply.ok) return;
  const [file] = files;
  if (reply.value === null) notify({ tone: 'warning', text: () => i18next.t('notices.noPaths') });
  // A JSON file holds the picks of a client.
  else if (files.length === 1 && file?.name.toLowerCase().endsWith('.json')) await openPicks(reply.value);
  else await add(reply.value);
}

/** @param grant for photographs and folders */
async function add(grant: string): Promise<void> {
  const recipe = currentRecipe();
  if (!recipe) {
    notify({ tone: 'warning', text: () => i18next.t('notices.noRecipe') });
    goTo('recipes');
    return;
  }
  if (currentSettings().lookFirst) return lookFirst(grant, recipe.id);
  const reply = await request('intake.add', { grant, recipeId: recipe.id });
  if (reply.ok) report(reply.value);
}

export async function chooseAndAdd(): Promise<void> {
  const reply = await request('app.chooseImages');
  if (reply.ok && reply.value !== null) await add(reply.value);
}

export async function addSamples(): Promise<void> {
  const reply = await request('intake.samples');
  if (reply.ok) report(reply.value);
}

/** Processes jobs again with the recipes they had. */
export async function reprocess(on: JobChoice, isDoneOnly = false): Promise<void> {
  const reply = await request('jobs.again', { on, onlyDone: isDoneOnly });
  if (reply.ok) report(reply.value);
}

/** Shows a notification, or a panel if photographs were rejected or skipped. */
export function report(added: AddReport): void {
  goTo('queue');
  const text = formatAddNotice(added, i18next.t);
  useUi.setState({ report: text === null ? added : null });
  if (text !== null) notify({ tone: 'success', text: () => formatAddNotice(added, i18next.t) ?? '' });
}

/** Returns the notification if all photographs were added or resumed, or null. */
export function formatAddNotice(
  { accepted, resumed, undecided, skipped, refused, notes, estimates = [], asksAboutCost = false }: AddReport,
  t: TFunction,
): string | null {
  if (refused.length + notes.length > 0 || skipped + undecided > 0 || accepted + resumed === 0) return null;
  return joinSentences([
    ...(accepted > 0 ? [t('notices.added', { count: accepted })] : []),
    ...(resumed > 0 ? [t('notices.resumed', { count: resumed })] : []),
    // The queue asks for approval of the cost.
    ...(asksAboutCost ? [] : costLines(estimates)),
  ]);
}

export function costLines(estimates: readonly Estimate[]): string[] {
  return estimates.filter(({ requests }) => requests > 0).map(estimateLine);
}

export function estimateLine(estimate: Estimate): string {
  const { profileId } = estimate;
  const name = currentData().profiles.find(({ id }) => id === profileId)?.name ?? profileId;
  return formatMessage(estimateMessage(estimate, name));
}

/** Texts of the report; null without such photographs. */
export interface ReportTexts {
  readonly title: string;
  readonly resumed: string | null;
  /** Sent before, with an uncertain charge. */
  readonly undecided: string | null;
  /** Done before; they can be processed again. */
  readonly finished: string | null;
  /** Burnish's own results. */
  readonly own: string | null;
}

export function reportText(report: AddReport, t: TFunction): ReportTexts {
  const { undecided, skipped } = report;
  const resumed = report.resumed - report.refusedAgain;
  const finished = report.finishedBefore.length;
  const own = Math.max(0, skipped - finished);
  return {
    title: titleOf(report, t),
    resumed: resumed > 0 ? t('queue.report.resumed', { count: resumed }) : null,
    undecided: undecided > 0 ? t('queue.report.undecided', { count: undecided }) : null,
    finished:
      finished === 0
        ? null
        : joinSentences([
            t('queue.report.finished', { count: finished }),
            ...(report.resultsGone > 0 ? [t('queue.report.gone', { count: report.resultsGone })] : []),
          ]),
    own: own > 0 ? t('queue.report.own', { count: own }) : null,
  };
}

function titleOf({ accepted, resumed, undecided, skipped, refused }: AddReport, t: TFunction): string {
  if (refused.length > 0 && accepted === 0) return t('queue.report.onlyRefused', { refused: refused.length });
  if (refused.length > 0) return t('queue.report.title', { accepted, refused: refused.length });
  if (accepted > 0) return t('queue.report.added', { accepted });
  return resumed + undecided + skipped > 0 ? t('queue.report.known') : t('queue.report.nothing');
}
