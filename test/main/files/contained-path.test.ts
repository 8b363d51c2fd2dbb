import { existsSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeFolderInside, nameOnSystem, pathInside, splitPath } from '../../../main/files/contained-path.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';

describe('splitPath', () => {
  it.each([
    ['a\\..\\..\\ESCAPE', 'system', 'linux', ['a\\..\\..\\ESCAPE']],
    ['a\\..\\..\\ESCAPE', 'system', 'win32', ['a', 'ESCAPE']],
    ['a\\b/c', 'zip', 'win32', ['a\\b', 'c']],
    ['a\\b/c', 'typed', 'linux', ['a', 'b', 'c']],
    ['../a/./b//../c', 'system', 'linux', ['a', 'b', 'c']],
    ['/etc/.. /x', 'typed', 'linux', ['etc', 'x']],
    ['..hidden/...', 'system', 'linux', ['..hidden', '...']],
    ['', 'typed', 'linux', []],
  ] as const)('splits %j of syntax %s on %s', (path, syntax, platform, names) => {
    expect(splitPath(path, syntax, platform)).toEqual(names);
  });
});

describe('nameOnSystem', () => {
  it.each([
    ['a\\b', 'a\\b', 'a_b'],
    ['x. ', 'x. ', 'x'],
    ['CON', 'CON', '_CON'],
    ['file:stream', 'file:stream', 'file_stream'],
    ['...', '...', 'result'],
  ])('keeps %j on Linux, and makes it %j, then %j on Windows', (name, linux, windows) => {
    expect([nameOnSystem(name, 'linux'), nameOnSystem(name, 'win32')]).toEqual([linux, windows]);
  });
});

describe('pathInside', () => {
  it('joins names, and rejects a result outside', () => {
    expect(pathInside('/out', 'a', 'b')).toBe('/out/a/b');
    expect(pathInside('/out', '')).toBe('/out');
    expect(pathInside('/', 'a')).toBe('/a');
    for (const names of [['..'], ['a', '../..'], ['../outside']])
      expect(() => pathInside('/out', ...names)).toThrow(expect.objectContaining({ code: 'ESCAPED' }));
  });
});

describe('makeFolderInside', () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(scratchFolder());
    for (const name of ['out', 'elsewhere']) mkdirSync(join(folder, name));
  });
  const make = (...names: string[]) => makeFolderInside(join(folder, names[0]!), join(folder, ...names));

  it('creates missing folders, also below a root that is a link', async () => {
    await make('out', 'a', 'b');
    symlinkSync('out', join(folder, 'link'));
    await make('link', 'a', 'c');
    for (const name of ['b', 'c']) expect(existsSync(join(folder, 'out', 'a', name))).toBe(true);
  });

  it('creates nothing behind a link that leads out, and follows one that stays inside', async () => {
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'out', 'link'));
    await expect(make('out', 'link', 'new')).rejects.toMatchObject({ code: 'ESCAPED' });
    await expect(make('out', 'link')).rejects.toMatchObject({ code: 'ESCAPED' });
    expect(existsSync(join(folder, 'elsewhere', 'new'))).toBe(false);
    mkdirSync(join(folder, 'out', 'own'));
    symlinkSync('own', join(folder, 'out', 'inner'));
    await make('out', 'inner', 'new');
    expect(existsSync(join(folder, 'out', 'own', 'new'))).toBe(true);
  });

  it('rejects a folder that is not below the root', async () => {
    await expect(makeFolderInside(join(folder, 'out'), join(folder, 'elsewhere', 'x'))).rejects.toMatchObject({
      code: 'ESCAPED',
    });
    expect(existsSync(join(folder, 'elsewhere', 'x'))).toBe(false);
  });

  it('creates nothing through a broken link', async () => {
    symlinkSync(join(folder, 'elsewhere', 'missing'), join(folder, 'out', 'dead'));
    await expect(make('out', 'dead', 'new')).rejects.toThrow();
    expect(existsSync(join(folder, 'elsewhere', 'missing'))).toBe(false);
  });
});
