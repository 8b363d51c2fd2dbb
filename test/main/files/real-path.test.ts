import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { escapesRoot, isInside, resolveLinks } from '../../../main/files/real-path.ts';

describe('isInside', () => {
  it('compares complete names', () => {
    for (const path of ['/out', '/out/a', '/out/..b']) expect(isInside(path, '/out')).toBe(true);
    for (const path of ['/outside', '/', '/ou']) expect(isInside(path, '/out')).toBe(false);
    expect(isInside('/a', '/')).toBe(true);
  });
});

describe('links', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'burnish-links-')));
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'link'));
    symlinkSync('nowhere', join(folder, 'dead'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ['link', 'real'],
    ['link/missing/deeper', 'real/missing/deeper'],
    ['missing', 'missing'],
    ['dead/x', 'dead/x'],
  ])('resolves %s to %s', async (path, real) => {
    expect(await resolveLinks(join(folder, path))).toBe(join(folder, real));
  });

  it('reports whether one leads out', async () => {
    expect(await escapesRoot(join(folder, 'link'), join(folder, 'real'))).toBe(false);
    expect(await escapesRoot(join(folder, 'link'), join(folder, 'other'))).toBe(true);
  });
});
