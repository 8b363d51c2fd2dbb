import { chmodSync, lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { restrictDataFolder } from '../../../../main/store/data-folder/restrict-permissions.ts';

let data: string;
let mask: number;
beforeEach(() => {
  mask = process.umask(0o022);
  data = join(mkdtempSync(join(tmpdir(), 'burnish-tighten-')), 'data');
});
afterEach(() => {
  process.umask(mask);
  rmSync(dirname(data), { recursive: true, force: true });
});

const write = (...names: string[]) => {
  for (const name of names) {
    mkdirSync(dirname(join(data, name)), { recursive: true });
    writeFileSync(join(data, name), 'x');
  }
};
const mode = (name: string) => (lstatSync(join(data, name)).mode & 0o777).toString(8);

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  it('is made for its user alone', () => {
    restrictDataFolder(data, false);
    expect(mode('.')).toBe('700');
  });

  it('of an earlier version is made private, with everything in it', () => {
    const files = [
      'burnish.db',
      'burnish.db-wal',
      'burnish.db-queue',
      'keys.json',
      'logs/burnish.log',
      'engine/tasks.db',
    ];
    write(
      ...files,
      'thumbnails/a0/x.webp',
      'thumbnails/developed/x.copy',
      'work/.burnish',
      'work/1/source/a.jpg',
      'burnish-previews/.burnish',
    );
    chmodSync(join(data, 'burnish.db'), 0o640);
    restrictDataFolder(data, false);
    for (const file of files) expect(mode(file), file).toBe('600');
    expect(mode('work/1/source/a.jpg')).toBe('600');
    expect(['.', 'work/1/source', 'thumbnails/a0', 'engine'].map(mode)).toEqual(['700', '700', '700', '700']);
  });

  it('that belongs to the user keeps its permissions, and so do their files in it', () => {
    write('burnish.db', 'logs/diary.txt', 'thumbnails/wedding/a.jpg', 'work/plan.txt', 'a.jpg');
    restrictDataFolder(data, false);
    expect(mode('burnish.db')).toBe('600');
    const theirs = ['.', 'logs', 'logs/diary.txt', 'thumbnails/wedding/a.jpg', 'work/plan.txt', 'a.jpg'];
    expect(theirs.map(mode)).toEqual(['755', '755', '644', '644', '644', '644']);
  });

  it('of the application is made private whatever is in it, but nothing behind a link', () => {
    write('Local State', '../outside.txt', '../away/b.txt');
    symlinkSync('../outside.txt', join(data, 'SingletonLock'));
    symlinkSync('../away', join(data, 'Cache'));
    restrictDataFolder(data, true);
    expect(['.', 'Local State', '../outside.txt', '../away', '../away/b.txt'].map(mode)).toEqual([
      '700',
      '600',
      '644',
      '755',
      '644',
    ]);
  });
});
