import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { UserFacingError } from '../../../../contract/messages/message.ts';
import { openShares } from '../../../../main/studio/shares/share-paths.ts';
import { parseShareUri, type SharedPath, toShareUri } from '../../../../main/studio/shares/shared-path.ts';
import { matchingError, messageText } from '../../../helpers/run/message-matchers.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';

let top: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'burnish-shares-')));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const at = (...parts: string[]) => join(top, ...parts);
function put(...parts: string[]): string {
  const path = at(...parts);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, parts.join('/'));
  return path;
}
const opened = (...shares: [name: string, ...folder: string[]][]) =>
  openShares(shares.map(([name, ...folder]) => ({ name, folder: at(...folder) })));
const inShoots = (path: string): SharedPath => ({ share: 'shoots', path });
const composed = 'été';
const taken = 'e\u0301te\u0301';
/** Whether the disk distinguishes composed and decomposed names. */
function keepsSpellings(): boolean {
  mkdirSync(at('spelling', composed), { recursive: true });
  mkdirSync(at('spelling', taken), { recursive: true });
  return readdirSync(at('spelling')).length === 2;
}
const leadsOut = matchingError(/points outside the share “shoots”/);

test('a photograph has one shared path on two stations, and each finds it', async () => {
  const sharesOne = opened(['shoots', 'one', 'mnt']);
  const sharesTwo = opened(['shoots', 'two', 'z']);
  const here = put('one', 'mnt', 'day 1', 'a.jpg');
  const there = put('two', 'z', 'day 1', 'a.jpg');
  expect(sharesOne.names).toEqual(['shoots']);
  expect(await sharesOne.toShared(here)).toEqual(inShoots('day 1/a.jpg'));
  expect(await sharesTwo.toLocal(inShoots('day 1/a.jpg'))).toBe(there);
  expect(await sharesOne.toShared(`${at('one', 'mnt')}${sep}`)).toEqual(inShoots(''));
  expect(await sharesTwo.toLocal(inShoots(''))).toBe(at('two', 'z'));
});

test('a missing file has a path, also in a missing share', async () => {
  const shares = opened(['shoots', 's'], ['later', 'l', 'm']);
  put('s', 'a.jpg');
  expect(await shares.toShared(at('s', 'out', 'web', 'a.png'))).toEqual(inShoots('out/web/a.png'));
  expect(await shares.toLocal(inShoots('out/web'))).toBe(at('s', 'out', 'web'));
  expect(await shares.toShared(at('l', 'm', 'x'))).toEqual({ share: 'later', path: 'x' });
  expect(await shares.toLocal({ share: 'later', path: 'x/y' })).toBe(at('l', 'm', 'x', 'y'));
  // A file blocks this folder; the error comes when writing.
  expect(await shares.toLocal(inShoots('a.jpg/b'))).toBe(at('s', 'a.jpg', 'b'));
});

test('files outside all shares are not shared', async () => {
  const shares = opened(['shoots', 's']);
  for (const path of [put('other', 'a.jpg'), put('s2', 'a.jpg'), at(), at('nothing'), '', 'a.jpg', './s/a.jpg']) {
    expect(await shares.toShared(path), path).toBeNull();
  }
  expect(await shares.toShared(`${at('s')}/x/../../other/a.jpg`)).toBeNull();
  expect(await openShares([]).toShared(at('s'))).toBeNull();
});

test('the inner one of two nested shares determines the path', async () => {
  const file = put('all', 'shoots', 'a.jpg');
  for (const shares of [
    opened(['all', 'all'], ['shoots', 'all', 'shoots']),
    opened(['shoots', 'all', 'shoots'], ['all', 'all']),
  ]) {
    expect(await shares.toShared(file)).toEqual(inShoots('a.jpg'));
    expect(await shares.toShared(at('all', 'shoots'))).toEqual(inShoots(''));
    expect(await shares.toShared(at('all', 'b.jpg'))).toEqual({ share: 'all', path: 'b.jpg' });
    expect(await shares.toLocal({ share: 'all', path: 'shoots/a.jpg' })).toBe(file);
  }
});

test('links are resolved to the file’s location', async () => {
  const shares = opened(['shoots', 'mount'], ['second', 'second']);
  const file = put('disk', 'day', 'a.jpg');
  symlinkSync(at('disk'), at('mount'), 'junction');
  mkdirSync(at('second'));
  symlinkSync(at('disk', 'day'), at('second', 'out'), 'junction');
  symlinkSync(at('disk', 'day'), at('disk', 'today'), 'junction');
  symlinkSync(at('mount', 'day'), at('desktop'), 'junction');
  for (const path of [file, at('mount', 'day', 'a.jpg'), at('desktop', 'a.jpg'), at('second', 'out', 'a.jpg')]) {
    expect(await shares.toShared(path), path).toEqual(inShoots('day/a.jpg'));
  }
  expect(await shares.toShared(at('desktop', 'new', 'b.jpg'))).toEqual(inShoots('day/new/b.jpg'));
  expect(await shares.toLocal(inShoots('day/a.jpg'))).toBe(at('mount', 'day', 'a.jpg'));
  expect(await shares.toLocal(inShoots('today/a.jpg'))).toBe(at('mount', 'today', 'a.jpg'));
});

test('links out of the share, and broken links, are rejected', async () => {
  const shares = opened(['shoots', 's'], ['dead', 'dead']);
  put('s', 'in', 'a.jpg');
  put('secret', 'key');
  put('s-other', 'key');
  symlinkSync(at('secret'), at('s', 'out'), 'junction');
  symlinkSync(at('s-other'), at('s', 'beside'), 'junction');
  symlinkSync('..', at('s', 'up'), 'junction');
  symlinkSync(at('s', 'out'), at('s', 'in', 'twice'), 'junction');
  symlinkSync(at('not-there'), at('s', 'dead'), 'junction');
  symlinkSync(at('s', 'not-there'), at('s', 'dead-inside'), 'junction');
  symlinkSync(at('s', 'round'), at('s', 'round'), 'junction');
  symlinkSync(at('nowhere'), at('dead'), 'junction');
  const links = ['out', 'beside', 'up', 'in/twice', 'dead', 'dead-inside', 'round'];
  for (const link of links) {
    for (const path of [link, `${link}/key`, `${link}/new/folder`]) {
      await expect(shares.toLocal(inShoots(path)), path).rejects.toThrow(leadsOut);
      expect(await shares.toShared(at('s', path)), path).toBeNull();
    }
  }
  await expect(shares.toLocal({ share: 'dead', path: 'a' })).rejects.toThrow(
    matchingError(/points outside the share “dead”/),
  );
});

test('names in another Unicode form on disk are found', async () => {
  const shares = opened(['shoots', 's']);
  const file = put('s', taken, `${taken}.jpg`);
  expect(await shares.toShared(file)).toEqual(inShoots(`${composed}/${composed}.jpg`));
  const found = await shares.toLocal(inShoots(`${composed}/${composed}.jpg`));
  expect(readFileSync(found, 'utf8')).toBe(`s/${taken}/${taken}.jpg`);
  const out = await shares.toLocal(inShoots(`${composed}/out/new`));
  expect(realpathSync(dirname(dirname(out)))).toBe(dirname(realpathSync(file)));
  // If typed in the other Unicode form, a new path uses the existing folder.
  expect(await shares.toShared(at('s', composed, 'new'))).toEqual(inShoots(`${composed}/new`));
});

test('of two names that are equal to other stations, only the one they would find is shared', async () => {
  if (!keepsSpellings()) return;
  const shares = opened(['shoots', 's']);
  const [one, other] = [put('s', composed, 'a.jpg'), put('s', taken, 'a.jpg')];
  expect(await shares.toShared(one)).toEqual(inShoots(`${composed}/a.jpg`));
  expect(await shares.toLocal(inShoots(`${composed}/a.jpg`))).toBe(one);
  expect(await shares.toShared(other)).toBeNull();
  expect(await shares.toShared(join(dirname(other), 'new'))).toBeNull();
  put('secret', 'a.jpg');
  symlinkSync(at('secret'), at('s', `${composed}2`));
  expect(await shares.toShared(put('s', `${taken}2`, 'a.jpg'))).toBeNull();
});

test('a missing share is named', async () => {
  const missing = matchingError(/^This computer has no share called “cards”/);
  await expect(opened(['shoots', 's']).toLocal({ share: 'cards', path: 'a' })).rejects.toThrow(missing);
  await expect(opened(['shoots', 's']).toLocal({ share: '__proto__', path: 'a' })).rejects.toThrow(
    matchingError(/no share/),
  );
});

const nasty = [
  ...['..', '.', '', '/', '\\', 'C:', 'a:b', 'nul', 'CON.jpg', ' ', 'a ', 'a.', '\0', 'a\nb'],
  ...['%2e%2e', '..%2f', '\u2025', '\uff0e\uff0e', '~', '$HOME', '-rf', '*', 'a', 'ünï', 'u\u0308'],
  ...['\u212a', '\u037e', '👩‍🦰', '\ud800', '.hidden', 'link', 'out', 'x'.repeat(300)],
];

test('a path from the database is inside its share or rejected', async () => {
  const chance = createSeededRandom('enemy');
  const shares = opened(['shoots', 's']);
  put('s', 'a', 'ünï', 'x');
  put('out', 'a', 'key');
  symlinkSync(at('out'), at('s', 'link'), 'junction');
  symlinkSync(at('out', 'none'), at('s', 'a', 'link'), 'junction');
  let inside = 0;
  for (let round = 0; round < 1500; round++) {
    const path = Array.from({ length: chance.between(1, 4) }, () => chance.pick(nasty)).join(
      chance.chance(0.9) ? '/' : '\\',
    );
    const local = await shares.toLocal(inShoots(path)).catch((error: UserFacingError) => {
      expect(messageText(error.sentence), path).toMatch(/points outside the share|not in a share/);
      return null;
    });
    if (local === null) continue;
    inside++;
    expect(`${local}${sep}`.startsWith(at('s') + sep), path).toBe(true);
    let existing = local;
    while (!existsSync(existing)) existing = dirname(existing);
    expect(`${realpathSync(existing)}${sep}`.startsWith(at('s') + sep), path).toBe(true);
  }
  expect(inside).toBeGreaterThan(50);
});

test('every shared file is found again by its text', async () => {
  const chance = createSeededRandom('round trips');
  const shares = opened(['shoots', 's'], ['inner', 's', 'a']);
  const usable = nasty.filter(
    (name) => !/^\.{0,2}$|[/\0]|^link$/.test(name) && name.length < 200 && name.isWellFormed(),
  );
  let shared = 0;
  for (let round = 0; round < 200; round++) {
    const file = at('s', ...Array.from({ length: chance.between(1, 3) }, () => chance.pick(usable)), 'f.jpg');
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, file);
    } catch {
      continue; // This system does not allow the name.
    }
    const found = await shares.toShared(file);
    if (found === null) continue;
    shared++;
    const read = parseShareUri(toShareUri(found));
    expect(read).toEqual(found);
    expect(readFileSync(await shares.toLocal(read as SharedPath), 'utf8')).toBe(file);
  }
  expect(shared).toBeGreaterThan(50);
});
