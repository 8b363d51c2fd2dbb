import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { placeSibling } from '../../../../main/pipeline/output/place-sibling.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { type StoreStage, test } from '../../../helpers/store/store-stage.ts';

function notesOf({ store }: StoreStage) {
  const noted: string[] = [];
  return {
    noted,
    temporaryFiles: store.temporaryFiles,
    note: ({ path }: { path: string }) => noted.push(path) > 0,
    forget: (path: string) => void noted.splice(noted.indexOf(path), 1),
  };
}

test('gives a file the first free name, recorded before it exists', async ({ stage }) => {
  const out = join(stage.folder, 'out');
  mkdirSync(out);
  writeFileSync(join(out, 'a touched.png'), 'somebody’s');
  mkdirSync(join(out, 'a touched-2.png'));
  writeFileSync(join(stage.folder, 'made'), 'made');
  const notes = notesOf(stage);
  const note = (file: { path: string }) => {
    expect(existsSync(file.path)).toBe(false);
    return notes.note(file);
  };
  const file = await placeSibling(join(stage.folder, 'made'), join(out, 'a touched.png'), { ...notes, note });
  expect(file).toMatchObject({ path: join(out, 'a touched-3.png'), bytes: 4 });
  expect(notes.noted).toEqual([file.path]);
  expect(readFileSync(file.path, 'utf8')).toBe('made');
  expect(readFileSync(join(out, 'a touched.png'), 'utf8')).toBe('somebody’s');
  expect(readdirSync(out)).toHaveLength(3);
});

test('skips the name of another result whose file is missing', async ({ stage }) => {
  writeFileSync(join(stage.folder, 'made'), 'made');
  const wanted = join(stage.folder, 'a touched.png');
  const notes = notesOf(stage);
  const note = (file: { path: string }) => file.path !== wanted && notes.note(file);
  const file = await placeSibling(join(stage.folder, 'made'), wanted, { ...notes, note });
  expect([file.path, notes.noted]).toEqual([join(stage.folder, 'a touched-2.png'), [file.path]]);
});

test('reports why a folder does not accept it, and leaves no file', async ({ stage }) => {
  writeFileSync(join(stage.folder, 'made'), 'made');
  writeFileSync(join(stage.folder, 'out'), 'a file where a folder should be');
  const notes = notesOf(stage);
  const placing = placeSibling(join(stage.folder, 'made'), join(stage.folder, 'out', 'a.png'), notes);
  const fault = await placing.catch((error: unknown) => error);
  expect(messageText((fault as { sentence: string }).sentence)).toContain(join(stage.folder, 'out'));
  expect(notes.noted).toEqual([]);
  expect(stage.store.temporaryFiles.list()).toEqual([]);
});
