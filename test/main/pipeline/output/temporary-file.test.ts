import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect } from 'vitest';
import {
  cleanTemporaryFiles,
  removeTemporary,
  writeTemporary,
} from '../../../../main/pipeline/output/temporary-file.ts';
import { test } from '../../../helpers/store-stage.ts';

const name = (digit: string) => `.burnish-${digit.repeat(8)}-1111-4111-8111-${digit.repeat(12)}.tmp`;

describe('a temporary file', () => {
  test('is new, under a name that nobody can guess, and noted as long as it is there', async ({ stage }) => {
    const { folder, store } = stage;
    const notes = store.temporaryFiles;
    const made: string[] = [];
    for (const text of ['a', 'b']) made.push(await writeTemporary(folder, notes, (file) => file.writeFile(text)));
    expect(made.map((path) => readFileSync(path, 'utf8'))).toEqual(['a', 'b']);
    for (const path of made) expect(basename(path)).toMatch(/^\.burnish-[0-9a-f-]{36}\.tmp$/);
    expect(new Set(made).size).toBe(2);
    expect(notes.list().sort()).toEqual([...made].sort());
    for (const path of made) await removeTemporary(path, notes);
    expect([notes.list(), readdirSync(folder).filter((file) => file.startsWith('.'))]).toEqual([[], []]);
  });

  test('is noted before it is there', async ({ stage }) => {
    const noted: string[][] = [];
    await writeTemporary(stage.folder, stage.store.temporaryFiles, async () => {
      noted.push(stage.store.temporaryFiles.list());
    });
    expect(noted[0]).toHaveLength(1);
  });

  test('leaves nothing when it cannot be written', async ({ stage }) => {
    const { folder, store } = stage;
    const before = readdirSync(folder);
    const failing = writeTemporary(folder, store.temporaryFiles, () => Promise.reject(new Error('full')));
    await expect(failing).rejects.toThrow('full');
    await expect(writeTemporary(join(folder, 'none'), store.temporaryFiles, async () => 0)).rejects.toThrow('ENOENT');
    expect([store.temporaryFiles.list(), readdirSync(folder)]).toEqual([[], before]);
  });
});

describe('what a crash left', () => {
  test('is removed by the next start', async ({ stage }) => {
    const { folder, store } = stage;
    const path = join(folder, name('a'));
    await store.temporaryFiles.add(path);
    await store.temporaryFiles.add(join(folder, name('b')));
    writeFileSync(path, 'half');
    await cleanTemporaryFiles(store);
    expect(readdirSync(folder)).not.toContain(name('a'));
    expect(store.temporaryFiles.list()).toEqual([]);
  });

  test('is all that is removed: no link, no folder, no file of another name', async ({ stage }) => {
    const { folder, store } = stage;
    const [link, inFolder, other] = [name('a'), name('b'), 'photograph.jpg'].map((file) => join(folder, file));
    writeFileSync(other!, 'mine');
    symlinkSync(other!, link!);
    mkdirSync(inFolder!);
    for (const path of [link, inFolder, other]) await store.temporaryFiles.add(path!);
    await cleanTemporaryFiles(store);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([name('a'), name('b'), 'photograph.jpg']));
    expect(readFileSync(other!, 'utf8')).toBe('mine');
  });

  test('waits for its disk to come back', async ({ stage }) => {
    const { folder, store } = stage;
    const path = join(folder, 'disk', name('a'));
    await store.temporaryFiles.add(path);
    await cleanTemporaryFiles(store);
    mkdirSync(join(folder, 'disk'));
    writeFileSync(path, 'half');
    await cleanTemporaryFiles(store);
    expect(readdirSync(join(folder, 'disk'))).toEqual([]);
    rmSync(join(folder, 'disk'), { recursive: true });
  });
});
