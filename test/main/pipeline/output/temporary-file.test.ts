import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect } from 'vitest';
import { removeTemporary, writeTemporary } from '../../../../main/pipeline/output/temporary-file.ts';
import { test } from '../../../helpers/store/store-stage.ts';

describe('a temporary file', () => {
  test('is new, has an unguessable name, and is recorded while it exists', async ({ stage }) => {
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

  test('is recorded before it exists', async ({ stage }) => {
    const noted: string[][] = [];
    await writeTemporary(stage.folder, stage.store.temporaryFiles, async () => {
      noted.push(stage.store.temporaryFiles.list());
    });
    expect(noted[0]).toHaveLength(1);
  });

  test('leaves no file if it cannot be written', async ({ stage }) => {
    const { folder, store } = stage;
    const failing = writeTemporary(folder, store.temporaryFiles, () => Promise.reject(new Error('full')));
    await expect(failing).rejects.toThrow('full');
    await expect(writeTemporary(join(folder, 'none'), store.temporaryFiles, async () => 0)).rejects.toThrow('ENOENT');
    expect(store.temporaryFiles.list()).toEqual([]);
    expect(readdirSync(folder).filter((each) => each.startsWith('.'))).toEqual([]);
  });
});
