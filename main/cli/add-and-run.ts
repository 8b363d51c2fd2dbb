/** What commands have in common that take photographs in and run until all is done. */

import { msg } from '../../contract/messages/message.ts';
import { type Recipe, trialTerms } from '../../contract/recipes/recipe.ts';
import { creditsMessage, estimateMessage } from '../../contract/services/costs.ts';
import { canCharge } from '../../contract/services/profile.ts';
import { orderResultsFirst } from '../intake/batch-title.ts';
import { expandPaths } from '../intake/paths/expand-paths.ts';
import { alternativeRecipe, costOf } from '../pipeline/spending/estimate.ts';
import { type NewBatch, queueHolders, type Store } from '../store/index.ts';
import { addSummaryMessages, withLateFinishes } from './add-summary.ts';
import {
  type CommonOptions,
  type ExitCode,
  type LaunchEngine,
  openSession,
  type Session,
  serviceNames,
} from './command-session.ts';
import type { BatchTermOptions, PrepareCommand } from './command-types.ts';
import { UsageError } from './parse-recipe.ts';
import { type Reporter, startReport } from './run-report.ts';
import { runToEnd } from './run-to-end.ts';
import { currentStatus } from './standstill-reasons.ts';

export interface RecipeOptions extends CommonOptions {
  readonly recipe: string;
  readonly out?: string;
  readonly subfolders: boolean;
  readonly followLinks?: boolean;
}

/** Where a command writes: --out, else the recipe's folder, else the settings'. */
export function outputFolder(store: Store, recipe: Recipe, out: string | undefined): string {
  return out ?? recipe.output.folder ?? store.settings.read().outputFolder;
}

/** The service that photographs of the recipe go to. */
export function serviceOf({ store, profileId }: Session, recipe: Recipe): string {
  return profileId ?? recipe.profileId ?? store.settings.read().defaultProfileId;
}

/** The photographs that paths of a command stand for. */
export function expandFiles(
  paths: readonly string[],
  { subfolders, followLinks = false }: Pick<RecipeOptions, 'subfolders' | 'followLinks'>,
  { store, interrupted: signal }: Pick<Session, 'store' | 'interrupted'>,
) {
  return expandPaths(orderResultsFirst(paths, store), { recursive: subfolders, followLinks, signal });
}

/**
 * Returns the terms of a command's batch: its limit or a hold until its cost is approved, and its trial.
 * @param isForStudio whether a studio may process it
 * @throws UsageError if a studio would begin before the user is asked
 */
export function batchTerms(
  { store, app }: Session,
  profileId: string,
  recipe: Recipe | null,
  { maxCredits, trial }: BatchTermOptions,
  isForStudio = app.studio !== null,
) {
  const ofRecipe = recipe === null ? {} : trialTerms(recipe);
  const begins = trial === undefined ? ofRecipe : heldForTrial(recipe);
  if (maxCredits !== undefined) return { maxCredits, ...begins };
  const { defaultProfileId } = store.settings.read();
  const alternativeProfileIds =
    recipe === null
      ? []
      : alternativeRecipe(recipe, store).map((alternative) => alternative.profileId ?? defaultProfileId);
  const asking = [profileId, ...alternativeProfileIds].flatMap((id) => {
    const profile = store.profiles.get(id);
    return profile !== null && canCharge(profile) && profile.costs.askAbove !== null ? profile : [];
  })[0];
  if (!isForStudio) return { heldForCost: asking !== undefined, ...begins };
  if (asking === undefined) return {};
  const credits = creditsMessage(asking.costs.askAbove ?? 0);
  throw new UsageError(msg('cli.usage.asksInStudio', { service: asking.name, credits }));
}

/** All photographs of the batch wait, also for another process with the queue, until `trials.limit` has counted those of earlier runs. */
function heldForTrial(recipe: Recipe | null): Pick<NewBatch, 'trial'> {
  return { trial: { count: 0, spread: recipe?.trial === 'spread' } };
}

/**
 * @param lastReport called once all work has ended, before the database is closed
 */
export async function addAndRun(
  options: CommonOptions & BatchTermOptions,
  launch: LaunchEngine | null,
  prepare: PrepareCommand,
  lastReport: (store: Store) => void = () => undefined,
): Promise<ExitCode> {
  if (options.estimate) return (await import('./estimate.ts')).estimate(options, prepare);
  const { maxCredits, trial } = options;
  const session = await openSession(options, launch, queueHolders.command);
  const { store } = session;
  try {
    if (maxCredits !== undefined && session.app.studio !== null) throw new UsageError(msg('cli.usage.noCapInStudio'));
    if (trial !== undefined && session.app.studio !== null) throw new UsageError(msg('cli.usage.noTrialInStudio'));
    const own = new Set<number>();
    const reporter = startReport(store, options.json ?? false, own, (progress) => currentStatus(session, progress));
    // Whoever gives the command again has looked.
    const lookedAt = trial === undefined ? store.trials.waiting() : [];
    const answerFor = (ids: readonly number[]) => {
      if (lookedAt.length > 0) store.trials.release(ids, lookedAt);
      for (const id of ids) own.add(id);
      if (maxCredits !== undefined) {
        // What is named comes before what else may be spent on.
        store.actions.move(ids, 'first');
        store.batches.setCapOf([...own], maxCredits);
      }
      reporter.update(ids);
    };
    const prepared = await prepare(session, reporter);
    const { take, shared } = 'take' in prepared ? prepared : { take: prepared, shared: null };
    await session.app.studio?.check().catch(rethrowUnlessAway);
    // Jobs of earlier runs must not be sent before their limit is written, which is when they are found again.
    const isLimited = maxCredits !== undefined || trial !== undefined || store.batches.hasCapped();
    session.app.setHeld(isLimited);
    session.app.start();
    const found = await take(answerFor).catch((fault) => {
      if (session.interrupted.aborted) return null;
      throw fault;
    });
    const made = own.size - reporter.adopted() - (found?.resumed ?? 0) - (found?.undecided ?? 0);
    // The queue runs while photographs are looked for: what it did meanwhile was finished by this command, and not before.
    const late = (found?.finishedBefore ?? []).filter(reporter.hasDone);
    answerFor(late);
    const report = found && withLateFinishes(found, new Set(late));
    const givenUp = store.views.givenUp(report?.finishedBefore ?? []);
    if (report) for (const line of addSummaryMessages(report, made, givenUp)) reporter.line(line);
    if (report) {
      const { batchId, finishedBefore } = report;
      if (trial !== undefined) store.trials.limit([...own, ...finishedBefore], trial);
      else if (batchId !== null) store.trials.choose(batchId);
      if (maxCredits === undefined) reportKeptCap(store.batches.extendCap([...own], batchId), reporter);
      if (batchId !== null) await askAboutCost(batchId, session, reporter);
      session.app.setHeld(false);
    }
    const refused = report?.refused ?? [];
    await shared?.done();
    return await runToEnd(session, reporter, {
      jobs: own,
      shared,
      refused,
      givenUp,
      lastReport: () => lastReport(store),
    });
  } catch (fault) {
    await session.close();
    throw fault;
  }
}

/** Names the limit of an earlier command that still holds. */
function reportKeptCap(credits: number | null, reporter: Reporter): void {
  if (credits !== null) reporter.line(msg('cli.costs.kept', { most: creditsMessage(credits) }));
}

/** A batch that was held until it is known what it costs: goes on where that is no more than its services may cost unasked. */
async function askAboutCost(batchId: number, { store, app }: Session, reporter: Reporter): Promise<void> {
  if (store.batches.get(batchId)?.heldForCost !== true) return;
  const { asks, estimates } = await costOf({ batchId }, store, app.core.services);
  if (asks === null) return store.batches.setHeld(batchId, false);
  const names = serviceNames(store);
  for (const each of estimates) reporter.line(estimateMessage(each, names.get(each.profileId) ?? each.profileId));
  reporter.line(msg('cli.costs.asks', { count: asks }));
}

/** A studio that cannot be reached now is waited for; one that this Burnish is too old for, or that is not there, is not. */
export function rethrowUnlessAway(fault: unknown): void {
  if (!(fault instanceof Error) || fault.name !== 'StudioUnreachable') throw fault;
}
