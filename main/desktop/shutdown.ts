/** The end in order: the user is asked where something would be lost, all work is put back, and only then the app quits. */
import { app } from 'electron';
import log from 'electron-log/node.js';

export interface Shutdown {
  readonly hasBegun: boolean;
  /** Ends as quitting does, and does `last` in the place of quitting. */
  quitThen(last: () => void): void;
}

/**
 * @param askToLeave resolves to false if the user wants to stay
 * @param stop work in hand is put back, and the engine ends
 */
export function createShutdown(askToLeave: () => Promise<boolean>, stop: () => Promise<void>): Shutdown {
  const quit = () => app.quit();
  let hasBegun = false;
  let isAsking = false;
  let last = quit;
  const end = async () => {
    const canLeave = await askToLeave().finally(() => {
      isAsking = false;
    });
    if (!canLeave) {
      last = quit;
      return;
    }
    hasBegun = true;
    await stop();
    last();
  };
  app.on('before-quit', (event) => {
    if (hasBegun) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    end().catch((fault) => {
      log.error('Stopping failed', fault);
      app.exit(1);
    });
  });
  return {
    get hasBegun() {
      return hasBegun;
    },
    quitThen(lastThing) {
      last = lastThing;
      app.quit();
    },
  };
}
