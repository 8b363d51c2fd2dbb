import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { escapesRoot, isInside, resolveLinks } from '../../../main/files/real-path.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';

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
    folder = realpathSync(scratchFolder());
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'link'));
    symlinkSync('nowhere', join(folder, 'dead'));
  });

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
