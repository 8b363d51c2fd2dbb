/** The database that the window runs on this computer, to try a studio with: as long as the program runs, and again with the next start. */
import { join } from 'node:path';
import { asLogged, type Message } from '../../preload/contract/sentence.ts';
import type { KeyStore } from '../service/keys.ts';
import type { Store } from '../store/index.ts';
import type { OwnServer } from './own-server.ts';

interface ServingTools {
  /** Absolute. */
  readonly dataDir: string;
  readonly store: Pick<Store, 'settings'>;
  readonly keys: Pick<KeyStore, 'set'>;
  readonly onNotice: (text: Message) => void;
  readonly log: { warn(text: string): void };
}

export function createServing({ dataDir, store, keys, onNotice, log }: ServingTools) {
  const ending = new AbortController();
  let server: OwnServer | null = null;
  let acts: Promise<unknown> = Promise.resolve();

  async function start(): Promise<OwnServer> {
    const { startOwnServer } = await import('./own-server.ts');
    const started = await startOwnServer({
      ...{ folder: join(dataDir, 'studio'), signal: ending.signal },
      onStep: onNotice,
    });
    server = started;
    void started.ended.then((why) => {
      if (server !== started) return;
      server = null;
      onNotice(why);
    });
    return started;
  }

  const serve = async (on: boolean): Promise<string | null> => {
    if (!on) {
      const running = server;
      server = null;
      await running?.stop();
      return null;
    }
    const { address, passwordFile } = server ?? (await start());
    const { passwordFrom } = await import('./password.ts');
    const { originOfStudio, passwordKeyId } = await import('./access.ts');
    const password = passwordFrom({ passwordFile }, {});
    // With the key it has, this computer may be in another studio.
    if (password !== null && store.settings.read().studio === null)
      keys.set(passwordKeyId, password, originOfStudio(address));
    return address;
  };
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = acts.then(act);
    acts = done.catch(() => undefined);
    return done;
  };

  return {
    serve: (on: boolean) => inTurn(() => serve(on)),
    /** At the start: where the studio that was joined is on the database of this computer. */
    async resume(): Promise<void> {
      const address = store.settings.read().studio?.address;
      if (address === undefined) return;
      const { ownAddress } = await import('./own-server.ts');
      if (address !== ownAddress()) return;
      // Another one may run it by now (`burnish studio serve`).
      await inTurn(start).catch((fault) => log.warn(fault instanceof Error ? fault.message : asLogged(String(fault))));
    },
    async stop(): Promise<void> {
      ending.abort();
      await inTurn(() => serve(false));
    },
  };
}
