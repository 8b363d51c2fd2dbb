/** Runs a command that adds photographs: adds them under its terms, and runs the queue until they are finished. */
import type { AddReport } from '../../../contract/app/action-reports.ts';
import { type Message, msg } from '../../../contract/messages/message.ts';
import { creditsMessage, estimateMessage } from '../../../contract/services/costs.ts';
import { costOf } from '../../pipeline/spending/estimate.ts';
import type { Store } from '../../store/index.ts';
import { type ExitCode, UsageError } from '../exit-codes.ts';
import type { BatchTermOptions } from '../options/adding-options.ts';
import type { CommonOptions } from '../options/common-options.ts';
import { countMessages } from '../output/message-parts.ts';
import { openSession, type Session } from '../session/command-session.ts';
import type { LaunchEngine } from '../session/open-app.ts';
import { serviceNames } from '../session/service-profile.ts';
import type { AddPhotos, PrepareCommand } from './prepared-command.ts';
import { type Reporter, startReport } from './run-report.ts';
import { runToEnd } from './run-to-end.ts';
import { currentStatus } from './standstill-reasons.ts';

/** @param onEnd called once all work has ended, before the database is closed */
export async function addAndRun(
  options: CommonOptions & BatchTermOptions,
  launch: LaunchEngine | null,
  prepare: PrepareCommand,
  onEnd: (store: Store) => void = () => undefined,
): Promise<ExitCode> {
  if (options.estimate) return (await import('./print-estimate.ts')).printEstimate(options, prepare);
  const session = await openSession(options, { launch, role: 'command' });
  try {
    return await new AddingCommand(session, options).run(prepare, onEnd);
  } catch (error) {
    await session.close();
    throw error;
  }
}

class AddingCommand {
  /** Jobs that the command answers for. */
  readonly #jobs = new Set<number>();
  readonly #reporter: Reporter;
  /** Trials that the command releases: it was repeated without `--trial`, so the user has seen their results. */
  readonly #finishedTrials: ReturnType<Store['trials']['waiting']>;
  readonly #session: Session;
  readonly #options: CommonOptions & BatchTermOptions;

  /** @throws UsageError for terms that a studio does not support */
  constructor(session: Session, options: CommonOptions & BatchTermOptions) {
    const { maxCredits, trial } = options;
    if (session.app.studio !== null) {
      if (maxCredits !== undefined) throw new UsageError(msg('cli.usage.noCapInStudio'));
      if (trial !== undefined) throw new UsageError(msg('cli.usage.noTrialInStudio'));
    }
    this.#session = session;
    this.#options = options;
    this.#reporter = startReport(session.store, options.json ?? false, this.#jobs, (progress) =>
      currentStatus(session, progress),
    );
    this.#finishedTrials = trial === undefined ? session.store.trials.waiting() : [];
  }

  async run(prepare: PrepareCommand, onEnd: (store: Store) => void): Promise<ExitCode> {
    const { app, store } = this.#session;
    const { add, shared } = await prepare(this.#session, this.#reporter);
    await app.studio?.check().catch(rethrowUnlessUnreachable);
    // Jobs of earlier commands must not be sent before their limit is set, which happens when they are added again.
    app.setHeld(this.#hasLimit() || store.batches.hasCapped());
    app.start();
    const added = await this.#add(add);
    const givenUp = store.views.givenUp(added?.report.finishedBefore ?? []);
    if (added !== null) {
      for (const line of addSummaryMessages(added.report, added.count, givenUp)) this.#reporter.line(line);
      await this.#startBatch(added.report);
    }
    await shared?.done();
    return runToEnd(this.#session, this.#reporter, {
      jobs: this.#jobs,
      shared,
      refused: added?.report.refused ?? [],
      givenUp,
      onEnd: () => onEnd(store),
    });
  }

  #hasLimit(): boolean {
    const { maxCredits, trial } = this.#options;
    return maxCredits !== undefined || trial !== undefined;
  }

  /** Returns the report and the number of new jobs; null if the command was stopped. */
  async #add(add: AddPhotos): Promise<{ readonly report: AddReport; readonly count: number } | null> {
    const report = await add((ids) => this.#adopt(ids)).catch((error) => {
      if (this.#session.interrupted.aborted) return null;
      throw error;
    });
    if (report === null) return null;
    const count = this.#jobs.size - this.#reporter.adopted() - report.resumed - report.undecided;
    // The queue runs while photographs are added, so this command may have finished some of them itself.
    const late = report.finishedBefore.filter(this.#reporter.hasDone);
    this.#adopt(late);
    return { report: withLateFinishes(report, new Set(late)), count };
  }

  /** Makes the command answer for jobs, and puts them under its limit. */
  #adopt(ids: readonly number[]): void {
    const { trials, actions, batches } = this.#session.store;
    const { maxCredits } = this.#options;
    if (this.#finishedTrials.length > 0) trials.release(ids, this.#finishedTrials);
    for (const id of ids) this.#jobs.add(id);
    if (maxCredits !== undefined) {
      // First in the queue, so that the limit is spent on them.
      actions.move(ids, 'first');
      batches.setCapOf([...this.#jobs], maxCredits);
    }
    this.#reporter.update(ids);
  }

  async #startBatch({ batchId, finishedBefore }: AddReport): Promise<void> {
    const { app, store } = this.#session;
    const { maxCredits, trial } = this.#options;
    const jobs = [...this.#jobs];
    if (trial !== undefined) store.trials.limit([...jobs, ...finishedBefore], trial);
    else if (batchId !== null) store.trials.choose(batchId);
    if (maxCredits === undefined) this.#reportKeptLimit(store.batches.extendCap(jobs, batchId));
    if (batchId !== null) await this.#askAboutCost(batchId);
    app.setHeld(false);
  }

  /** Reports the limit of an earlier command, if it still applies. */
  #reportKeptLimit(credits: number | null): void {
    if (credits !== null) this.#reporter.line(msg('cli.costs.kept', { most: creditsMessage(credits) }));
  }

  /** Releases a batch that was held for its cost, unless its services need approval for that amount. */
  async #askAboutCost(batchId: number): Promise<void> {
    const { app, store } = this.#session;
    if (store.batches.get(batchId)?.heldForCost !== true) return;
    const { asks, estimates } = await costOf({ batchId }, store, app.core.services);
    if (asks === null) return store.batches.setHeld(batchId, false);
    const names = serviceNames(store);
    for (const each of estimates)
      this.#reporter.line(estimateMessage(each, names.get(each.profileId) ?? each.profileId));
    this.#reporter.line(msg('cli.costs.asks', { count: asks }));
  }
}

/** Ignores that a studio is unreachable, because it may come back; not that it is missing or needs a newer Burnish. */
export function rethrowUnlessUnreachable(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'StudioUnreachable') throw error;
}

/** Counts jobs that the command finished while it was adding photographs as resumed, not as finished before. */
export function withLateFinishes(report: AddReport, late: ReadonlySet<number>): AddReport {
  return {
    ...report,
    resumed: report.resumed + late.size,
    skipped: report.skipped - late.size,
    finishedBefore: report.finishedBefore.filter((id) => !late.has(id)),
  };
}

/**
 * Describes the added photographs.
 * @param added number of new jobs, including those that fail because of their file
 * @param givenUp number of jobs in `finishedBefore` that the user gave up
 */
export function addSummaryMessages(
  { resumed, refusedAgain, undecided, skipped, finishedBefore, resultsGone, notes }: AddReport,
  added: number,
  givenUp: number,
): Message[] {
  return [
    ...countMessages(added, 'cli.taken.new'),
    ...countMessages(resumed - refusedAgain, 'cli.taken.resumed'),
    ...countMessages(undecided, 'cli.taken.undecided'),
    ...countMessages(finishedBefore.length - givenUp, 'cli.taken.finished'),
    ...countMessages(resultsGone, 'cli.taken.resultsGone'),
    ...countMessages(givenUp, 'cli.taken.givenUp'),
    ...countMessages(skipped - finishedBefore.length, 'cli.taken.results'),
    ...notes,
  ];
}
