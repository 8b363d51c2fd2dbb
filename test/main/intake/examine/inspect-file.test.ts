import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inspect } from '../../../../main/intake/examine/inspect-file.ts';
import { sample, scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { matchingMessage } from '../../../helpers/run/message-matchers.ts';

const folder = scratchFolder();

it('recognizes a photograph whatever its name', async () => {
  copyFileSync(sample('coffee'), join(folder, 'other.dat'));
  const { found: one } = await inspect(sample('coffee'), 'decode');
  const { found: two } = await inspect(join(folder, 'other.dat'), 'decode');
  expect(one).toMatchObject({ kind: 'image', format: 'png', width: 600, height: 400 });
  expect(one.kind === 'image' && two.kind === 'image' && one.hash === two.hash).toBe(true);
});

it('returns the problem without a hash', async () => {
  writeFileSync(join(folder, 'a.txt'), 'words, words, words');
  expect((await inspect(join(folder, 'a.txt'), 'decode')).found).toEqual({
    kind: 'not-an-image',
    path: join(folder, 'a.txt'),
    message: matchingMessage('“a.txt” is not a photograph.'),
  });
});
