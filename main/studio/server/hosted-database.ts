/** The database that the window runs on this computer for trying a studio, while the program runs and after each start. */
import { join } from 'node:path';
import type { Message } from '../../../contract/messages/message.ts';
import type { StudioMembership } from '../../../contract/studio/studio.ts';
import type { Store } from '../../store/index.ts';
import type { LocalPostgres } from './local-postgres.ts';

interface HostedDatabaseOptions {
  /** Absolute. */
  readonly dataDir: string;
  readonly store: Pick<Store, 'settings'>;
  readonly onNotice: (text: Message) => void;
  readonly log: { warn(text: string): void };
  /** Absent: the default port. */
  readonly port?: number;
}

export function createHostedDatabase({ dataDir, store, onNotice, log, port }: HostedDatabaseOptions) {
  const folder = join(dataDir, 'studio');
  const ending = new AbortController();
  let server: LocalPostgres | null = null;
  let lastChange: Promise<unknown> = Promise.resolve();

  async function start(): Promise<LocalPostgres> {
    const { startLocalPostgres } = await import('./local-postgres.ts');
    const serverLocation = { folder, ...(port === undefined ? {} : { port }) };
    const started = await startLocalPostgres({ ...serverLocation, signal: ending.signal, onStep: onNotice });
    server = started;
    void started.ended.then((reason) => {
      if (server !== started) return;
      server = null;
      onNotice(reason);
    });
    return started;
  }

  /** Creates a studio in the database if it has none. */
  async function makeIn({ address, passwordFile }: LocalPostgres): Promise<void> {
    const [{ connectionOptions, readAddress }, { passwordFrom }, { openDatabase }, { makeStudio }] = await Promise.all([
      import('../connection/database-address.ts'),
      import('../connection/password.ts'),
      import('../connection/open-database.ts'),
      import('../database/schema.ts'),
    ]);
    const password = passwordFrom({ passwordFile }, {});
    const database = openDatabase(connectionOptions(readAddress(address), { password }));
    await makeStudio(database).finally(() => database.close());
  }

  async function serve(isOn: boolean): Promise<string | null> {
    if (isOn) {
      const running = server ?? (await start());
      await makeIn(running);
      return running.address;
    }
    const running = server;
    server = null;
    await running?.stop();
    return null;
  }

  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const result = lastChange.then(change);
    lastChange = result.catch(() => undefined);
    return result;
  };
  const isOwn = async (address: string): Promise<boolean> =>
    address === (await import('./local-postgres.ts')).localPostgresAddress(port);

  return {
    /** Starts it with a studio and returns its address, or stops it. @throws UserFacingError */
    serve: (isOn: boolean) => inTurn(() => serve(isOn)),
    /** Adds the password file to a membership of this database, unless the user typed a password. */
    async withPassword(wanted: StudioMembership, typed: string | null): Promise<StudioMembership> {
      if (typed !== null || wanted.passwordFile !== '' || !(await isOwn(wanted.address))) return wanted;
      return { ...wanted, passwordFile: join(folder, 'password') };
    },
    /** Starts it again if the joined studio is in it. */
    async resume(): Promise<void> {
      const address = store.settings.read().studio?.address;
      if (address === undefined || !(await isOwn(address))) return;
      // Another process may run it (`burnish studio serve`).
      await inTurn(start).catch((error) => log.warn(error instanceof Error ? error.message : String(error)));
    },
    async stop(): Promise<void> {
      ending.abort();
      await inTurn(() => serve(false));
    },
  };
}
