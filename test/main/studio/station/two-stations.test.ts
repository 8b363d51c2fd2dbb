/** Two stations process twenty photographs of a third; one of them is killed, and the database restarts. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallPhotographs } from '../../../helpers/photograph/small-photographs.ts';
import { commandStudios } from '../../../helpers/studio/studio-tests.ts';

const openStudio = commandStudios();

test('each photograph is done once and charged once, by both', async () => {
  const studio = await openStudio({ beat: 300, lease: 3000 }, { latency: 200 });
  const { service } = studio;
  const count = 20;
  const twoLanes = { words: ['--lanes', '2'] };
  await smallPhotographs(join(studio.mounts[0], 'in'), count);

  const doneBy = async () => {
    const rows = await studio.rows<{ name: string; count: number }>(
      `SELECT s.name, count(*)::integer AS count FROM burnish.jobs j JOIN burnish.stations s ON s.id = j.done_by GROUP BY s.name`,
    );
    return new Map(rows.map(({ name, count: done }) => [name, done]));
  };
  const total = async () => [...(await doneBy()).values()].reduce((sum, done) => sum + done, 0);
  const first = studio.worker('first', twoLanes);
  studio.worker('second', { ...twoLanes, mount: 1 });
  const desk = studio.run('desk', { mount: 1 });

  await studio.eventually(async () => (await total()) >= 4);
  first.child.kill('SIGKILL');
  await first.ended;
  await studio.eventually(async () => (await total()) >= 8);
  await studio.postgres.restart();
  studio.worker('third', twoLanes);
  await studio.eventually(async () => (await total()) >= 12);

  // The killed station's uploads are uncertain, and the user sends them again. Nothing else is sent twice.
  await studio.eventually(async () => (await studio.count(`state IN ('queued', 'taken')`)) === 0);
  expect(new Set(service.charges).size).toBe(service.charges.length);
  let doubts = 0;
  await studio.eventually(async () => {
    const doubtful = await studio.count(`state = 'uncertain'`);
    if (doubtful > 0) await studio.station('desk 2', ['decide', 'send-again', '--all']).ended;
    doubts += doubtful;
    return (await total()) === count;
  });

  const reports = (await desk.ended).out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { state: string });
  // Each is reported once; an uncertain job may have completed later.
  expect(reports).toHaveLength(count);
  expect(reports.filter(({ state }) => state !== 'done').every(({ state }) => state === 'uncertain')).toBe(true);
  // If a station was killed between placing a result and reporting it, the user's decision makes a second one.
  expect(studio.files('out').length - count).toBeLessThanOrEqual(doubts);
  expect(new Set(studio.files('out').map((name) => name.replace(/-.*/, ''))).size).toBe(count);
  expect([...(await doneBy()).keys()].length).toBeGreaterThan(1);
  // The user's decisions limit the number of charges.
  expect(service.charges.length).toBeLessThanOrEqual(count + doubts);
});
