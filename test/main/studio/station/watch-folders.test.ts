/** Watch folders and outages: another station takes over, and files dropped during a database outage are kept. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallPhotographs } from '../../../helpers/photograph/small-photographs.ts';
import { commandStudios } from '../../../helpers/studio/studio-tests.ts';

const openStudio = commandStudios();
const lease = { beat: 300, lease: 2000 };

test('a folder is watched by one station, and by another one once that is lost', { tags: ['long'] }, async () => {
  const studio = await openStudio(lease);
  const { service, count } = studio;
  const folder = join(studio.mounts[0], 'in');
  await smallPhotographs(folder, 3);
  // Results go to a folder inside the watched one, and no station adds them.
  const watch = (name: string, mount: 0 | 1) => {
    const words = ['watch', join(studio.mounts[mount], 'in'), '--recipe', 'face-beauty-pro', '--polling'];
    const out = ['--out', join(studio.mounts[mount], 'in', 'finished')];
    const to = ['--service', service.baseUrl, '--key-env', 'KEY'];
    return studio.station(name, [...words, ...out, ...to], { mount, env: { KEY: 'secret' } });
  };
  const first = watch('first', 0);
  await studio.eventually(async () => (await studio.rows('SELECT FROM burnish.watches')).length === 1);
  const second = watch('second', 1);
  await studio.eventually(() => second.output().err.includes('“first” watches this folder'));
  await studio.eventually(async () => (await count(`state = 'done'`)) === 3);
  first.child.kill('SIGKILL');
  await first.ended;

  await smallPhotographs(folder, 2, 4);
  await studio.eventually(async () => (await count(`state = 'done'`)) === 5);
  // Once a later photograph is done, the folder has been scanned with the results in it.
  await smallPhotographs(folder, 1, 6);
  await studio.eventually(async () => (await count(`state = 'done'`)) === 6);
  expect(await count('true')).toBe(6);
  expect(service.charges).toHaveLength(6);
  expect(studio.files('in/finished')).toHaveLength(6);
  second.child.kill('SIGTERM');
  await second.ended;
});

test('during a database outage, tasks at a service are completed, and dropped files wait', async () => {
  const studio = await openStudio(lease, { tasks: true });
  const { service, postgres } = studio;
  const recipe = 'smart-skin-advanced:skin_brightening=1';
  await smallPhotographs(join(studio.mounts[0], 'in'), 1);
  service.hold('tasks');
  const worker = studio.worker('first');
  const desk = studio.run('desk', { recipe });
  await studio.eventually(
    async () => (await studio.rows("SELECT FROM burnish.attempts WHERE state = 'task'")).length === 1,
  );
  await postgres.stop();
  await smallPhotographs(join(studio.mounts[0], 'later'), 2, 10);
  const later = studio.run('desk 2', { folder: 'later', recipe });
  service.let();
  const requestCount = service.asked;
  await studio.eventually(() => service.asked > requestCount);
  await studio.eventually(() => worker.output().err.includes('cannot be reached'));
  await studio.eventually(() => studio.files('out').length === 1);
  expect(later.child.exitCode).toBeNull();
  expect(service.charges).toHaveLength(1);
  await postgres.start();
  for (const command of [desk, later]) {
    const { code, out, err } = await command.ended;
    expect(code, err).toBe(0);
    expect(out).toMatch(/"state":"done"/);
  }
  expect(service.charges).toHaveLength(3);
  expect(studio.files('out')).toHaveLength(3);
  expect(worker.output().err).toContain('database is available again.\n');
});
