/** The pump: after each wake it takes one turn, which starts all jobs that can start now. */
import { msg } from '../../../contract/messages/message.ts';
import type { EvidenceKeeper } from '../spending/balance-evidence.ts';
import { type Drained, standstill } from '../standstill.ts';
import type { PeriodicCheck } from './periodic-check.ts';
import type { QueuePhases } from './queue-phases.ts';
import { claimJobs, resumeParkedJobs, type StartContext } from './start-jobs.ts';

/** All events that wake the pump. In addition, `start` and the timer take a turn directly. */
export type WakeReason =
  /** Here or in another process, but not by a run. */
  | 'store-changed'
  /** A slot is free, or a job is parked. */
  | 'run-ended'
  /** Also after waking from sleep. */
  | 'lane-changed'
  /** An output folder closed, or takes results again. */
  | 'folder-changed'
  /** `drained` waits for it. */
  | 'balance-queried'
  /** The user has acted, such as with a new key. */
  | 'profile-resumed'
  | 'held-changed'
  | 'drained-requested';

interface PumpContext extends StartContext {
  readonly phases: QueuePhases;
  readonly evidence: Pick<EvidenceKeeper, 'isBusy' | 'settlesUp'>;
  readonly check: Pick<PeriodicCheck, 'schedule'>;
  readonly onFault: (error: unknown) => void;
}

export class Pump {
  readonly #context: PumpContext;
  /** The first wake since the last turn. */
  #dueReason: WakeReason | null = null;
  #isHeld = false;
  #drainedCallers: ((result: Drained) => void)[] = [];

  constructor(context: PumpContext) {
    this.#context = context;
  }

  /** Requests a turn after the current events. Several wakes lead to one turn. */
  wake(reason: WakeReason): void {
    if (this.#dueReason !== null || !this.#context.phases.isRunning) return;
    this.#dueReason = reason;
    setImmediate(() => this.turn());
  }

  /** Takes a turn. After an error, such as a locked database, the timer retries. */
  turn(): void {
    this.#dueReason = null;
    const { store, lanes, outputs, phases, check, onFault } = this.#context;
    if (!phases.isRunning) return;
    const turn = () => this.turn();
    try {
      // Another process may lower a limit before it adds jobs.
      store.readForeignChanges();
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

  setHeld(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.wake('held-changed');
  }

  drained(): Promise<Drained> {
    return new Promise((resolve) => {
      this.#drainedCallers.push(resolve);
      this.wake('drained-requested');
    });
  }

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
