/** A missing background picture is reported before sending, and a paid result is kept without it. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { compositionSchema } from '../../../../contract/recipes/composition.ts';
import { noisePhoto, post, type QueueStage, recipeOf, test } from '../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

const submit = post('portrait-background-removal');
const sent = (stage: QueueStage) => stage.server.requestsOf(submit).length;

function on(path: string) {
  const composition = compositionSchema.parse({ background: { kind: 'picture', path } });
  return recipeOf('portrait-background-removal', { composition, format: 'jpeg' });
}

describe('a background picture', () => {
  test('that is missing fails the job before sending; once it is back, a retry succeeds', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const path = join(stage.dir, 'linen.jpg');
    const failed = await stage.run(on(path), { until: 'failed', name: 'a' });
    expect(failed.error).toMatchObject({ kind: 'input', code: 'NO_BACKGROUND', advice: 'edit-recipe' });
    expect(messageText(failed.error!.message)).toContain('“linen.jpg” can no longer be found.');
    expect(sent(stage)).toBe(0);
    writeFileSync(path, await noisePhoto(60, 40));
    stage.store.actions.retry([failed.id]);
    await stage.reach(failed, 'done');
    expect([sent(stage), existsSync(join(stage.out, 'a.jpg'))]).toEqual([1, true]);
  });

  test('that disappears during the request leaves the plain cutout, and this is reported', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const path = join(stage.dir, 'linen.jpg');
    writeFileSync(path, await noisePhoto(60, 40));
    const job = await stage.add(on(path), { name: 'a' });
    const unsubscribe = stage.store.changes.subscribe(() => {
      if (sent(stage) > 0) rmSync(path, { force: true });
    });
    stage.start();
    await stage.reach(job, 'done');
    unsubscribe();
    expect(await stage.outputs()).toEqual(['a.png']);
    expect(stage.texts(job.id).join('\n')).toContain('“linen.jpg” can no longer be found.');
    expect(sent(stage)).toBe(1);
  });
});
