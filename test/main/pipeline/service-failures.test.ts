/** Job outcomes for a misbehaving service: real requests to a scripted server, a manual clock. */
import { describe, expect } from 'vitest';
import { post, recipeOf, success, test, testKey } from '../../helpers/queue/queue-stage.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';
import { png, refusal, resultAt, timed } from '../../helpers/service/service-answers.ts';

const cut = 'portrait-background-removal';
const cutout = recipeOf(cut);

describe('a service that', () => {
  test('requests a pause gets it, without using up an attempt', async ({ stage }) => {
    const times: number[] = [];
    stage.server.script(
      post(cut),
      timed(stage, times, refusal('EXCEEDING_LIMITS', 429, { 'retry-after': '40' })),
      timed(stage, times, resultAt(stage, '/results/a.png')),
    );
    stage.server.script('GET /results/a.png', await png());
    const job = await stage.add(cutout);
    stage.start();
    await stage.clock.until(() => stage.queue.status('remote')?.condition === 'slowed');
    expect(messageText(stage.queue.status('remote')?.message)).toMatch(
      /^The service asked us to slow down; next try in \d+ s\.$/,
    );
    await stage.reach(job, 'done');
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(40_000);
    expect(stage.job(job.id).attempts).toBe(1);
    expect(stage.queue.status('remote')?.condition).toBe('ready');
  });

  test('fails with 500 is retried with growing pauses, six times at most', async ({ stage }) => {
    const times: number[] = [];
    stage.server.script(post(cut), timed(stage, times, refusal('SERVICE_INTERNAL_ERROR', 500)));
    const failed = await stage.run(cutout, { until: 'failed' });
    const pauses = times.slice(1).map((time, index) => time - times[index]!);
    expect(times).toHaveLength(6);
    // Random values are fixed at one half here: three quarters of 1, 2, 4, 8, 16 s.
    for (const [index, least] of [750, 1500, 3000, 6000, 12_000].entries()) {
      expect(pauses[index]).toBeGreaterThanOrEqual(least);
    }
    const announced = stage.texts(failed.id).flatMap((text) => /Next try in (\d+) s/.exec(text)?.[1] ?? []);
    expect(announced).toEqual(['1', '2', '3', '6', '12']);
    expect(failed.error).toMatchObject({ kind: 'service', advice: 'retry', requestId: 'request-9' });
    expect(messageText(failed.error?.message)).toContain('Tried 6 times.');
    expect(await stage.outputs()).toEqual([]);
  });

  test('interrupts the upload gets it again', async ({ stage }) => {
    const submit = post('face-analyzer-advanced');
    stage.server.script(submit, { resetAfterUploadBytes: 100 }, { json: { ...success, data: { face_count: 1 } } });
    // 17 MB exceed the buffers of any operating system, or the upload would count as sent.
    const job = await stage.run(recipeOf('face-analyzer-advanced'), {
      size: { width: 2400, height: 2400 },
      format: 'png',
    });
    expect(stage.server.requestsOf(submit).map(({ complete }) => complete)).toEqual([false, true]);
    expect(stage.texts(job.id).join()).toContain('Next try in');
  });

  test('accepts the photograph and never responds gets no retry, and the user decides', async ({ stage }) => {
    stage.server.script(post(cut), { resetBeforeAnswer: true }, resultAt(stage, '/results/a.png'));
    stage.server.script('GET /results/a.png', await png());
    const unsure = await stage.run(cutout, { until: 'uncertain' });
    expect(unsure.error).toMatchObject({ advice: 'decide' });
    expect(stage.sent(cut)).toBe(1);
    expect(await stage.queue.drained()).toEqual({ finished: true });

    stage.store.actions.decide([unsure.id], 'send-again');
    await stage.reach({ id: unsure.id }, 'done');
    expect(stage.sent(cut)).toBe(2);
  });

  test('sends a response that cannot be stored gets no retry either', async ({ stage }) => {
    stage.server.script(post(cut), resultAt(stage, '/results/a.png'));
    const job = await stage.add(cutout);
    stage.store.stepRuns.answered = () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    };
    stage.start();
    await stage.reach(job, 'uncertain');
    expect(stage.sent(cut)).toBe(1);
    expect(stage.faults).toHaveLength(1);
  });

  test('sends an invalid response after the upload leaves it uncertain', async ({ stage }) => {
    stage.server.script(post(cut), { bytes: '{"data": {"image_url": ', type: 'application/json' });
    await stage.run(cutout, { until: 'uncertain' });
    expect(stage.sent(cut)).toBe(1);
  });

  test('rejects the photograph gets no retry', async ({ stage }) => {
    stage.server.script(post(cut), refusal('ERROR_NO_FACE_IN_FILE', 422));
    const failed = await stage.run(cutout, { until: 'failed' });
    expect(failed.error).toMatchObject({ kind: 'input', code: 'ERROR_NO_FACE_IN_FILE', advice: 'replace-file' });
    expect(stage.sent(cut)).toBe(1);
  });

  test('has no credits left stops its profile; nothing is lost, and the user can resume', async ({ stage }) => {
    stage.server.script(post(cut), refusal('ERROR_NOT_ENOUGH_CREDITS', 429), resultAt(stage, '/results/a.png'));
    stage.server.script('GET /results/a.png', await png());
    const jobs = [await stage.add(cutout), await stage.add(cutout), await stage.add(cutout)];
    stage.store.profiles.save({ ...stage.store.profiles.get('remote')!, maxConcurrency: 1 });
    stage.start();
    const drained = await Promise.race([stage.queue.drained(), stage.clock.until(() => false).catch(() => null)]);
    expect(drained).toMatchObject({ finished: false });
    expect(stage.queue.status('remote')).toMatchObject({ condition: 'stopped' });
    expect(messageText(stage.queue.status('remote')?.message)).toMatch(/credits/);
    for (const { id } of jobs) expect(stage.job(id)).toMatchObject({ state: 'queued', attempts: 0 });
    expect(stage.sent(cut)).toBe(1);
    stage.queue.resume('remote');
    for (const job of jobs) await stage.reach(job, 'done');
  });

  test('rejects the key stops its profile', async ({ stage }) => {
    stage.server.script(post(cut), { status: 401, json: {} });
    const job = await stage.add(cutout);
    stage.start();
    await stage.clock.until(() => stage.queue.status('remote')?.condition === 'stopped');
    await stage.clock.until(() => stage.job(job.id).state === 'queued');
    expect(stage.job(job.id)).toMatchObject({ attempts: 0 });
  });

  test('cannot be reached uses up no attempt', async ({ stage }) => {
    const { store } = stage;
    store.profiles.save({ ...store.profiles.get('remote')!, baseUrl: 'http://127.0.0.1:9' });
    stage.keys.set('remote', testKey, 'http://127.0.0.1:9');
    const job = await stage.add(cutout);
    stage.start();
    await stage.clock.until(() => stage.queue.status('remote')?.condition === 'slowed');
    expect(messageText(stage.queue.status('remote')?.message)).toMatch(/^The service cannot be reached; next try in/);
    await stage.clock.until(() => stage.job(job.id).state === 'queued');
    expect(stage.job(job.id)).toMatchObject({ attempts: 0, error: { kind: 'network' } });
    await stage.answers(cut);
    store.profiles.save({ ...store.profiles.get('remote')!, baseUrl: stage.server.baseUrl });
    stage.keys.set('remote', testKey, stage.server.baseUrl);
    await stage.reach(job, 'done');
  });
});
