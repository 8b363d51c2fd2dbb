/**
 * The fence: a station is suspended until its lease has expired and another one has the job. When it resumes, it must not send,
 * complete or show anything. Real stations, a real PostgreSQL, a service that charges.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Command } from '../../../helpers/command/command-line.ts';
import { noise } from '../../../helpers/photograph/noise.ts';
import { type ChargingService, startChargingService } from '../../../helpers/service/charging-service.ts';
import { startPostgres, type TestPostgres } from '../../../helpers/studio/postgres.ts';
import { openStudioStage, type StudioStage } from '../../../helpers/studio/studio-stage.ts';

// Leases expire in real time, and PostgreSQL and stations are separate processes.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let picture = '';
let largePhotograph: Buffer;
let postgres: TestPostgres;
let stage: StudioStage;
let service: ChargingService;

beforeAll(async () => {
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  picture = png.toString('base64');
  const side = 2200;
  largePhotograph = await sharp(noise(side * side * 3, 'fence'), { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
  postgres = await startPostgres();
});

afterAll(() => postgres.close());

afterEach(async () => {
  await stage.close();
  await service.close();
});

const direct = 'face-beauty-pro';
const asTask = 'smart-skin-advanced:skin_brightening=1';

/** A studio with one offered photograph, too large to be sent in one packet. */
async function startStudio(recipe: string, tasks = false): Promise<void> {
  stage = await openStudioStage(postgres, { beat: 200, lease: 2000 });
  service = await startChargingService({ picture, tasks });
  mkdirSync(join(stage.mounts[0], 'in'));
  mkdirSync(join(stage.mounts[0], 'out'));
  writeFileSync(join(stage.mounts[0], 'in', 'a.jpg'), largePhotograph);
  const words = ['run', join(stage.mounts[0], 'in'), '--recipe', recipe, '--out', join(stage.mounts[0], 'out')];
  stage.station('desk', [...words, '--service', service.baseUrl]);
  await stage.eventually(async () => (await stage.rows('SELECT FROM burnish.jobs')).length === 1);
}

const worker = (name: string, mount: 0 | 1): Command =>
  stage.station(name, ['worker', '--service', service.baseUrl, '--key-env', 'KEY'], { mount, env: { KEY: 'secret' } });

const state = async () => {
  const [row] = await stage.rows<{ state: string; fence: string }>('SELECT state, fence FROM burnish.jobs');
  return row?.state;
};
const stateIs = (wanted: string) => stage.eventually(async () => (await state()) === wanted);
/** Waits for several heartbeats of both workers, until their background work is done. */
async function aWhile(): Promise<void> {
  const [now] = await stage.rows<{ at: Date }>("SELECT now() + interval '1 second' AS at");
  const heard = "SELECT FROM burnish.stations WHERE name IN ('first', 'second') AND heard_at > $1";
  await stage.eventually(async () => (await stage.rows(heard, [now?.at])).length === 2);
}

describe('a station that resumes after another one has taken its job', () => {
  test('during an upload: sends no more of it', async () => {
    await startStudio(asTask, true);
    service.hold('reading');
    const first = worker('first', 0);
    await stage.eventually(() => service.begun === 1);
    first.child.kill('SIGSTOP');
    worker('second', 1);
    await stateIs('uncertain');
    first.child.kill('SIGCONT');
    service.let();
    await stage.eventually(() => service.broken === 1);
    await aWhile();
    expect(service.charges).toEqual([]);
    expect(service.begun).toBe(1);
    expect(await state()).toBe('uncertain');
    expect(stage.files('out')).toEqual([]);

    // The user's decision sends it once more.
    const decided = await stage.station('desk 2', ['decide', 'send-again', '--all']).ended;
    expect(decided.code, decided.err).toBe(0);
    await stateIs('done');
    expect(service.charges).toHaveLength(1);
    expect(stage.files('out')).toHaveLength(1);
  });

  test('after the upload, before the response: the paid result is downloaded once', { tags: ['long'] }, async () => {
    await startStudio(direct);
    service.hold('answers');
    const first = worker('first', 0);
    await stage.eventually(() => service.charges.length === 1);
    first.child.kill('SIGSTOP');
    worker('second', 1);
    await stateIs('uncertain');
    first.child.kill('SIGCONT');
    service.let();
    await stateIs('done');
    await aWhile();
    expect(service.charges).toHaveLength(1);
    expect(stage.files('out')).toHaveLength(1);
    expect(await stage.rows('SELECT FROM burnish.results')).toHaveLength(1);
  });

  test('with a task at the service: the other station fetches it, and this one shows nothing', {
    tags: ['long'],
  }, async () => {
    await startStudio(asTask, true);
    service.hold('tasks');
    const first = worker('first', 0);
    await stage.eventually(
      async () => (await stage.rows("SELECT FROM burnish.attempts WHERE state = 'task'")).length === 1,
    );
    first.child.kill('SIGSTOP');
    const second = worker('second', 1);
    const isSeconds = async () =>
      (
        await stage.rows(
          "SELECT FROM burnish.jobs j JOIN burnish.stations s ON s.id = j.station WHERE s.name = 'second'",
        )
      ).length === 1;
    await stage.eventually(isSeconds);
    service.let();
    await stateIs('done');
    first.child.kill('SIGCONT');
    await aWhile();
    expect(service.charges).toHaveLength(1);
    expect(stage.files('out')).toHaveLength(1);
    expect(await state()).toBe('done');
    second.child.kill('SIGTERM');
    expect((await second.ended).code).toBe(0);
  });
});
