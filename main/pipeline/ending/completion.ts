/** What happens when everything is done: nothing more, sleep after a countdown, or the user's command. */
import type { Settings } from '../../../contract/app/settings.ts';

export interface WhenDoneOptions {
  readonly settings: () => Pick<Settings, 'whenDone' | 'doneCommand'>;
  /** True while there is work; also what came in since. */
  readonly hasWork: () => boolean;
  /** True once Burnish itself was told to stop: then nothing of this happens. */
  readonly isEnding: () => boolean;
  /** Tells of the sleep to come, and resolves when the time is over or the user has decided; true = sleep. */
  readonly countDown: (signal: AbortSignal) => Promise<boolean>;
  readonly sleep: () => Promise<void>;
  readonly run: (command: string) => void;
}

export interface CompletionAction {
  /** Everything has come to its end. */
  allDone(): Promise<void>;
  /** There is work again: the countdown is called off. */
  workCame(): void;
}

export function createCompletionAction(options: WhenDoneOptions): CompletionAction {
  const { settings, hasWork, isEnding, countDown, sleep, run } = options;
  let counting: AbortController | null = null;
  return {
    async allDone() {
      const { whenDone: action, doneCommand } = settings();
      if (action === 'nothing' || isEnding() || counting !== null) return;
      if (action === 'command') {
        if (doneCommand !== '') run(doneCommand);
        return;
      }
      counting = new AbortController();
      const { signal } = counting;
      const isWanted = await countDown(signal).finally(() => {
        counting = null;
      });
      if (isWanted && !signal.aborted && !isEnding() && !hasWork()) await sleep();
    },
    workCame() {
      counting?.abort();
    },
  };
}

/** The program, and what it is given, that puts a computer of this kind to sleep. */
export function sleepCommand(platform: NodeJS.Platform): readonly [string, ...string[]] {
  switch (platform) {
    case 'darwin':
      return ['pmset', 'sleepnow'];
    case 'win32':
      return ['rundll32.exe', 'powrprof.dll,SetSuspendState', '0,1,0'];
    default:
      return ['systemctl', 'suspend'];
  }
}
