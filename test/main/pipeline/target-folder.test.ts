import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { targetFolder, troubleWith } from '../../../main/pipeline/target-folder.ts';
import { recipeOf } from '../../helpers/queue-stage.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('targetFolder', () => {
  it.each([
    ['', true, '/out'],
    ['day/raw', true, '/out/day/raw'],
    ['day/raw', false, '/out'],
    ['../other', true, '/out'],
    ['day/../../..', true, '/out'],
    ['/etc', true, '/out/etc'],
    ['..', true, '/out'],
    ['..hidden', true, '/out/..hidden'],
  ])('for %j with mirroring %s is %s', (relativeFolder, mirror, expected) => {
    const recipe = recipeOf('portrait-background-removal', { mirror });
    expect(targetFolder({ outputFolder: '/out', relativeFolder, recipe })).toBe(expected);
  });
});

describe('troubleWith', () => {
  const ask = (path: string, bytes = 1000) => troubleWith(path, { id: 1 }, '/data', bytes);

  it('makes the folder and leaves nothing in it', async () => {
    const path = join(folder, 'a', 'b');
    expect(await ask(path)).toBe(null);
    expect(readdirSync(path)).toEqual([]);
  });

  it('says when a file stands in the way', async () => {
    writeFileSync(join(folder, 'a'), '');
    const trouble = await ask(join(folder, 'a', 'b'));
    expect(trouble).toMatchObject({ kind: 'disk', code: 'ENOTDIR', advice: 'choose-folder' });
    expect(trouble?.message).toContain(join(folder, 'a', 'b'));
  });

  it('says when there is not enough room', async () => {
    const trouble = await ask(folder, Number.MAX_SAFE_INTEGER);
    expect(trouble).toMatchObject({ kind: 'disk', code: 'ENOSPC', advice: 'choose-folder' });
  });
});
