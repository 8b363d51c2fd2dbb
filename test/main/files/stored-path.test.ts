import { mkdirSync, realpathSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, win32 } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { fileAvailability } from '../../../main/files/file-availability.ts';
import { isNamedInside, resolveInside, toStoredPath } from '../../../main/files/stored-path.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';

let top: string;
let share: string;
beforeEach(() => {
  top = realpathSync(scratchFolder());
  share = join(top, 'share');
  mkdirSync(join(share, 'real'), { recursive: true });
  mkdirSync(join(top, 'private'));
  for (const folder of ['share/real', 'private']) writeFileSync(join(top, folder, 'a.jpg'), folder);
});

test('resolves a path inside its folder to its name without links', async () => {
  symlinkSync('real', join(share, 'inner'), 'junction');
  symlinkSync(share, join(top, 'mounted'), 'junction');
  expect(await resolveInside(share, join(share, 'inner', 'a.jpg'))).toBe(join(share, 'real', 'a.jpg'));
  expect(await resolveInside(share, join(share, 'inner', 'new', 'b.jpg'))).toBe(join(share, 'real', 'new', 'b.jpg'));
  expect(await resolveInside(share, share)).toBe(share);
  const mounted = join(top, 'mounted');
  expect(await resolveInside(mounted, join(mounted, 'inner', 'a.jpg'))).toBe(join(mounted, 'real', 'a.jpg'));
  expect(await resolveInside(join(top, 'later'), join(top, 'later', 'a.jpg'))).toBe(join(top, 'later', 'a.jpg'));
});

test('resolves nothing outside of its folder, by any route', async () => {
  symlinkSync(join(top, 'private'), join(share, 'out'), 'junction');
  symlinkSync(join(top, 'private', 'a.jpg'), join(share, 'a.jpg'));
  symlinkSync(join(share, 'none'), join(share, 'dead'), 'junction');
  symlinkSync(share, join(top, 'private', 'back'), 'junction');
  const outside = [
    ...[join(share, 'out', 'a.jpg'), join(share, 'out', 'new.jpg'), join(share, 'a.jpg'), join(share, 'dead', 'a.jpg')],
    ...[join(top, 'private', 'a.jpg'), `${share}/../private/a.jpg`, `${share}/real/../../private/a.jpg`],
    ...[`${share}2/a.jpg`, `${share}/real/./a.jpg`, 'share/real/a.jpg', 'share://photos/../../private/a.jpg', ''],
  ];
  for (const path of outside) expect(await resolveInside(share, path), path).toBeNull();
  expect(await resolveInside('', join(share, 'real', 'a.jpg'))).toBeNull();
  // Out of the share and back again: a sibling of the file stays in the share.
  expect(await resolveInside(share, join(share, 'out', 'back', 'real', 'a.jpg'))).toBe(join(share, 'real', 'a.jpg'));
});

test('names of Windows are inside a folder only if they are written so', () => {
  const roots = ['C:\\photos', '\\\\nas\\photos', 'Z:\\'];
  for (const root of roots) {
    expect(isNamedInside(root, root, win32), root).toBe(win32.resolve(root) === root);
    expect(isNamedInside(root, win32.join(root, 'in', 'a.jpg'), win32), root).toBe(true);
    for (const shared of ['..\\..\\Users\\ana\\a.jpg', '..', 'in\\..\\..\\a.jpg'])
      expect(isNamedInside(root, `${root}\\${shared}`, win32), `${root} ${shared}`).toBe(false);
  }
  const outside = [
    ...['C:\\photos2\\a.jpg', 'C:\\photos\\.\\a.jpg', 'C:\\photos/a.jpg', 'C:\\photos\\\\a.jpg', 'C:photos\\a.jpg'],
    ...['\\photos\\a.jpg', 'D:\\photos\\a.jpg', '\\\\?\\C:\\photos\\a.jpg', 'share://photos/../../Users/ana/a.jpg'],
    ...['share:\\photos\\a.jpg', 'C:\\photos\\a\0.jpg'],
  ];
  for (const path of outside) expect(isNamedInside('C:\\photos', path, win32), path).toBe(false);
});

test('opens a file named by another station only inside its folder, even if a link is swapped later', async () => {
  const inside = join(share, 'real', 'a.jpg');
  const rootOf = (path: string) => (path.startsWith(share) ? share : null);
  let time = 0;
  const availability = fileAvailability({ rootOf, monotonic: () => time });
  const stored = toStoredPath(inside);
  expect(await availability.locate(stored)).toEqual({ state: 'here', path: inside, root: share });
  renameSync(join(share, 'real'), join(share, 'before'));
  symlinkSync(join(top, 'private'), join(share, 'real'), 'junction');
  expect(await availability.locate(stored)).toEqual({ state: 'outside', path: null, root: share });
  time += 10_000;
  expect([await availability.at(stored), await availability.now(inside)]).toEqual(['outside', 'outside']);
  const own = join(top, 'private', 'a.jpg');
  expect(await availability.locate(toStoredPath(own))).toEqual({ state: 'here', path: own, root: null });
  const named = 'share://photos/../../private/a.jpg';
  expect(await availability.locate(toStoredPath(named))).toEqual({ state: 'gone', path: null, root: null });
});
