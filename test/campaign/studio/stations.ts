/** One station of a studio as a process that is killed, stopped, cut off and started again, and what it has said. */
import type { FreezableConnection } from '../../helpers/freezable-connection.ts';
import { type Ended, type Running, startCommand } from '../runner/command.ts';

export interface StationPlan {
  readonly name: string;
  readonly words: readonly string[];
  /** ms by which its clock is ahead. */
  readonly clockOffset: number;
  /** Its line to the database; null where it goes there directly. */
  readonly line: FreezableConnection | null;
}

export interface StationHooks {
  readonly key: string;
  /** Told of every end; `isOrdered`: it was killed, or asked to end. */
  readonly onEnd: (name: string, ended: Ended, isOrdered: boolean) => void;
}

export interface Station {
  readonly name: string;
  readonly state: 'down' | 'up' | 'stopped';
  /** It was started, and has ended by itself. */
  readonly hasEnded: boolean;
  readonly line: FreezableConnection | null;
  /** Nothing where it runs. */
  start(): void;
  kill(): Promise<void>;
  /** SIGSTOP, and its opposite. */
  stop(): void;
  goOn(): void;
  /** Asks it to end, and waits for that. @returns false where it did not within `ms` */
  end(ms: number): Promise<boolean>;
  /** The last it has said. */
  lastOutput(): string;
}

/** Longer than any round. */
const limitMs = 3_600_000;

export function createStation({ name, words, clockOffset, line }: StationPlan, { key, onEnd }: StationHooks): Station {
  let running: Running | null = null;
  let state: Station['state'] = 'down';
  let isOrdered = false;
  let hasEnded = false;
  let last = '';

  const signal = (name: NodeJS.Signals) => void running?.child.kill(name);

  return {
    ...{ name, line },
    get state() {
      return state;
    },
    get hasEnded() {
      return hasEnded;
    },
    start() {
      if (running !== null) return;
      const clock = { epoch: Date.now(), speed: 1, offset: clockOffset };
      const mine = startCommand({ words, key, clock, limitMs, env: { BURNISH_LOG: '' } });
      running = mine;
      [state, isOrdered, hasEnded] = ['up', false, false];
      void mine.ended.then((ended) => {
        running = null;
        state = 'down';
        hasEnded = !isOrdered;
        last = `${ended.out}${ended.err}`;
        onEnd(name, ended, isOrdered);
      });
    },
    async kill() {
      if (running === null) return;
      isOrdered = true;
      signal('SIGKILL');
      await running.ended;
    },
    stop() {
      if (running === null) return;
      state = 'stopped';
      signal('SIGSTOP');
    },
    goOn() {
      if (running === null) return;
      state = 'up';
      signal('SIGCONT');
    },
    async end(ms) {
      if (running === null) return true;
      isOrdered = true;
      signal('SIGTERM');
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<false>((resolve) => {
        timer = setTimeout(resolve, ms, false);
      });
      const isInTime = await Promise.race([running.ended.then(() => true), late]);
      clearTimeout(timer);
      return isInTime;
    },
    lastOutput: () =>
      (running === null ? last : `${running.text.out}${running.text.err}`).trim().split('\n').slice(-6).join(' | '),
  };
}
