/** The timer of the queue: every 2 s, or when the next retry is due, checks for changes without an event. */
import type { Clock } from '../../clock.ts';
import type { Store } from '../../store/index.ts';
import type { OutputFolders } from '../output/output-folders.ts';
import type { EvidenceKeeper } from '../spending/balance-evidence.ts';
import { limitReachedCode, type SpendingLimits } from '../spending/spending-limits.ts';
import type { SleepFollower } from './follow-sleep.ts';
import type { Lanes } from './lanes.ts';
import { recover } from './recover-jobs.ts';
import type { RunningJobs } from './running-jobs.ts';

/** Other processes may have added jobs, and sleep may have delayed a timer. */
const checkIntervalMs = 2000;

interface PeriodicCheckContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly lanes: Lanes;
  readonly outputs: Pick<OutputFolders, 'closed'>;
  readonly limits: SpendingLimits;
  readonly evidence: EvidenceKeeper;
  readonly sleep: Pick<SleepFollower, 'checkClocks'>;
  readonly runs: RunningJobs;
  readonly onFault: (error: unknown) => void;
}

export class PeriodicCheck {
  readonly #context: PeriodicCheckContext;
  #cancelTimer: (() => void) | null = null;

  constructor(context: PeriodicCheckContext) {
    this.#context = context;
  }

  /**
   * @param due time of the next retry, or null
   * @param onChecked called also if a check failed
   */
  schedule(due: number | null, onChecked: () => void): void {
    this.cancel();
    const { clock, onFault } = this.#context;
    const delayMs = due === null ? checkIntervalMs : Math.min(checkIntervalMs, Math.max(0, due - clock.now()));
    this.#cancelTimer = clock.after(delayMs, () => {
      try {
        this.#check();
      } catch (error) {
        onFault(error);
      }
      onChecked();
    });
  }

  cancel(): void {
    this.#cancelTimer?.();
  }

  #check(): void {
    const { store, lanes, evidence, sleep, runs } = this.#context;
    sleep.checkClocks();
    store.readForeignChanges();
    const running = new Set([...runs.all()].map(({ jobId }) => jobId));
    recover(store, (jobId) => running.has(jobId));
    evidence.check();
    lanes.resumeIf(limitReachedCode, (profileId) => this.#isAffordable(profileId));
  }

  /** Whether a new day, limit or balance permits the next job of a stopped lane. */
  #isAffordable(profileId: string): boolean {
    const { store, outputs, limits, evidence } = this.#context;
    const next = store.moves.next(profileId, outputs.closed());
    const refusal = next && limits.findRefusal(next);
    if (refusal?.cap === 'balance' || refusal?.cap === 'unknown-balance') evidence.renew(profileId);
    return refusal === null || refusal.cap === 'batch';
  }
}
