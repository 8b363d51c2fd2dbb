import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMarkedFolder } from '../../../../main/store/data-folder/marked-folder.ts';
import { openStore } from '../../../../main/store/index.ts';

let data: string;
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'burnish-own-folder-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

const own = (adopt = false) => basename(openMarkedFolder(data, 'work', adopt, 'Ours.'));
/** Creates a folder of the user. */
const photographs = (name: string) => {
  mkdirSync(join(data, name, '2024'), { recursive: true });
  writeFileSync(join(data, name, '2024', 'wedding.jpg'), 'precious');
};

describe('a folder of our own', () => {
  it('is made with a marker, together with the data folder', () => {
    data = join(data, 'new');
    expect(own()).toBe('work');
    expect(readdirSync(join(data, 'work'))).toEqual(['.burnish']);
    expect(readFileSync(join(data, 'work', '.burnish'), 'utf8')).toBe('Ours.\n');
  });

  it('is found again, whatever is in it', () => {
    own();
    mkdirSync(join(data, 'work', '1'));
    expect([own(), own(true)]).toEqual(['work', 'work']);
  });

  it('can be an existing empty folder', () => {
    mkdirSync(join(data, 'work'));
    expect(own()).toBe('work');
  });

  it.each([
    ['a folder with photographs', () => photographs('work')],
    ['a file', () => writeFileSync(join(data, 'work'), '')],
    ['a link to a folder', () => symlinkSync(tmpdir(), join(data, 'work'))],
    ['a link that leads nowhere', () => symlinkSync(join(data, 'nowhere'), join(data, 'work'))],
    [
      'a folder whose marker is a link',
      () => {
        photographs('work');
        symlinkSync(join(data, 'work', '2024', 'wedding.jpg'), join(data, 'work', '.burnish'));
      },
    ],
  ])('has another name next to %s', (_what, put) => {
    put();
    expect(own()).toBe('burnish-work');
  });

  it('has a number next to folders of both names', () => {
    photographs('work');
    photographs('burnish-work');
    expect(own()).toBe('burnish-work-2');
    photographs('burnish-work-2');
    expect(own()).toBe('burnish-work-2');
  });

  it('keeps its name when the other one becomes free', () => {
    photographs('work');
    expect(own()).toBe('burnish-work');
    rmSync(join(data, 'work'), { recursive: true });
    expect(own()).toBe('burnish-work');
  });

  it('is the one of an earlier version, unless that is a link', () => {
    photographs('work');
    expect(own(true)).toBe('work');
    rmSync(join(data, 'work'), { recursive: true });
    symlinkSync(tmpdir(), join(data, 'work'));
    expect(own(true)).toBe('burnish-work');
    expect(lstatSync(join(data, 'work')).isSymbolicLink()).toBe(true);
  });
});

describe('a store in a folder of the user’s', () => {
  const folders = () => {
    const store = openStore({ folder: data });
    store.close();
    return [store.workFolder, store.previewFolder].map((path) => basename(path));
  };

  it('never touches folders of the same names, even if its own were removed', () => {
    photographs('work');
    photographs('previews');
    const fallbackNames = ['burnish-work', 'burnish-previews'];
    expect(folders()).toEqual(fallbackNames);
    expect(folders()).toEqual(fallbackNames);
    for (const name of fallbackNames) rmSync(join(data, name), { recursive: true });
    expect(folders()).toEqual(fallbackNames);
    expect(readdirSync(join(data, 'work'))).toEqual(['2024']);
  });

  it('adopts the folders of an earlier version, once', () => {
    openStore({ folder: data }).close();
    // Earlier versions did not mark folders.
    const db = new Database(join(data, 'burnish.db'));
    db.pragma('application_id = 0');
    db.close();
    for (const name of ['work', 'previews']) rmSync(join(data, name), { recursive: true });
    mkdirSync(join(data, 'work', '1'), { recursive: true });
    expect(folders()).toEqual(['work', 'previews']);
    rmSync(join(data, 'work', '.burnish'));
    expect(folders()).toEqual(['burnish-work', 'previews']);
  });
});
