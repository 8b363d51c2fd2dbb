import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openMarkedFolder } from '../../../../main/store/data-folder/marked-folder.ts';
import { openStore } from '../../../../main/store/index.ts';
import { ownFolder, runSql } from '../../../helpers/store/own-folder.ts';

const data = ownFolder();
const inData = (...names: string[]) => join(data(), ...names);
const own = (adopt = false) => basename(openMarkedFolder(data(), 'work', adopt, 'Ours.'));
/** Creates a folder of the user. */
const photographs = (name: string) => {
  mkdirSync(inData(name, '2024'), { recursive: true });
  writeFileSync(inData(name, '2024', 'wedding.jpg'), 'precious');
};

describe('a folder of our own', () => {
  it('is made with a marker, together with the data folder', () => {
    expect(openMarkedFolder(inData('new'), 'work', false, 'Ours.')).toBe(inData('new', 'work'));
    expect(readdirSync(inData('new', 'work'))).toEqual(['.burnish']);
    expect(readFileSync(inData('new', 'work', '.burnish'), 'utf8')).toBe('Ours.\n');
  });

  it('is found again, whatever is in it', () => {
    own();
    mkdirSync(inData('work', '1'));
    expect([own(), own(true)]).toEqual(['work', 'work']);
  });

  it('can be an existing empty folder', () => {
    mkdirSync(inData('work'));
    expect(own()).toBe('work');
  });

  it.each([
    ['a folder with photographs', () => photographs('work')],
    ['a file', () => writeFileSync(inData('work'), '')],
    ['a link to a folder', () => symlinkSync(tmpdir(), inData('work'))],
    ['a link that leads nowhere', () => symlinkSync(inData('nowhere'), inData('work'))],
    [
      'a folder whose marker is a link',
      () => {
        photographs('work');
        symlinkSync(inData('work', '2024', 'wedding.jpg'), inData('work', '.burnish'));
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
    rmSync(inData('work'), { recursive: true });
    expect(own()).toBe('burnish-work');
  });

  it('is the one of an earlier version, unless that is a link', () => {
    photographs('work');
    expect(own(true)).toBe('work');
    rmSync(inData('work'), { recursive: true });
    symlinkSync(tmpdir(), inData('work'));
    expect(own(true)).toBe('burnish-work');
    expect(lstatSync(inData('work')).isSymbolicLink()).toBe(true);
  });
});

describe('a store in a folder of the user’s', () => {
  const folders = () => {
    const store = openStore({ folder: data() });
    store.close();
    return [store.workFolder, store.previewFolder].map((path) => basename(path));
  };

  it('never touches folders of the same names, even if its own were removed', () => {
    photographs('work');
    photographs('previews');
    const fallbackNames = ['burnish-work', 'burnish-previews'];
    expect(folders()).toEqual(fallbackNames);
    expect(folders()).toEqual(fallbackNames);
    for (const name of fallbackNames) rmSync(inData(name), { recursive: true });
    expect(folders()).toEqual(fallbackNames);
    expect(readdirSync(inData('work'))).toEqual(['2024']);
  });

  it('adopts the folders of an earlier version, once', () => {
    openStore({ folder: data() }).close();
    // Earlier versions did not mark folders.
    runSql(data(), 'PRAGMA application_id = 0');
    for (const name of ['work', 'previews']) rmSync(inData(name), { recursive: true });
    mkdirSync(inData('work', '1'), { recursive: true });
    expect(folders()).toEqual(['work', 'previews']);
    rmSync(inData('work', '.burnish'));
    expect(folders()).toEqual(['burnish-work', 'previews']);
  });
});
