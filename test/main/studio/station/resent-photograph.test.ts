/** A killed station resumes after the user's decision, and claims the photograph again itself. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { smallPhotographs } from '../../../helpers/photograph/small-photographs.ts';
import { commandStudios } from '../../../helpers/studio/studio-tests.ts';

const openStudio = commandStudios();

test('a photograph sent again by the user’s decision is sent once more, and has one result', {
  tags: ['long'],
}, async () => {
  const studio = await openStudio({ beat: 300, lease: 2500 });
  const { service } = studio;
  const isIn = (state: string) => studio.eventually(async () => (await studio.count(`state = '${state}'`)) === 1);
  await smallPhotographs(join(studio.mounts[0], 'in'), 1);
  studio.run('desk');
  service.hold('answers');
  const killed = studio.worker('first');
  await studio.eventually(() => service.charges.length === 1);
  killed.child.kill('SIGKILL');
  await killed.ended;
  service.let();

  studio.worker('first');
  await isIn('uncertain');
  const decided = await studio.station('desk 2', ['decide', 'send-again', '--all']).ended;
  await isIn('done');

  expect(decided.code, decided.err).toBe(0);
  expect(service.charges).toHaveLength(2);
  expect(studio.files('out')).toHaveLength(1);
});
