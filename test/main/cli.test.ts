import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished } from 'vitest';
import { type CommandStage, databaseIn, test } from '../helpers/command/command-stage.ts';
import { sample } from '../helpers/photograph/photographs.ts';
import { noisePhoto } from '../helpers/queue/queue-stage.ts';
import { createSeededRandom } from '../helpers/run/seeded-random.ts';
import { startChargingService } from '../helpers/service/charging-service.ts';

/** Brightens the skin of `count` portraits of one face, each with other pixels. */
async function brighteningWords({ source, out }: CommandStage, count: number): Promise<string[]> {
  mkdirSync(source, { recursive: true });
  const face = sharp(sample('astronaut')).extract({ left: 130, top: 0, width: 190, height: 190 });
  for (let index = 1; index <= count; index += 1) {
    await face
      .clone()
      .modulate({ brightness: 0.8 + index / 100 })
      .jpeg({ quality: 92 })
      .toFile(join(source, `portrait ${index}.jpg`));
  }
  return ['run', source, '--recipe', 'smart-skin-advanced:skin_brightening=1', '--out', out, '--json'];
}

interface TaskRow {
  readonly job_id: number;
  readonly task_id: string;
}

/** The tasks in the database of a data folder, by job. */
function tasksIn(data: string, condition = 'TRUE'): Map<number, string> {
  const sql = `SELECT job_id, task_id FROM step_runs WHERE task_id IS NOT NULL AND ${condition}`;
  return new Map(
    databaseIn(data)
      .readIfCreated<TaskRow>(sql)
      .map(({ job_id, task_id }) => [job_id, task_id]),
  );
}
const tasksInFlight = (data: string) => tasksIn(data, 'finished_at IS NULL');

/** Checks that each result exists once, from the tasks recorded earlier. */
function expectEachOnce({ data, results }: CommandStage, count: number, tasksSeen: ReadonlyMap<number, string>): void {
  const { read } = databaseIn(data);
  const names = Array.from({ length: count }, (_, index) => `portrait ${index + 1}-Skin retouching.jpg`);
  expect(results()).toEqual(names.sort());
  expect(read('SELECT state, count(*) AS n FROM jobs GROUP BY state')).toEqual([{ state: 'done', n: count }]);
  expect(read('SELECT job_id FROM results GROUP BY job_id HAVING count(*) <> 1')).toEqual([]);
  const tasksNow = tasksIn(data);
  expect(tasksSeen.size).toBeGreaterThan(0);
  for (const [job, task] of tasksSeen) expect(tasksNow.get(job), `job ${job}`).toBe(task);
}

describe('a killed command', () => {
  test('is resumed with every task that a paid service has, and nothing is charged again', async ({ stage }) => {
    const count = 4;
    const picture = (await noisePhoto(190, 190, 'png')).toString('base64');
    const service = await startChargingService({ picture, tasks: true });
    onTestFinished(() => service.close());
    service.hold('tasks');
    const options = ['--service', service.baseUrl, '--key-env', 'TEST_KEY', '--poll-interval', '1'];
    const words = [...(await brighteningWords(stage, count)), ...options];
    const { child, ended } = stage.spawn(...words);
    await expect.poll(() => tasksInFlight(stage.data).size, { interval: 50 }).toBe(count);
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
    const tasksSeen = tasksInFlight(stage.data);
    service.let();

    const last = await stage.burnish(...words);

    expect(last.code, last.err).toBe(0);
    expectEachOnce(stage, count, tasksSeen);
    expect([service.charges.length, new Set(service.charges).size]).toEqual([count, count]);
  });

  // The campaigns play more (docs/reliability.md).
  test('is resumed five times, with the tasks of the built-in engine', {
    tags: ['long'],
    timeout: 900_000,
  }, async ({ stage }) => {
    // Enough for five kills with work left after each.
    const count = 24;
    const words = await brighteningWords(stage, count);
    const tasksSeen = new Map<number, string>();
    const random = createSeededRandom('five kills');
    for (let kill = 0; kill < 5; kill += 1) {
      const { child, ended } = stage.spawn(...words);
      // A moment with a task in flight, some photographs further. One query may finish all of them.
      const goal = Math.min(count - 1, tasksIn(stage.data).size + 1 + random.below(3));
      const isThere = () => tasksIn(stage.data).size >= goal && tasksInFlight(stage.data).size > 0;
      await expect.poll(isThere, { interval: 50, timeout: 120_000 }).toBe(true);
      child.kill('SIGKILL');
      expect((await ended).signal).toBe('SIGKILL');
      for (const [job, task] of tasksInFlight(stage.data)) tasksSeen.set(job, task);
    }

    const last = await stage.spawn(...words).ended;

    expect(last.code, last.err).toBe(0);
    expectEachOnce(stage, count, tasksSeen);
  });
});

test('a refused photograph is reported with the reason, and the command ends with 1', async ({ stage }) => {
  writeFileSync(join(stage.source, 'notes.jpg'), 'no photograph');

  const { code, err } = await stage.run();

  expect(code).toBe(1);
  expect(err).toMatch(/notes\.jpg.*damaged/);
});

test.for<[string[], string]>([
  [['run', 'x', '--recipe', 'no such recipe'], 'There is no recipe'],
  [['run', 'x'], '--recipe'],
  [['dance'], 'unknown command'],
  [['run', 'x', '--recipe', 'portrait-cutout', '--service', 'not an address'], 'neither the name'],
  [['run', 'x', '--recipe', 'portrait-cutout', '--key-env', 'BURNISH_NO_SUCH'], 'is empty'],
  [['services', '--key-env', 'HOME'], 'Use --service to specify the service this key is for'],
])('%j is rejected with the usage', async ([words, message], { stage }) => {
  expect(await stage.burnish(...words)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
});

test('the built-in service is listed and tested', { tags: ['long'] }, async ({ stage }) => {
  const { code, out } = await stage.spawn('services', '--json').ended;

  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ id: 'built-in', ok: true, keyAccepted: true });
});
