/** A station of a studio as a process that can be killed, stopped, disconnected and restarted. */
import type { FreezableConnection } from '../../helpers/studio/freezable-connection.ts';
import { type Ended, type Running, startCommand } from '../runner/command.ts';

interface StationPlan {
  readonly name: string;
  readonly words: readonly string[];
  /** Lead of its clock, in ms. */
  readonly clockOffset: number;
  /** Its connection to the database, or null for a direct one. */
  readonly line: FreezableConnection | null;
}

export interface StationHooks {
  readonly key: string;
  /** `isOrdered`: it was killed or stopped by the campaign. */
  readonly onEnd: (name: string, ended: Ended, isOrdered: boolean) => void;
}

/** Longer than a round. */
const limitMs = 3_600_000;

export class Station {
  readonly name: string;
  readonly line: FreezableConnection | null;
  state: 'down' | 'up' | 'stopped' = 'down';
  /** Whether it has ended without an order. */
  hasEnded = false;
  readonly #plan: StationPlan;
  readonly #hooks: StationHooks;
  #running: Running | null = null;
  #isOrdered = false;
  #last = '';

  constructor(plan: StationPlan, hooks: StationHooks) {
    this.name = plan.name;
    this.line = plan.line;
    this.#plan = plan;
    this.#hooks = hooks;
  }

  start(): void {
    if (this.#running !== null) return;
    const { words, clockOffset } = this.#plan;
    const clock = { epoch: Date.now(), speed: 1, offset: clockOffset };
    const running = startCommand({ words, key: this.#hooks.key, clock, limitMs, env: { BURNISH_LOG: '' } });
    this.#running = running;
    this.state = 'up';
    this.#isOrdered = false;
    this.hasEnded = false;
    void running.ended.then((ended) => {
      this.#running = null;
      this.state = 'down';
      this.hasEnded = !this.#isOrdered;
      this.#last = `${ended.out}${ended.err}`;
      this.#hooks.onEnd(this.name, ended, this.#isOrdered);
    });
  }

  async kill(): Promise<void> {
    this.#isOrdered = true;
    this.#running?.child.kill('SIGKILL');
    await this.#running?.ended;
  }

  stop(): void {
    if (this.#running?.child.kill('SIGSTOP')) this.state = 'stopped';
  }

  resume(): void {
    if (this.#running?.child.kill('SIGCONT')) this.state = 'up';
  }

  /** Requests its end. Returns whether it has within `ms`. */
  async end(ms: number): Promise<boolean> {
    if (this.#running === null) return true;
    this.#isOrdered = true;
    this.#running.child.kill('SIGTERM');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, ms, false);
    });
    const isInTime = await Promise.race([this.#running.ended.then(() => true), late]);
    clearTimeout(timer);
    return isInTime;
  }

  lastOutput(): string {
    const output = this.#running === null ? this.#last : `${this.#running.text.out}${this.#running.text.err}`;
    return output.trim().split('\n').slice(-6).join(' | ');
  }
}
