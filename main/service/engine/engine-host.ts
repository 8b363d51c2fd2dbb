/** Keeps the built-in engine running as a process of its own: starts it when first needed, restarts it after a crash. */
import { z } from 'zod';
import { type MessageDescriptor, msg, UserFacingError } from '../../../contract/messages/message.ts';

export interface EngineAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** One running engine process; Electron's utilityProcess and Node's child process both fit. */
export interface EngineChild {
  /** Called once per line the process prints on standard output. */
  onLine(listener: (line: string) => void): void;
  /** Called once, when the process is gone. */
  onExit(listener: (code: number | null) => void): void;
  /** Asks the process to stop; `onExit` follows. */
  stop(): void;
}

export type EngineCondition =
  | { readonly condition: 'stopped' | 'starting' | 'ready'; readonly message: null }
  | { readonly condition: 'failed'; readonly message: MessageDescriptor };

export interface EngineHost {
  /**
   * Where the engine listens; starts it if needed. Rejects with a sentence when it cannot be kept running; whoever asks a
   * while after that has it tried anew.
   */
  address(): Promise<EngineAddress>;
  readonly condition: EngineCondition;
  /** Ends the pause after `failed`: the next one to ask has it started. */
  forgive(): void;
  /** Resolves when the process is gone. */
  stop(): Promise<void>;
}

export interface EngineHostOptions {
  readonly launch: () => EngineChild;
  readonly onChange?: (condition: EngineCondition) => void;
  /** Waits between restarts, in ms; after the last one the engine counts as failed. */
  readonly restartDelays?: readonly number[];
  /** After `failed`, it is not started again for so long (ms). */
  readonly pauseAfterFailure?: number;
  /** A process that lived this long (ms) was healthy: the count of restarts begins anew. */
  readonly healthyAfter?: number;
  readonly now?: () => number;
}

const announcement = z.object({ baseUrl: z.url(), apiKey: z.string().min(1) });

function announced(line: string): EngineAddress | null {
  try {
    return announcement.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

export function createEngineHost(options: EngineHostOptions): EngineHost {
  const { launch, onChange, restartDelays = [500, 1000, 2000, 4000] } = options;
  const { healthyAfter = 60_000, pauseAfterFailure = 60_000, now = performance.now.bind(performance) } = options;
  let condition: EngineCondition = { condition: 'stopped', message: null };
  let current: { child: EngineChild; gone: Promise<void> } | null = null;
  let starting: Promise<EngineAddress> | null = null;
  let restarts = 0;
  let failedAt = 0;
  let isStopping = false;

  const enter = (next: EngineCondition) => {
    condition = next;
    onChange?.(next);
  };

  /** Runs one process; resolves with its address, rejects when it ends before it gave one. */
  const runOnce = () =>
    new Promise<EngineAddress>((resolve, reject) => {
      const child = launch();
      const began = now();
      let isListening = false;
      const gone = new Promise<void>((over) => {
        child.onExit((code) => {
          current = null;
          over();
          if (!isListening) return reject(new Error(`The built-in engine ended at once (exit code ${code}).`));
          if (now() - began >= healthyAfter) restarts = 0;
          if (!isStopping) startEngine().catch(() => undefined);
        });
      });
      current = { child, gone };
      child.onLine((line) => {
        const address = isListening ? null : announced(line);
        if (address === null) return;
        isListening = true;
        enter({ condition: 'ready', message: null });
        resolve(address);
      });
    });

  const startEngine = (): Promise<EngineAddress> => {
    enter({ condition: 'starting', message: null });
    starting = (async () => {
      for (;;) {
        try {
          return await runOnce();
        } catch (fault) {
          const delay = restartDelays[restarts++];
          if (isStopping || delay === undefined) {
            failedAt = now();
            const message = msg('service.engine.failed');
            enter(isStopping ? { condition: 'stopped', message: null } : { condition: 'failed', message });
            throw new UserFacingError(message, { cause: fault });
          }
          await new Promise((resume) => setTimeout(resume, delay));
        }
      }
    })();
    return starting;
  };

  const stop = async () => {
    isStopping = true;
    const running = current;
    running?.child.stop();
    await running?.gone;
    starting = null;
    enter({ condition: 'stopped', message: null });
  };

  const forgive = () => {
    if (condition.condition === 'failed') starting = null;
  };

  return {
    get condition() {
      return condition;
    },
    address: () => {
      if (now() - failedAt >= pauseAfterFailure) forgive();
      if (starting !== null) return starting;
      isStopping = false;
      restarts = 0;
      return startEngine();
    },
    forgive,
    stop,
  };
}
