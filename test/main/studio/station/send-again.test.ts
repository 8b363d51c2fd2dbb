/** A killed station resumes after the user's decision, and claims the photograph again itself. */
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

const stateIs = (wanted: string) =>
  stage.eventually(async () => (await stage.rows('SELECT FROM burnish.jobs WHERE state = $1', [wanted])).length === 1);

test('a photograph sent again by the user’s decision is sent once more, and has one result', {
  tags: ['long'],
}, async () => {
  stage = await openStudioStage(postgres, { beat: 300, lease: 2500 });
  service = await startChargingService({ picture: await squarePicture() });
  await smallPhotographs(join(stage.mounts[0], 'in'), 1);
  const words = ['run', join(stage.mounts[0], 'in'), '--recipe', 'face-beauty-pro'];
  stage.station('desk', [...words, '--out', join(stage.mounts[0], 'out'), '--service', service.baseUrl]);
  const worker = () =>
    stage.station('first', ['worker', '--service', service.baseUrl, '--key-env', 'KEY'], { env: { KEY: 'secret' } });
  service.hold('answers');
  const killed = worker();
  await stage.eventually(() => service.charges.length === 1);
  killed.child.kill('SIGKILL');
  await killed.ended;
  service.let();
  worker();
  await stateIs('uncertain');
  const decided = await stage.station('desk 2', ['decide', 'send-again', '--all']).ended;
  expect(decided.code, decided.err).toBe(0);
  await stateIs('done');
  expect(service.charges).toHaveLength(2);
  expect(stage.files('out')).toHaveLength(1);
});
