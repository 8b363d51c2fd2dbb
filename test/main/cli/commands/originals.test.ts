import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from '../../../helpers/command/command-stage.ts';

test('moves originals of finished photographs to “Done”, and back', async ({ stage }) => {
  await stage.photographs('a.jpg', 'b.jpg');
  const [before, after] = ['a.jpg', 'Done/a.jpg'].map((name) => join(stage.source, name)) as [string, string];
  expect(await stage.run()).toMatchObject({ code: 0 });
  rmSync(join(stage.source, 'b.jpg'));

  const moved = await stage.burnish('originals');

  expect(moved).toMatchObject({ code: 1, out: 'One original was moved to “Done”.\n' });
  expect(moved.err).toContain('“b.jpg” is no longer in the folder it was added from.');
  expect([existsSync(before), existsSync(after)]).toEqual([false, true]);
  // The moved files are recognized as the same photographs.
  expect(await stage.run()).toMatchObject({ code: 0, err: expect.stringContaining('already finished') });
  expect(stage.uploads()).toBe(2);
  const back = await stage.burnish('originals', '--back', '--json');
  expect([back.code, JSON.parse(back.out)]).toMatchObject([0, { moved: 1, failed: [] }]);
  expect(existsSync(before)).toBe(true);
  const none = await stage.burnish('originals', '--search', 'nothing-of-this');
  expect(none.out).toContain('There were no originals to move.');
});
