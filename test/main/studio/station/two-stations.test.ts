/** Two stations process twenty photographs of a third; one of them is killed, and the database restarts. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { smallPhotographs, squarePicture } from '../../../helpers/photograph/small-photographs.ts';
import { type ChargingService, startChargingService } from '../../../helpers/service/charging-service.ts';
import { startPostgres, type TestPostgres } from '../../../helpers/studio/postgres.ts';
import { openStudioStage, type StudioStage } from '../../../helpers/studio/studio-stage.ts';

let postgres: TestPostgres;
let stage: StudioStage;
let service: ChargingService;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());
afterEach(async () => {
  await stage.close();
  await service.close();
});

// Many commands start in turn, and the database restarts.
test('each photograph is done once and charged once, by both', { timeout: 180_000 }, async () => {
  stage = await openStudioStage(postgres, { beat: 300, lease: 3000 });
  service = await startChargingService({ picture: await squarePicture(), latency: 200 });
  const count = 20;
  await smallPhotographs(join(stage.mounts[0], 'in'), count);

  const worker = (name: string, mount: 0 | 1) =>
    stage.station(name, ['worker', '--service', service.baseUrl, '--key-env', 'KEY', '--lanes', '2'], {
      mount,
      env: { KEY: 'secret' },
    });
  const doneBy = async () => {
    const rows = await stage.rows<{ name: string; count: number }>(
      `SELECT s.name, count(*)::integer AS count FROM burnish.jobs j JOIN burnish.stations s ON s.id = j.done_by GROUP BY s.name`,
    );
    return new Map(rows.map(({ name, count: done }) => [name, done]));
  };
  const total = async () => [...(await doneBy()).values()].reduce((sum, done) => sum + done, 0);
  const first = worker('first', 0);
  worker('second', 1);
  const words = [
    'run',
    join(stage.mounts[1], 'in'),
    '--recipe',
    'face-beauty-pro',
    '--out',
    join(stage.mounts[1], 'out'),
  ];
  const desk = stage.station('desk', [...words, '--service', service.baseUrl, '--json'], { mount: 1 });

  await stage.eventually(async () => (await total()) >= 4);
  first.child.kill('SIGKILL');
  await first.ended;
  await stage.eventually(async () => (await total()) >= 8);
  await postgres.restart();
  worker('third', 0);
  await stage.eventually(async () => (await total()) >= 12);

  // The killed station's uploads are uncertain, and the user sends them again. Nothing else is sent twice.
  const inState = async (...states: readonly string[]) =>
    (await stage.rows('SELECT FROM burnish.jobs WHERE state = ANY($1)', [states])).length;
  await stage.eventually(async () => (await inState('queued', 'taken')) === 0);
  expect(new Set(service.charges).size).toBe(service.charges.length);
  let doubts = 0;
  await stage.eventually(async () => {
    const doubtful = await inState('uncertain');
    if (doubtful > 0) await stage.station('desk 2', ['decide', 'send-again', '--all']).ended;
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
  expect(stage.files('out').length - count).toBeLessThanOrEqual(doubts);
  expect(new Set(stage.files('out').map((name) => name.replace(/-.*/, ''))).size).toBe(count);
  expect([...(await doneBy()).keys()].length).toBeGreaterThan(1);
  // The user's decisions limit the number of charges.
  expect(service.charges.length).toBeLessThanOrEqual(count + doubts);
});
