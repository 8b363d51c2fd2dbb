/** Watch folders and outages: another station takes over, and files dropped during a database outage are kept. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { smallPhotographs, squarePicture } from '../../../helpers/photograph/small-photographs.ts';
import { type ChargingService, startChargingService } from '../../../helpers/service/charging-service.ts';
import { startPostgres, type TestPostgres } from '../../../helpers/studio/postgres.ts';
import { openStudioStage, type StudioStage } from '../../../helpers/studio/studio-stage.ts';

// Leases expire in real time, and PostgreSQL and stations are separate processes.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let postgres: TestPostgres;
let stage: StudioStage;
let service: ChargingService;
let picture = '';
beforeAll(async () => {
  postgres = await startPostgres();
  picture = await squarePicture();
});
afterAll(() => postgres.close());
afterEach(async () => {
  await stage.close();
  await service.close();
});

const count = async (where: string) => (await stage.rows(`SELECT FROM burnish.jobs WHERE ${where}`)).length;

test('a folder is watched by one station, and by another one once that is lost', { tags: ['long'] }, async () => {
  stage = await openStudioStage(postgres, { beat: 300, lease: 2000 });
  service = await startChargingService({ picture });
  const folder = join(stage.mounts[0], 'in');
  await smallPhotographs(folder, 3);
  // Results go to a folder inside the watched one, and no station adds them.
  const watch = (name: string, mount: 0 | 1) => {
    const words = ['watch', join(stage.mounts[mount], 'in'), '--recipe', 'face-beauty-pro', '--polling'];
    const out = ['--out', join(stage.mounts[mount], 'in', 'finished')];
    const to = ['--service', service.baseUrl, '--key-env', 'KEY'];
    return stage.station(name, [...words, ...out, ...to], { mount, env: { KEY: 'secret' } });
  };
  const first = watch('first', 0);
  await stage.eventually(async () => (await stage.rows('SELECT FROM burnish.watches')).length === 1);
  const second = watch('second', 1);
  await stage.eventually(() => second.output().err.includes('“first” watches this folder'));
  await stage.eventually(async () => (await count(`state = 'done'`)) === 3);
  first.child.kill('SIGKILL');
  await first.ended;
  await smallPhotographs(folder, 2, 4);
  await stage.eventually(async () => (await count(`state = 'done'`)) === 5);
  // Once a later photograph is done, the folder has been scanned with the results in it.
  await smallPhotographs(folder, 1, 6);
  await stage.eventually(async () => (await count(`state = 'done'`)) === 6);
  expect(await count('true')).toBe(6);
  expect(service.charges).toHaveLength(6);
  expect(stage.files('in/finished')).toHaveLength(6);
  second.child.kill('SIGTERM');
  await second.ended;
});

test('during a database outage, tasks at a service are completed, and dropped files wait', async () => {
  stage = await openStudioStage(postgres, { beat: 300, lease: 2000 });
  service = await startChargingService({ picture, tasks: true });
  await smallPhotographs(join(stage.mounts[0], 'in'), 1);
  const words = (folder: string) => [
    'run',
    join(stage.mounts[0], folder),
    '--recipe',
    'smart-skin-advanced:skin_brightening=1',
  ];
  const run = (name: string, folder: string) =>
    stage.station(name, [
      ...words(folder),
      '--out',
      join(stage.mounts[0], 'out'),
      '--service',
      service.baseUrl,
      '--json',
    ]);
  service.hold('tasks');
  const worker = stage.station('first', ['worker', '--service', service.baseUrl, '--key-env', 'KEY'], {
    env: { KEY: 'k' },
  });
  const desk = run('desk', 'in');
  await stage.eventually(
    async () => (await stage.rows("SELECT FROM burnish.attempts WHERE state = 'task'")).length === 1,
  );
  await postgres.stop();
  await smallPhotographs(join(stage.mounts[0], 'later'), 2, 10);
  const later = run('desk 2', 'later');
  service.let();
  const requestCount = service.asked;
  await stage.eventually(() => service.asked > requestCount);
  await stage.eventually(() => worker.output().err.includes('cannot be reached'));
  await stage.eventually(() => stage.files('out').length === 1);
  expect(later.child.exitCode).toBeNull();
  expect(service.charges).toHaveLength(1);
  await postgres.start();
  for (const command of [desk, later]) {
    const { code, out, err } = await command.ended;
    expect(code, err).toBe(0);
    expect(out).toMatch(/"state":"done"/);
  }
  expect(service.charges).toHaveLength(3);
  expect(stage.files('out')).toHaveLength(3);
  expect(worker.output().err).toContain('database is available again.\n');
});
