/** The central promise of the pipeline: killed at any moment, it still produces each result once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import {
  builtInProfileId,
  cutoutPng,
  post,
  recipeOf,
  remoteId,
  success,
  taskQuery,
  test,
} from '../../helpers/queue/queue-stage.ts';
import type { RecordedRequest } from '../../helpers/service/scripted-server.ts';

const program = new URL('../../helpers/queue/queue-process.ts', import.meta.url).pathname;
const submitCutout = post('portrait-background-removal');
const submitSkin = post('smart-skin-advanced');
const photographs = 16;
/** Delays in ms after the process reports that it is running. */
const killedAfter = [30, 260, 90, 420, 170];

function run(folder: string, baseUrl: string) {
  const child: ChildProcess = spawn(process.execPath, [program, folder, baseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout! });
  reader.on('line', (line) => lines.push(line));
  return { child, lines, running: once(reader, 'line'), exit: once(child, 'exit') };
}

test('a queue that is killed repeatedly places every result once', async ({ stage }) => {
  const { server, store } = stage;
  const png = await cutoutPng(64, 48);
  const url = (name: string) => `${server.baseUrl}/results/${name}.png`;
  // Each task takes a few queries, and each submission gets a separate task.
  const queryCounts = new Map<string, number>();
  let tasks = 0;
  server.script(submitCutout, { delayMs: 40, json: { ...success, data: { image_url: url('cutout') } } });
  server.script(submitSkin, { delayMs: 40, json: () => ({ ...success, task_id: `task-${++tasks}` }) });
  server.script(taskQuery, {
    json: (request: RecordedRequest) => {
      const id = request.query.get('task_id') ?? '';
      queryCounts.set(id, (queryCounts.get(id) ?? 0) + 1);
      const isDone = (queryCounts.get(id) ?? 0) > 2;
      return { ...success, task_status: isDone ? 2 : 1, ...(isDone ? { data: { result_urls: [url(id)] } } : {}) };
    },
  });
  server.script('GET /results/*', { delayMs: 20, bytes: png, type: 'image/png' });

  const direct = recipeOf('portrait-background-removal', { template: '{name}-cut' });
  const byTask = recipeOf('smart-skin-advanced', { template: '{name}-skin', format: 'png' });
  const expected: string[] = [];
  for (let made = 0; made < photographs; made += 1) {
    const name = `p${String(made).padStart(2, '0')}`;
    const isTask = made % 2 === 1;
    await stage.add(isTask ? byTask : direct, { name, profileId: isTask ? remoteId : builtInProfileId });
    expected.push(isTask ? `${name}-skin.png` : `${name}-cut.png`);
  }

  let sentAgain = 0;
  /** Decides for the user about waiting jobs; returns false if none wait. */
  const answer = (): boolean => {
    const uncertain = store.jobs.inState('uncertain').map(({ id }) => id);
    sentAgain += store.actions.decide(uncertain, 'send-again').length;
    // On a slow computer, three kills in a row may hit the same photograph, which becomes suspect.
    const suspected = store.jobs
      .inState('failed')
      .filter(({ error }) => ['ENDED_BURNISH', 'SUSPECT'].includes(error?.code ?? ''));
    store.actions.retry(suspected.map(({ id }) => id));
    return uncertain.length + suspected.length > 0;
  };
  for (const ms of killedAfter) {
    const { child, running, exit } = run(store.folder, server.baseUrl);
    await running;
    await wait(ms);
    child.kill('SIGKILL');
    await exit;
    answer();
  }
  for (let isAnswered = true; isAnswered; isAnswered = answer()) {
    const { lines, exit } = run(store.folder, server.baseUrl);
    expect((await exit)[0]).toBe(0);
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ drained: { finished: true }, faults: [] });
  }

  const counts = store.views.counts();
  expect(counts).toMatchObject({ done: photographs, failed: 0, uncertain: 0, queued: 0 });
  // Each result exists once, without numbered copies or partial files.
  expect(await stage.outputs()).toEqual(expected.sort());
  const jobIds = store.views.summaries().map(({ id }) => id);
  const results = (await Promise.all(jobIds.map((id) => store.results.ofJob(id)))).flat();
  expect(results.map(({ jobId }) => jobId).sort((a, b) => a - b)).toEqual(
    Array.from({ length: photographs }, (_, index) => index + 1),
  );
  expect(results.every(({ present }) => present)).toBe(true);
  expect(await stage.workFolders()).toEqual([]);
  // A photograph is charged once, and again only by the user's decision.
  expect(server.requestsOf(submitSkin).filter(({ complete }) => complete).length).toBeLessThanOrEqual(
    photographs / 2 + sentAgain,
  );
});
