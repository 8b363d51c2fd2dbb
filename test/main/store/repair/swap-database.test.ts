import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { resumeSwap, swapDatabase } from '../../../../main/store/repair/swap-database.ts';
import { ownFolder } from '../../../helpers/store/own-folder.ts';

const folder = ownFolder();
let file: string;
let kept: string;
beforeEach(() => {
  file = join(folder(), 'burnish.db');
  kept = `${file}-damaged`;
});

/** Writes files, given as content by suffix. */
const put = (files: Record<string, string>) => {
  for (const [end, text] of Object.entries(files)) writeFileSync(file + end, text);
};
const files = () =>
  Object.fromEntries(
    readdirSync(folder()).map((name) => [name.replace('burnish.db', ''), readFileSync(join(folder(), name), 'utf8')]),
  );
const switched = { '': 'new', '-damaged': 'old', '-damaged-wal': 'log' };

describe('the rescued database', () => {
  it('replaces the damaged one, which is kept with its WAL', () => {
    put({ '': 'old', '-wal': 'log', '-rescued': 'new' });
    swapDatabase(file, kept);
    expect(files()).toEqual(switched);
  });

  it.each([
    ['before anything was moved', { '': 'old', '-wal': 'log', '-rescued': 'new' }],
    ['when the database was moved', { '-damaged': 'old', '-wal': 'log', '-rescued': 'new' }],
    ['when its log was moved', { '-damaged': 'old', '-damaged-wal': 'log', '-rescued': 'new' }],
    ['when the new one was in its place', { '': 'new', '-damaged': 'old', '-damaged-wal': 'log' }],
  ])('replaces it at the next start if Burnish ended %s', (_when, left) => {
    put({ ...left, '-rescue': kept });
    resumeSwap(file);
    expect(files()).toEqual(switched);
  });

  it('is rebuilt if Burnish ended before it was finished', () => {
    put({ '': 'old', '-wal': 'log', '-rescued': 'half', '-rescue-new': kept.slice(0, 3) });
    resumeSwap(file);
    expect(files()).toEqual({ '': 'old', '-wal': 'log' });
    expect(existsSync(kept)).toBe(false);
  });
});
