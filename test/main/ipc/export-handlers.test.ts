import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createBulk } from '../../../main/desk/bulk.ts';
import { createReader } from '../../../main/desk/reader/reader.ts';
import { exportHandlers } from '../../../main/ipc/export-handlers.ts';
import { openGrants } from '../../../main/ipc/grants.ts';
import { withGrantedPaths } from '../../../main/ipc/paths.ts';
import { placeBeside } from '../../../main/pipeline/target/place-beside.ts';
import { placeOfOutput } from '../../../main/pipeline/target/result-name.ts';
import { exportOptionsSchema } from '../../../preload/contract/desk/export.ts';
import { test } from '../../helpers/desk-stage.ts';
import { errorSaying, said } from '../../helpers/said.ts';

test('a folder must have been granted, once; then it is remembered, and the page can change none of it', async ({
  desk,
}) => {
  const { resultId, result } = await desk.finished('one');
  const folder = join(desk.folder, 'handed');
  mkdirSync(folder);
  const { store } = desk;
  const reader = createReader(store.file);
  const grants = openGrants();
  const exports = {
    store,
    reader,
    bulk: createBulk(() => undefined),
    place: placeBeside,
    placeOfOutput,
    toWords: said,
    now: Date.now,
  };
  const shown: string[] = [];
  const desktop = {
    reveal: (path: string) => void shown.push(path),
    dragOut: (paths: readonly string[], picture: Buffer | null) => void shown.push(`${paths} ${picture !== null}`),
    copyFiles: async (paths: readonly string[]) => void shown.push(...paths),
  };
  const handlers = withGrantedPaths(exportHandlers({ store, exports }, desktop), grants, store);
  const on = { versions: [resultId] };
  const options = exportOptionsSchema.parse({ folder });
  await expect(async () => handlers['export.run']({ on, options }, 'page')).rejects.toMatchObject({ name: 'Refusal' });
  await expect(async () => handlers['export.reveal'](undefined, 'page')).rejects.toThrow(
    errorSaying('Choose a folder for the export.'),
  );
  expect(readdirSync(folder)).toEqual([]);
  const granted = { ...options, folder: grants.give('page', 'folder', [folder]) };
  expect(await handlers['export.plan']({ on, options: granted }, 'page')).toMatchObject({
    count: 1,
    firstName: 'one.png',
  });
  // Only the newest question is answered.
  const plans = [1, 2].map(() => handlers['export.plan']({ on, options: granted }, 'page'));
  expect(await Promise.all(plans)).toMatchObject([null, { count: 1 }]);
  expect(await handlers['export.run']({ on, options: granted }, 'page')).toMatchObject({ done: 1, folder });
  expect(store.settings.read().lastExport).toEqual(options);
  // The grant is spent; the folder is known now.
  await expect(async () => handlers['export.run']({ on, options: granted }, 'page')).rejects.toThrow();
  expect(await handlers['export.run']({ on, options }, 'page')).toMatchObject({ done: 1 });
  await handlers['export.reveal'](undefined, 'page');
  expect(shown).toEqual([folder]);
  // What is made once does not come again by itself: only what pictures do not have of it stays.
  const sheet = exportOptionsSchema.parse({ folder, kind: 'csv', template: '{counter}', separator: 'tab' });
  await handlers['export.run']({ on, options: sheet }, 'page');
  expect(store.settings.read().lastExport).toEqual({ ...options, separator: 'tab' });
  await handlers['export.drag']({ on }, 'page');
  expect(await handlers['export.copyFiles']({ on }, 'page')).toBe(1);
  expect(shown.slice(1)).toEqual([`${result} true`, result]);
  await expect(async () => handlers['export.copyFiles']({ on: { versions: [999] } }, 'page')).rejects.toMatchObject({
    name: 'Refusal',
  });
  await reader.close();
});
