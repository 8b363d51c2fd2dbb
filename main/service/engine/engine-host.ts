/** Runs the built-in engine as a process, and restarts it after a crash. */
import { z } from 'zod';
import { type MessageDescriptor, msg, UserFacingError } from '../../../contract/messages/message.ts';

export interface EngineAddress {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export interface EngineChild {
  onLine(listener: (line: string) => void): void;
  onExit(listener: (code: number | null) => void): void;
  /** Asks the process to stop; `onExit` follows. */
  stop(): void;
}

type EngineCondition =
  | { readonly condition: 'stopped' | 'starting' | 'ready'; readonly message: null }
  | { readonly condition: 'failed'; readonly message: MessageDescriptor };

export interface EngineHost {
  /** Starts the engine if needed. Rejects with a UserFacingError after too many crashes, for a while. */
  address(): Promise<EngineAddress>;
  readonly condition: EngineCondition;
  endPause(): void;
  stop(): Promise<void>;
}

export interface EngineHostOptions {
  readonly launch: () => EngineChild;
  readonly onChange?: (condition: EngineCondition) => void;
  /** Delays in ms; after the last one the engine has failed. */
  readonly restartDelays?: readonly number[];
  /** Minimum time from `failed` to the next start, in ms. */
  readonly pauseAfterFailure?: number;
  /** A process that lived this long (ms) resets the count of restarts. */
  readonly healthyAfter?: number;
  readonly now?: () => number;
}

/** Arguments of the engine (docs/engine.md). */
export const graphicsArguments = (hasGraphics: boolean): string[] => (hasGraphics ? ['--graphics'] : []);

/** Environment of the engine. With more arenas, glibc keeps 15 % more memory for its threads, which are no faster. */
export const engineEnvironment = (own: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ MALLOC_ARENA_MAX: '2', ...own });

const announcementSchema = z.object({ baseUrl: z.url(), apiKey: z.string().min(1) });

function parseAnnouncement(line: string): EngineAddress | null {
  try {
    return announcementSchema.safeParse(JSON.parse(line)).data ?? null;
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

  const setCondition = (next: EngineCondition) => {
    condition = next;
    onChange?.(next);
  };

  const runOnce = () =>
    new Promise<EngineAddress>((resolve, reject) => {
      const child = launch();
      const startedAt = now();
      let isListening = false;
      const gone = new Promise<void>((onGone) => {
        child.onExit((code) => {
          current = null;
          onGone();
          if (!isListening) return reject(new Error(`The built-in engine ended at once (exit code ${code}).`));
          if (now() - startedAt >= healthyAfter) restarts = 0;
          if (!isStopping) startEngine().catch(() => undefined);
        });
      });
      current = { child, gone };
      child.onLine((line) => {
        const address = isListening ? null : parseAnnouncement(line);
        if (address === null) return;
        isListening = true;
        setCondition({ condition: 'ready', message: null });
        resolve(address);
      });
    });

  const startEngine = (): Promise<EngineAddress> => {
    setCondition({ condition: 'starting', message: null });
    const tryAll = async () => {
      for (;;) {
        try {
          return await runOnce();
        } catch (cause) {
          const delay = restartDelays[restarts++];
          if (isStopping || delay === undefined) {
            failedAt = now();
            const message = msg('service.engine.failed');
            setCondition(isStopping ? { condition: 'stopped', message: null } : { condition: 'failed', message });
            throw new UserFacingError(message, { cause });
          }
          await new Promise((resume) => setTimeout(resume, delay));
          // `stop` ends the wait, and a later `address` starts another one.
          if (starting !== start) throw new UserFacingError(msg('service.engine.failed'), { cause });
        }
      }
    };
    const start = tryAll();
    starting = start;
    return start;
  };

  const stop = async () => {
    isStopping = true;
    const running = current;
    running?.child.stop();
    await running?.gone;
    starting = null;
    setCondition({ condition: 'stopped', message: null });
  };

  const endPause = () => {
    if (condition.condition === 'failed') starting = null;
  };

  return {
    get condition() {
      return condition;
    },
    address: () => {
      if (now() - failedAt >= pauseAfterFailure) endPause();
      if (starting !== null) return starting;
      isStopping = false;
      restarts = 0;
      return startEngine();
    },
    endPause,
    stop,
  };
}

/** Starts a new process, with other arguments, if one runs. Requests that it interrupts are retried. */
export async function restartEngine(host: Pick<EngineHost, 'condition' | 'address' | 'stop'>): Promise<void> {
  const isRunning = () => host.condition.condition === 'ready' || host.condition.condition === 'starting';
  if (!isRunning()) return;
  // Stopped while it starts, it would count as failed.
  await host.address().catch(() => undefined);
  if (!isRunning()) return;
  await host.stop();
  await host.address().catch(() => undefined);
}
