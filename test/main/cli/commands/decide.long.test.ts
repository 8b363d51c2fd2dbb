/** A given-up photograph can be sent again, and its followers share the result. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test, upload } from '../../../helpers/command/command-stage.ts';

test('sends a photograph canceled during its upload once more, for all with the same result', async ({ stage }) => {
  await stage.photographs('a.jpg');
  copyFileSync(join(stage.source, 'a.jpg'), join(stage.source, 'b.jpg'));
  stage.server.script(upload, { hang: true });
  const sending = stage.spawn(...stage.runWords());
  await expect.poll(() => stage.server.requestsOf(upload)[0]?.complete).toBe(true);
  const cancelled = await stage.burnish('cancel', '--job', '1', '--json');
  expect(JSON.parse(cancelled.out)).toEqual({ cancelled: 1, givenUp: 1, undecided: [] });
  await sending.ended;
  expect((await stage.status()).counts).toMatchObject({ cancelled: 1, uncertain: 1 });
  stage.server.script(upload, stage.response);

  const decided = await stage.burnish('decide', 'send-again', '--job', '1');

  expect(decided).toMatchObject({
    code: 0,
    out: 'The window or the next burnish retry will send 2 photographs again.\n',
  });
  expect((await stage.burnish('retry', ...stage.service)).code).toBe(0);
  expect([stage.uploads(), stage.results().length]).toEqual([2, 2]);
});
