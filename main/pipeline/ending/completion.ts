/** The end of all work: the message that reports it, and the action that follows. */
import type { Settings } from '../../../contract/app/settings.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Store } from '../../store/index.ts';

/** Calls `onCompleted` each time the last open job has ended. The returned function stops watching. */
export function watchCompletion(
  store: Pick<Store, 'changes' | 'excluded' | 'views'>,
  onCompleted: (message: MessageDescriptor) => void,
): () => void {
  const counts = () => ({ ...store.views.counts(), left: store.excluded.count() });
  let before = counts();
  let wasBusy = false;
  return store.changes.subscribe(() => {
    const isBusy = store.views.hasOpen();
    if (isBusy && !wasBusy) before = counts();
    if (!isBusy && wasBusy) {
      const after = counts();
      const added = (key: 'done' | 'failed' | 'uncertain' | 'left') => after[key] - before[key];
      // Excluded photographs count as done.
      onCompleted(completionMessage(added('done') - added('left'), added('failed'), added('uncertain'), added('left')));
    }
    wasBusy = isBusy;
  });
}

function completionMessage(done: number, failed: number, uncertain: number, left: number): MessageDescriptor {
  if (done + failed + uncertain + left === 0) return msg('pipeline.end.nothing');
  return joinMessages(
    done > 0 ? msg('pipeline.end.done', { count: done }) : null,
    failed > 0 ? msg(done > 0 ? 'pipeline.end.failed' : 'pipeline.end.onlyFailed', { count: failed }) : null,
    uncertain > 0
      ? msg(done + failed > 0 ? 'pipeline.end.uncertain' : 'pipeline.end.onlyUncertain', { count: uncertain })
      : null,
    left > 0
      ? msg(done + failed + uncertain > 0 ? 'pipeline.end.left' : 'pipeline.end.onlyLeft', { count: left })
      : null,
  );
}

export interface CompletionActionOptions {
  readonly settings: () => Pick<Settings, 'whenDone' | 'doneCommand'>;
  readonly hasWork: () => boolean;
  /** Whether Burnish is closing. */
  readonly isEnding: () => boolean;
  /** Resolves with the user's decision, or with true after the countdown. */
  readonly countDown: (signal: AbortSignal) => Promise<boolean>;
  readonly sleep: () => Promise<void>;
  readonly run: (command: string) => void;
}

interface CompletionAction {
  allDone(): Promise<void>;
  /** Cancels the countdown. */
  cancelCountdown(): void;
}

export function createCompletionAction(options: CompletionActionOptions): CompletionAction {
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
    cancelCountdown() {
      counting?.abort();
    },
  };
}

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
