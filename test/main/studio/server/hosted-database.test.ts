/** A local database that the window runs: it hosts a studio, ends with the program, and restarts for its members. */
import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installedPrograms } from '../../../../main/studio/server/postgres-programs.ts';
import { freePort, isOpenToAll, userOfServer } from '../../../helpers/studio/postgres.ts';

const user = await userOfServer();
/** Root runs PostgreSQL as another user, who may have no access to a checkout in root's home folder. */
const mayRun = user === null || (await isOpenToAll(import.meta.dirname));
const root = join(import.meta.dirname, '../../../..');
const module = (path: string) => JSON.stringify(new URL(path, `file://${root}/`).href);

let home: string;
beforeAll(async () => {
  await installedPrograms();
  home = await mkdtemp(join(tmpdir(), 'burnish-serving-'));
  if (user) await chown(home, user.uid, user.gid);
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Runs in a separate process, because PostgreSQL refuses to run as root. */
const program = `
  const { createHostedDatabase } = await import(${module('main/studio/server/hosted-database.ts')});
  const { joinedAccess } = await import(${module('main/studio/membership/studio-credentials.ts')});
  const { queryStudio } = await import(${module('main/studio/studio.ts')});
  const [, dataDir, port] = process.argv;
  let studio = null;
  const given = { dataDir, port: Number(port), onNotice: () => {}, log: console, store: { settings: { read: () => ({ studio }) } } };
  const first = createHostedDatabase(given);
  const address = await first.serve(true);
  const again = await first.serve(true);
  studio = await first.withPassword({ address, certificates: '', passwordFile: '', name: 'one', person: '', role: 'both', shares: [] }, null);
  const look = async () => {
    const { connection } = joinedAccess(studio, '00000000-0000-4000-8000-000000000000', { get: () => null });
    return queryStudio(connection, (overview) => overview.stations(), null).then((found) => found.length, (fault) => fault.message);
  };
  const running = await look();
  await first.stop();
  const ended = await look();
  const second = createHostedDatabase(given);
  await second.resume();
  const resumed = await look();
  await second.stop();
  console.log(JSON.stringify({ isSame: address === again, running, ended, resumed }));`;

test.runIf(mayRun)('it hosts a studio while the program runs, and again after the next start', async () => {
  const words = ['--input-type=module', '-e', program, home, String(await freePort())];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root, ...user });
  expect(JSON.parse(stdout)).toEqual({ isSame: true, running: 0, ended: 'studio.away', resumed: 0 });
});
