/** Markers that identify a share: one for each station, never overwritten by another one. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expandPaths } from '../../../../main/intake/paths/expand-paths.ts';
import { checkShare, readShareMarkers, writeShareMarker } from '../../../../main/studio/shares/share-marker.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-mark-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const mark = (id: string, more: object = {}) => ({
  studio: 'studio',
  share: 'photos',
  id,
  station: `Desk ${id}`,
  ...more,
});
const mine = { studio: 'studio', share: 'photos', id: '1' };

test('a folder is the share if another station has left its marker; each has its own', async () => {
  expect(await checkShare(folder, mine, false)).toEqual({ kind: 'first', station: null });
  expect(readdirSync(folder)).toEqual([]);
  await writeShareMarker(folder, mark('1'));
  await writeShareMarker(folder, mark('2'));
  await writeShareMarker(folder, mark('2', { station: 'Renamed' }));
  expect(readdirSync(folder)).toHaveLength(2);
  expect(await checkShare(folder, mine, true)).toEqual({ kind: 'same', station: 'Renamed' });
});

test('markers of another studio or share are ignored, and so are damaged ones', async () => {
  await writeShareMarker(folder, mark('2', { studio: 'another' }));
  await writeShareMarker(folder, mark('2', { share: 'finished' }));
  writeFileSync(join(folder, '.burnish-share-damaged.json'), '{"studio":');
  writeFileSync(join(folder, '.burnish-share-long.json'), ' '.repeat(5000));
  expect(await readShareMarkers(folder)).toHaveLength(2);
  expect(await checkShare(folder, mine, true)).toEqual({ kind: 'other', station: null });
  expect(await checkShare(folder, mine, false)).toEqual({ kind: 'first', station: null });
  expect(await checkShare(folder, { ...mine, studio: null, share: 'finished' }, false)).toMatchObject({ kind: 'same' });
  expect(await checkShare(join(folder, 'nowhere'), mine, false)).toEqual({ kind: 'gone', station: null });
});

test('markers are not photographs', async () => {
  const photographs = join(folder, 'photographs');
  mkdirSync(photographs);
  await writeShareMarker(photographs, mark('1'));
  const found: unknown[] = [];
  for await (const each of expandPaths([photographs], { recursive: true })) found.push(each);
  expect(found.filter((each) => !('message' in (each as object)))).toEqual([]);
  expect(readFileSync(join(photographs, readdirSync(photographs)[0] ?? ''), 'utf8')).toContain('photos');
});
