/**
 * The fence: a station is suspended until its lease has expired and another one has the job. When it resumes, it must not send,
 * complete or show anything. Real stations, a real PostgreSQL, a service that charges.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { noise } from '../../../helpers/photograph/noise.ts';
import { type CommandStudio, commandStudios } from '../../../helpers/studio/studio-tests.ts';

const openStudio = commandStudios();
let studio: CommandStudio;

let largePhotograph: Buffer;
beforeAll(async () => {
  const side = 2200;
  const raw = { width: side, height: side, channels: 3 } as const;
  largePhotograph = await sharp(noise(side * side * 3, 'fence'), { raw })
    .jpeg({ quality: 95 })
    .toBuffer();
});

const asTask = 'smart-skin-advanced:skin_brightening=1';

/** A studio with one offered photograph, too large to be sent in one packet. */
async function startStudio(recipe: string, tasks = false): Promise<void> {
  studio = await openStudio({ beat: 200, lease: 2000 }, { tasks });
  for (const folder of ['in', 'out']) mkdirSync(join(studio.mounts[0], folder));
  writeFileSync(join(studio.mounts[0], 'in', 'a.jpg'), largePhotograph);
  studio.run('desk', { recipe });
  await studio.eventually(async () => (await studio.count('true')) === 1);
}

const state = async () => (await studio.rows<{ state: string }>('SELECT state FROM burnish.jobs'))[0]?.state;
const stateIs = (wanted: string) => studio.eventually(async () => (await state()) === wanted);
/** Waits for several heartbeats of both workers, until their background work is done. */
async function aWhile(): Promise<void> {
  const [now] = await studio.rows<{ at: Date }>("SELECT now() + interval '1 second' AS at");
  const heard = "SELECT FROM burnish.stations WHERE name IN ('first', 'second') AND heard_at > $1";
  await studio.eventually(async () => (await studio.rows(heard, [now?.at])).length === 2);
}

describe('a station that resumes after another one has taken its job', () => {
  test('during an upload: sends no more of it', async () => {
    await startStudio(asTask, true);
    studio.service.hold('reading');
    const first = studio.worker('first');
    await studio.eventually(() => studio.service.begun === 1);
    first.child.kill('SIGSTOP');
    studio.worker('second', { mount: 1 });
    await stateIs('uncertain');
    first.child.kill('SIGCONT');
    studio.service.let();
    await studio.eventually(() => studio.service.broken === 1);
    await aWhile();
    expect(studio.service.charges).toEqual([]);
    expect(studio.service.begun).toBe(1);
    expect(await state()).toBe('uncertain');
    expect(studio.files('out')).toEqual([]);

    // The user's decision sends it once more.
    const decided = await studio.station('desk 2', ['decide', 'send-again', '--all']).ended;
    expect(decided.code, decided.err).toBe(0);
    await stateIs('done');
    expect(studio.service.charges).toHaveLength(1);
    expect(studio.files('out')).toHaveLength(1);
  });

  test('after the upload, before the response: the paid result is downloaded once', { tags: ['long'] }, async () => {
    await startStudio('face-beauty-pro');
    studio.service.hold('answers');
    const first = studio.worker('first');
    await studio.eventually(() => studio.service.charges.length === 1);
    first.child.kill('SIGSTOP');
    studio.worker('second', { mount: 1 });
    await stateIs('uncertain');
    first.child.kill('SIGCONT');
    studio.service.let();
    await stateIs('done');
    await aWhile();
    expect(studio.service.charges).toHaveLength(1);
    expect(studio.files('out')).toHaveLength(1);
    expect(await studio.rows('SELECT FROM burnish.results')).toHaveLength(1);
  });

  test('with a task at the service: the other station fetches it, and this one shows nothing', {
    tags: ['long'],
  }, async () => {
    await startStudio(asTask, true);
    studio.service.hold('tasks');
    const first = studio.worker('first');
    await studio.eventually(
      async () => (await studio.rows("SELECT FROM burnish.attempts WHERE state = 'task'")).length === 1,
    );
    first.child.kill('SIGSTOP');
    const second = studio.worker('second', { mount: 1 });
    const isSeconds = `station = (SELECT id FROM burnish.stations WHERE name = 'second')`;
    await studio.eventually(async () => (await studio.count(isSeconds)) === 1);
    studio.service.let();
    await stateIs('done');
    first.child.kill('SIGCONT');
    await aWhile();
    expect(studio.service.charges).toHaveLength(1);
    expect(studio.files('out')).toHaveLength(1);
    expect(await state()).toBe('done');
    second.child.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
  });
});
