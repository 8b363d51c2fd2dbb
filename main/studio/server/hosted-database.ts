/** The database that the window runs on this computer, to try a studio with: as long as the program runs, and again with the next start. */
import { join } from 'node:path';
import type { Message } from '../../../contract/messages/message.ts';
import type { StudioMembership } from '../../../contract/studio/studio.ts';
import type { Store } from '../../store/index.ts';
import type { LocalPostgres } from './local-postgres.ts';

interface ServingTools {
  /** Absolute. */
  readonly dataDir: string;
  readonly store: Pick<Store, 'settings'>;
  readonly onNotice: (text: Message) => void;
  readonly log: { warn(text: string): void };
  /** Absent: the usual one. */
  readonly port?: number;
}

export function createHostedDatabase({ dataDir, store, onNotice, log, port }: ServingTools) {
  const folder = join(dataDir, 'studio');
  const ending = new AbortController();
  let server: LocalPostgres | null = null;
  let acts: Promise<unknown> = Promise.resolve();

  async function start(): Promise<LocalPostgres> {
    const { startLocalPostgres } = await import('./local-postgres.ts');
    const serverLocation = { folder, ...(port === undefined ? {} : { port }) };
    const started = await startLocalPostgres({ ...serverLocation, signal: ending.signal, onStep: onNotice });
    server = started;
    void started.ended.then((why) => {
      if (server !== started) return;
      server = null;
      onNotice(why);
    });
    return started;
  }

  /** A studio is in it from the first time on. */
  async function make({ address, passwordFile }: LocalPostgres): Promise<void> {
    const [{ connectionOptions, readAddress }, { passwordFrom }, { openDatabase }, { makeStudio }] = await Promise.all([
      import('../connection/database-address.ts'),
      import('../connection/password.ts'),
      import('../connection/studio-database.ts'),
      import('../database/schema.ts'),
    ]);
    const password = passwordFrom({ passwordFile }, {});
    const database = openDatabase(connectionOptions(readAddress(address), { password }));
    await makeStudio(database).finally(() => database.close());
  }

  async function serve(isOn: boolean): Promise<string | null> {
    if (isOn) {
      const running = server ?? (await start());
      await make(running);
      return running.address;
    }
    const running = server;
    server = null;
    await running?.stop();
    return null;
  }

  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = acts.then(act);
    acts = done.catch(() => undefined);
    return done;
  };
  const isOwn = async (address: string): Promise<boolean> =>
    address === (await import('./local-postgres.ts')).localPostgresAddress(port);

  return {
    /** Starts it, with a studio in it, and says its address; or ends it. @throws UserFacingError */
    serve: (isOn: boolean) => inTurn(() => serve(isOn)),
    /** A membership of the studio in it has the password that is beside it, unless another one was typed. */
    async withPassword(wanted: StudioMembership, typed: string | null): Promise<StudioMembership> {
      if (typed !== null || wanted.passwordFile !== '' || !(await isOwn(wanted.address))) return wanted;
      return { ...wanted, passwordFile: join(folder, 'password') };
    },
    /** At the start: where the studio that was joined is in it. */
    async resume(): Promise<void> {
      const address = store.settings.read().studio?.address;
      if (address === undefined || !(await isOwn(address))) return;
      // Another process may run it by now (`burnish studio serve`).
      await inTurn(start).catch((fault) => log.warn(fault instanceof Error ? fault.message : String(fault)));
    },
    async stop(): Promise<void> {
      ending.abort();
      await inTurn(() => serve(false));
    },
  };
}
