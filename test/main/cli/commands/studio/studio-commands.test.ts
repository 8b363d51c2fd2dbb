/** `burnish studio …`, and the commands that query a studio instead of this computer. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noCosts } from '../../../../../contract/services/costs.ts';
import { profileSchema } from '../../../../../contract/services/profile.ts';
import { openStore } from '../../../../../main/store/index.ts';
import { runInProcess } from '../../../../helpers/command/in-process-cli.ts';
import { smallPhotographs } from '../../../../helpers/photograph/small-photographs.ts';
import { startPostgres, type TestDatabase, type TestPostgres } from '../../../../helpers/studio/postgres.ts';

let postgres: TestPostgres;
let database: TestDatabase;
let folder = '';
let password = '';

beforeAll(async () => {
  postgres = await startPostgres();
  database = await postgres.newDatabase();
  folder = mkdtempSync(join(tmpdir(), 'burnish-studio-'));
  password = join(folder, 'password');
  writeFileSync(password, postgres.password, { mode: 0o600 });
  mkdirSync(join(folder, 'photos'));
});
afterAll(async () => {
  await postgres.close();
  rmSync(folder, { recursive: true });
});

const say = (...words: string[]) =>
  runInProcess([...words, '--data', join(folder, 'data')], { PGPASSWORD: undefined }).ended;

test('a studio is created, joined, viewed and left', async () => {
  const none = await say('studio', 'join', database.address, '--password-file', password);
  expect(none).toMatchObject({ code: 1, err: expect.stringContaining('There is no studio in this database') });
  expect(await say('studio', 'init', database.address, '--password-file', password)).toMatchObject({
    code: 0,
    err: '',
  });
  expect((await say('studio', 'init', database.address, '--password-file', password)).code).toBe(0);

  const share = `photos=${join(folder, 'photos')}`;
  const joined = await say(
    'studio',
    'join',
    database.address,
    '--password-file',
    password,
    '--name',
    'Desk 1',
    '--share',
    share,
  );
  expect(joined).toMatchObject({ code: 0, out: 'This computer joined the studio as “Desk 1”.\n', err: '' });

  // Offered jobs wait for a capable station.
  await smallPhotographs(join(folder, 'photos', 'in'), 2);
  const words = [
    '--recipe',
    'face-beauty-pro',
    '--out',
    join(folder, 'photos', 'out'),
    '--service',
    'http://127.0.0.1:9',
  ];
  // A studio cannot ask for approval of costs.
  const store = openStore({ folder: join(folder, 'data') });
  const profile = profileSchema.parse({ id: 'asks', kind: 'remote', name: 'Asks', baseUrl: 'http://127.0.0.1:9' });
  store.profiles.save({ ...profile, costs: { ...noCosts, askAbove: 5 } });
  store.close();
  const asked = await say('run', join(folder, 'photos', 'in'), ...words);
  expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('asks before work that costs more than 5') });
  expect((await postgres.query('SELECT FROM burnish.jobs', [], database)).rowCount).toBe(0);
  const free = openStore({ folder: join(folder, 'data') });
  free.profiles.save(profile);
  free.close();
  const run = runInProcess(['run', join(folder, 'photos', 'in'), ...words, '--data', join(folder, 'data')]);
  const offered = () => postgres.query('SELECT FROM burnish.jobs', [], database).then(({ rowCount }) => rowCount);
  await expect.poll(offered).toBe(2);
  process.emit('SIGINT');
  expect((await run.ended).code).toBe(1);

  const status = await say('status', '--json');
  expect(status.code).toBe(1);
  expect(JSON.parse(status.out)).toMatchObject({ counts: { queued: 2, done: 0 }, stranded: 2, offers: 0 });
  expect((await say('studio', 'status')).out).toContain(
    '2 photographs are waiting: no station that can process them is online',
  );
  expect((await say('studio', 'stations')).out).toMatch(/^Desk 1: offline; .*closed/);
  expect((await say('status', '--no-studio', '--json')).out).toContain('"queued":0');

  expect(await say('studio', 'drain', '--station', 'Desk 1')).toMatchObject({ code: 0 });
  expect(await say('studio', 'drain', '--station', 'Nobody')).toMatchObject({ code: 1 });
  expect(await say('studio', 'drain', '--off')).toMatchObject({ code: 0, out: 'The station takes work again.\n' });
  expect(await say('studio', 'pause')).toMatchObject({
    code: 0,
    out: 'The station is paused and starts nothing new.\n',
  });
  expect(await say('studio', 'pause', '--all', '--off')).toMatchObject({
    code: 0,
    out: 'All stations have resumed.\n',
  });
  const { rows } = await postgres.query(
    'SELECT s.paused, studio.paused AS all FROM burnish.stations s, burnish.studio',
    [],
    database,
  );
  expect(rows).toEqual([{ paused: true, all: false }]);
  expect(await say('studio', 'limit', 'http://127.0.0.1:9', '5')).toMatchObject({ code: 0 });
  expect((await say('retry')).code).toBe(0);
  expect(await say('decide', 'give-up', '--all')).toMatchObject({ code: 1 });
  expect((await say('cancel', '--all')).out).toBe('2 photographs were canceled.\n');
  expect(JSON.parse((await say('status', '--json')).out)).toMatchObject({ counts: { queued: 0, cancelled: 2 } });

  expect((await say('studio', 'leave')).code).toBe(0);
  expect((await say('status')).out).not.toContain('station');
});

test.each([
  ['another password', ['--password-env', 'WRONG'], 'rejected this password'],
  ['no password', [], 'requires a password'],
])('%s: one sentence', async (_, words, sentence) => {
  const env = { PGPASSWORD: undefined, WRONG: 'not this one' };
  const { code, out, err } = await runInProcess(['studio', 'init', database.address, ...words, '--data', folder], env)
    .ended;
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err.trim().split('\n')).toEqual([expect.stringContaining(sentence)]);
  expect(err).not.toContain('not this one');
});

test('a readable password file, a password in the address, and a missing database: one sentence', async () => {
  const open = join(folder, 'open');
  writeFileSync(open, 'x');
  chmodSync(open, 0o644);
  for (const [words, sentence] of [
    [[database.address, '--password-file', open], 'Other users'],
    [[database.address.replace('burnish@', 'burnish:hidden@'), '--password-file', password], 'password'],
    [[database.address.replace(/\w+$/, 'nothing'), '--password-file', password], 'no such database'],
    [['127.0.0.1:1', '--password-file', password], 'cannot be reached'],
  ] as const) {
    const { code, err } = await say('studio', 'init', ...words);
    expect(code).toBe(1);
    expect(err.trim().split('\n')).toEqual([expect.stringContaining(sentence)]);
    expect(err).not.toContain('hidden');
  }
});
