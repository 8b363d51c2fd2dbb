/** Finishes what killed processes left of files, and shows each reason why a move could not be finished once. */
import { type Message, toLogText } from '../../contract/messages/message.ts';
import { type RecoveryStore, recoverFiles } from '../pipeline/output/recover-files.ts';

export interface FileRecovery {
  run(): Promise<void>;
  /** Resolves when nothing is in progress. */
  end(): Promise<void>;
}

export function createFileRecovery(
  store: RecoveryStore,
  onMessage: (message: Message) => void,
  log: { warn(text: string): void },
): FileRecovery {
  const shown = new Set<string>();
  let last: Promise<void> = Promise.resolve();

  async function recover(): Promise<void> {
    try {
      for (const message of await recoverFiles(store)) {
        const text = toLogText(message);
        if (!shown.has(text)) onMessage(message);
        shown.add(text);
      }
    } catch (fault) {
      log.warn(String(fault));
    }
  }

  return {
    run() {
      last = last.then(recover);
      return last;
    },
    end: () => last,
  };
}
