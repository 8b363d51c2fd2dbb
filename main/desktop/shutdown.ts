import { app } from 'electron';
import log from 'electron-log/node.js';

/** The end of the app: the user agrees, all work stops, and the app quits. */
export interface Shutdown {
  /** Whether the user has agreed and work is stopping. */
  readonly hasBegun: boolean;
  /** Shuts down, and then calls `finish` instead of quitting. */
  quitThen(finish: () => void): void;
}

/**
 * Takes over each attempt to quit.
 * @param confirmLeave resolves to false if the user wants to stay
 * @param stop releases work in progress and ends the engine
 */
export function createShutdown(confirmLeave: () => Promise<boolean>, stop: () => Promise<void>): Shutdown {
  const quit = () => app.quit();
  let hasBegun = false;
  let isConfirming = false;
  let finish = quit;
  const shutDown = async () => {
    const canLeave = await confirmLeave().finally(() => {
      isConfirming = false;
    });
    if (!canLeave) {
      finish = quit;
      return;
    }
    hasBegun = true;
    await stop();
    finish();
  };
  app.on('before-quit', (event) => {
    if (hasBegun) return;
    event.preventDefault();
    if (isConfirming) return;
    isConfirming = true;
    shutDown().catch((error) => {
      log.error('Stopping failed', error);
      app.exit(1);
    });
  });
  return {
    get hasBegun() {
      return hasBegun;
    },
    quitThen(nextFinish) {
      finish = nextFinish;
      app.quit();
    },
  };
}
