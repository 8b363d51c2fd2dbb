/** The pump: after each wake it takes one turn, which starts all jobs that can start now. */
import { msg } from '../../../contract/messages/message.ts';
import type { EvidenceKeeper } from '../spending/balance-evidence.ts';
import { type Drained, standstill } from '../standstill.ts';
import type { PeriodicCheck } from './periodic-check.ts';
import type { QueuePhases } from './queue-phases.ts';
import { claimJobs, resumeParkedJobs, type StartContext } from './start-jobs.ts';

/** All events that wake the pump. In addition `start` and the timer (`PeriodicCheck`) take a turn at once. */
export type WakeReason =
  /** A row changed here or in another process: a new job, a canceled one, a setting. */
  | 'store-changed'
  /** A run ended, so that a slot is free or its job is parked. */
  | 'run-ended'
  /** A service became available, slower or faster, or a pause ended. Waking from sleep changes lanes too. */
  | 'lane-changed'
  /** An output folder closed, or takes results again. */
  | 'folder-changed'
  /** A balance query ended, which a drained queue waits for. */
  | 'balance-queried'
  /** The user entered a key, bought credits or resumed a profile. */
  | 'profile-resumed'
  /** New work is held or released. */
  | 'held-changed'
  /** A caller of `drained` may be answered at once. */
  | 'drained-requested';

export interface PumpContext extends StartContext {
  readonly phases: QueuePhases;
  readonly evidence: Pick<EvidenceKeeper, 'isBusy' | 'settlesUp'>;
  readonly check: Pick<PeriodicCheck, 'schedule'>;
  readonly onFault: (error: unknown) => void;
}

export class Pump {
  readonly #context: PumpContext;
  /** The first reason since the last turn; null if no turn is due. */
  #dueReason: WakeReason | null = null;
  #isHeld = false;
  #drainedCallers: ((result: Drained) => void)[] = [];

  constructor(context: PumpContext) {
    this.#context = context;
  }

  /** Takes a turn after the current events, one for all wakes until then. */
  wake(reason: WakeReason): void {
    if (this.#dueReason !== null || !this.#context.phases.isRunning) return;
    this.#dueReason = reason;
    setImmediate(() => this.turn());
  }

  /** Takes a turn now. An error, such as a locked database, is reported, and the timer tries again. */
  turn(): void {
    this.#dueReason = null;
    const { store, lanes, outputs, phases, check, onFault } = this.#context;
    if (!phases.isRunning) return;
    const turn = () => this.turn();
    try {
      resumeParkedJobs(this.#context);
      if (!this.#isHeld) claimJobs(this.#context);
      store.conditions.report('service', lanes.conditions());
      store.conditions.report('folder', outputs.conditions());
      this.#answerIfDrained();
      check.schedule(store.moves.nextDue(), turn);
    } catch (error) {
      onFault(error);
      check.schedule(null, turn);
    }
  }

  /** While held, no queued job starts. Parked jobs continue. */
  setHeld(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.wake('held-changed');
  }

  /** Resolves when no job can move without the user, or when the queue stops. */
  drained(): Promise<Drained> {
    return new Promise((resolve) => {
      this.#drainedCallers.push(resolve);
      this.wake('drained-requested');
    });
  }

  /** Answers the callers of `drained` because the queue has stopped. */
  close(): void {
    this.#answer({ finished: false, because: msg('pipeline.closed'), reasons: [] });
  }

  #answerIfDrained(): void {
    const { store, lanes, outputs, runs, evidence } = this.#context;
    if (this.#drainedCallers.length === 0 || runs.size > 0 || evidence.isBusy) return;
    const result = standstill(
      store.openWork(null),
      store.settings.read().paused,
      (profileId, need, folder) => lanes.blockOf(profileId, need) ?? outputs.blockOf(need, folder, store.workFolder),
    );
    if (result !== null && !evidence.settlesUp()) this.#answer(result);
  }

  #answer(result: Drained): void {
    for (const resolve of this.#drainedCallers.splice(0)) resolve(result);
  }
}
