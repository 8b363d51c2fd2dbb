/** The list of unfinished files: owners of entries, and entries of earlier versions. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { UserFacingError } from '../../../../contract/messages/message.ts';
import { copyForDryRun, type FileMove, openStore } from '../../../../main/store/index.ts';
import { asKilledProcess } from '../../../helpers/store/killed-process.ts';
import { runSql } from '../../../helpers/store/own-folder.ts';
import { test } from '../../../helpers/store/store-stage.ts';

const move: FileMove = {
  ...{ kind: 'result', subject: 7, from: '/out/a.png', to: '/client/a.png', hash: '7a' },
  sidecars: [],
};
const empty = { temporaries: [], moves: [] };

test('an entry is taken over once, and only from a process that has ended', async ({ stage }) => {
  const { store, folder } = stage;
  const other = stage.second();
  other.temporaryFiles.add('/client/living');
  await asKilledProcess(folder, (killed) => {
    killed.temporaryFiles.add('/client/killed');
    killed.fileMoves.begin(move);
  });
  expect(store.unfinished.adopt()).toEqual({ temporaries: ['/client/killed'], moves: [move] });
  for (const each of [store, other]) expect(each.unfinished.adopt()).toEqual(empty);
  store.unfinished.release(['/client/killed']);
  expect(other.unfinished.adopt()).toEqual({ temporaries: ['/client/killed'], moves: [] });
});

test('a process removes no entry of another', ({ stage }) => {
  const other = stage.second();
  other.temporaryFiles.add('/client/a');
  stage.store.temporaryFiles.add('/client/a');
  stage.store.temporaryFiles.remove('/client/a');
  expect(stage.store.temporaryFiles.list()).toEqual(['/client/a']);
});

test('a file is moved by one process at a time, to a unique name', ({ stage }) => {
  const other = stage.second();
  expect(other.fileMoves.begin(move)).toBe(true);
  expect(() => stage.store.fileMoves.begin({ ...move, to: '/client/b.png' })).toThrow(UserFacingError);
  expect(stage.store.fileMoves.begin({ ...move, subject: 8 })).toBe(false);
  other.fileMoves.undo(move);
  expect(stage.store.fileMoves.begin(move)).toBe(true);
});

test('a copy of the database for a dry run has none of it', async ({ stage }) => {
  stage.store.temporaryFiles.add('/client/a');
  const copy = join(stage.folder, 'copy');
  openStore({ folder: copy }).close();
  await copyForDryRun(stage.folder, copy);
  const copied = openStore({ folder: copy });
  expect(copied.unfinished.list()).toEqual(empty);
  copied.close();
});

test('entries of earlier versions are adopted', ({ stage }) => {
  runSql(stage.folder, `INSERT INTO unfinished_files (path, kind, at) VALUES ('/client/a', 'temporary', 1)`);
  expect(stage.store.unfinished.adopt()).toEqual({ temporaries: ['/client/a'], moves: [] });
});
