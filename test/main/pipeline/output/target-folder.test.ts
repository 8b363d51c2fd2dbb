import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createFolderMaker,
  outputFolderTrouble,
  targetFolder,
} from '../../../../main/pipeline/output/target-folder.ts';
import { openStore, type Store } from '../../../../main/store/index.ts';
import { canMount, smallDisk } from '../../../campaign/disk/small-disk.ts';
import { recipeOf } from '../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

let folder: string;
let data: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-folder-'));
  data = mkdtempSync(join(tmpdir(), 'burnish-data-'));
  store = openStore({ folder: data });
});
afterEach(() => {
  store.close();
  for (const each of [folder, data]) rmSync(each, { recursive: true, force: true });
});
/** Creates a folder maker with the state after a restart. */
const newMaker = () => createFolderMaker(store.outputDisks);

describe('targetFolder', () => {
  it.each([
    ['', true, '/out'],
    ['day/raw', true, '/out/day/raw'],
    ['day/raw', false, '/out'],
    ['../other', true, '/out/other'],
    ['day/../../..', true, '/out/day'],
    ['a\\..\\..\\ESCAPE', true, '/out/a\\..\\..\\ESCAPE'],
    ['/etc', true, '/out/etc'],
    ['..', true, '/out'],
    ['..hidden', true, '/out/..hidden'],
  ])('for %j with mirroring %s is %s', (relativeFolder, mirror, expected) => {
    const recipe = recipeOf('portrait-background-removal', { mirror });
    expect(targetFolder({ outputFolder: '/out', relativeFolder, recipe })).toBe(expected);
  });

  it.each([
    ['', true, '/out/day'],
    ['', false, '/out'],
    ['Spring/Tops', true, '/out/Spring/Tops'],
    ['Spring/Tops', false, '/out/Spring/Tops'],
    ['../up', false, '/out/up'],
    ['a\\..\\..\\up', false, '/out/a/up'],
  ])('for the product list’s %j with mirroring %s is %s', (listed, mirror, expected) => {
    const product = { sku: 'A1', name: '', folder: listed };
    const recipe = { ...recipeOf('portrait-background-removal', { mirror }), product };
    expect(targetFolder({ outputFolder: '/out', relativeFolder: 'day', recipe })).toBe(expected);
  });
});

describe('outputFolderTrouble', () => {
  const noted = new Set<string>();
  const notes = {
    add: async (path: string) => void noted.add(path),
    remove: (path: string) => void noted.delete(path),
    list: () => [...noted],
  };
  const ask = (outputFolder: string, bytes = 1000) =>
    outputFolderTrouble({ batchId: 1, outputFolder }, bytes, { maker: newMaker(), notes });

  it('creates the folder and leaves no file in it', async () => {
    const path = join(folder, 'a', 'b');
    expect(await ask(path)).toBe(null);
    expect([readdirSync(path), notes.list()]).toEqual([[], []]);
  });

  it('neither follows a link nor blocks on a pipe with the file name of earlier versions', async () => {
    const victim = join(folder, 'photograph.jpg');
    writeFileSync(victim, 'mine');
    const ownerHash = createHash('sha256').update('/data').digest('hex').slice(0, 8);
    symlinkSync(victim, join(folder, `.burnish-${ownerHash}-1-probe.tmp`));
    execFileSync('mkfifo', [join(folder, `.burnish-${ownerHash}-2-probe.tmp`)]);
    const before = readdirSync(folder);
    expect(await ask(folder)).toBe(null);
    expect([readdirSync(folder), readFileSync(victim, 'utf8')]).toEqual([before, 'mine']);
  });

  it('reports a file that blocks the folder', async () => {
    writeFileSync(join(folder, 'a'), '');
    for (const path of [join(folder, 'a'), join(folder, 'a', 'b')]) {
      const error = await ask(path);
      expect(error).toMatchObject({ kind: 'disk', code: 'ENOTDIR', advice: 'choose-folder' });
      expect(messageText(error?.message)).toContain(path);
    }
  });

  it('reports insufficient space', async () => {
    const error = await ask(folder, Number.MAX_SAFE_INTEGER);
    expect(error).toMatchObject({ kind: 'disk', code: 'ENOSPC', advice: 'choose-folder' });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a folder that existed for this batch', () => {
  const ready = async (away: (top: string) => void) => {
    const top = join(folder, 'card', 'out');
    const maker = newMaker();
    await maker.ready({ batchId: 1, outputFolder: top });
    away(top);
    return { top, again: (batchId = 1) => maker.ready({ batchId, outputFolder: top }) };
  };

  it('is not created at the mount point of an unavailable disk, and is found when that is back', async () => {
    const { top, again } = await ready(() => renameSync(join(folder, 'card'), join(folder, 'away')));
    await expect(again()).rejects.toMatchObject({ code: 'ENOENT' });
    expect(readdirSync(folder)).toEqual(['away']);
    mkdirSync(join(folder, 'card'));
    await expect(again()).rejects.toMatchObject({ code: 'ENOENT' });
    rmSync(join(folder, 'card'), { recursive: true });
    renameSync(join(folder, 'away'), join(folder, 'card'));
    expect(await again()).toBe(top);
  });

  it('is created again if only the folder itself was removed', async () => {
    const { top, again } = await ready((path) => rmSync(path, { recursive: true }));
    expect(await again()).toBe(top);
    expect(readdirSync(join(folder, 'card'))).toEqual(['out']);
  });

  it('is created for a new batch', async () => {
    const { top, again } = await ready(() => rmSync(join(folder, 'card'), { recursive: true }));
    expect(await again(2)).toBe(top);
  });

  it.each([
    ['the folder above it has another name', 'ENOENT'],
    ['a file is in its place', 'ENOTDIR'],
  ])('is missing after the next start too, if %s', async (situation, code) => {
    const { top } = await ready((path) => {
      if (code === 'ENOENT') renameSync(join(folder, 'card'), join(folder, 'renamed'));
      else rmSync(path, { recursive: true });
      if (code === 'ENOTDIR') writeFileSync(path, situation);
    });
    await expect(newMaker().ready({ batchId: 1, outputFolder: top })).rejects.toMatchObject({ code });
  });
});

describe.skipIf(!canMount())('a folder on a separate disk', () => {
  it('is not written below its mount point while the disk is unavailable, by any process or batch', async () => {
    const mountPoint = join(folder, 'card');
    const disk = await smallDisk(mountPoint, 1);
    try {
      const top = join(mountPoint, 'out');
      const ready = (batchId: number) => newMaker().ready({ batchId, outputFolder: top });
      await ready(1);
      disk.pull();
      for (const batch of [1, 2]) await expect(ready(batch)).rejects.toMatchObject({ code: 'ENODEV' });
      expect(readdirSync(mountPoint)).toEqual([]);
      disk.plugIn();
      expect(await ready(1)).toBe(top);
      // A former mount point may become an ordinary folder.
      disk.pull();
      writeFileSync(join(mountPoint, 'kept.txt'), '');
      await expect(ready(1)).rejects.toMatchObject({ code: 'ENODEV' });
      expect(await ready(2)).toBe(top);
    } finally {
      await disk.remove();
    }
  });
});
