import { posix, win32 } from 'node:path';
import { expect, test } from 'vitest';
import { shareNameSchema, shareSchema, sharesSchema } from '../../../../contract/studio/studio.ts';
import { isPortablePath, parseShareUri, toShareUri, toSystemPath } from '../../../../main/studio/shares/shared-path.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';

const shares = ['a', 'Shoots 2026', 'Fotos_März', '撮影', 'x-y', '0'];
const parts = [
  ...['a.jpg', '100% wool', 'été', 'A&B?', 'share', '#1'],
  ...['..a', 'a..b', 'console', 'com10', '写真', ' b', '👩‍🦰'],
];

test('a path is parsed from its text unchanged', () => {
  const chance = createSeededRandom('shared paths');
  for (let round = 0; round < 500; round++) {
    const path = Array.from({ length: chance.below(5) }, () => chance.pick(parts)).join('/');
    const shared = { share: chance.pick(shares), path };
    expect(parseShareUri(toShareUri(shared))).toEqual(shared);
  }
  expect(toShareUri({ share: 'Shoots 2026', path: 'a/b c.jpg' })).toBe('share://Shoots%202026/a/b c.jpg');
});

const bad = [
  ...['..', '.', '...', '.. ', '. .', ' ', '', 'a.', 'a ', '..\\a', 'a\\b'],
  ...['C:', 'c:a', 'a:b', 'a.jpg::$DATA', 'a\0b', 'a\nb', 'a\ud800', '\u202ea\u2028', 'e\u0301te\u0301'],
  ...['nul', 'NUL', 'con.jpg', 'Con .jpg', 'com1', 'COM¹.txt', 'lpt9.', 'aux', 'prn.a.b', 'conin$'],
];

test('no part of a path escapes, on any system', () => {
  for (const part of bad) {
    for (const path of [part, `${part}/a`, `a/${part}`, `a/${part}/b`].filter((each) => each !== '')) {
      expect(isPortablePath(path), JSON.stringify(path)).toBe(false);
      expect(parseShareUri(`share://a/${path}`), JSON.stringify(path)).toBeNull();
    }
  }
  expect(isPortablePath('/a')).toBe(false);
  expect(isPortablePath('a'.repeat(32_768))).toBe(false);
});

test('a path is below its share on each system, or invalid', () => {
  const table = [
    ['C:\\shoots', 'day 1/a.jpg', 'C:\\shoots\\day 1\\a.jpg'],
    ['Z:\\', 'a.jpg', 'Z:\\a.jpg'],
    ['\\\\nas\\shoots', 'a/b.jpg', '\\\\nas\\shoots\\a\\b.jpg'],
    ['C:\\shoots', '', 'C:\\shoots\\'],
  ] as const;
  for (const [folder, shared, local] of table)
    expect(win32.relative(local, toSystemPath(folder, shared, win32)), local).toBe('');
  expect(toSystemPath('/srv/shoots', 'day 1/a.jpg', posix)).toBe('/srv/shoots/day 1/a.jpg');
  const escapes = ['../../Users/ana/a.jpg', 'a/../../b', '/Users', 'C:/a', 'a\\..\\..\\b'];
  for (const part of [...escapes, 'a.jpg:stream', 'nul', 'a/.'])
    for (const system of [win32, posix]) expect(() => toSystemPath('C:\\shoots', part, system), part).toThrow();
});

test('a path has one text, and other spellings are invalid', () => {
  const others = ['', 'a.jpg', '/etc/passwd', 'C:\\a', '\\\\nas\\a', 'file:///a'];
  const incomplete = ['share://', 'share:///a', 'share://a', 'share:/a/b'];
  const encoded = ['share://%61/b', 'share://a b/c', 'share://%C3/a', 'share://%2e%2e/a', 'share://a%2Fb/c'];
  const near = ['SHARE://a/b', ' share://a/b', 'share://a//b', 'share://a/b/', 'share://a\\b/c'];
  const above = ['share://a/../b', 'share://../a'];
  const name = encodeURIComponent('Ma\u0308rz');
  const named = [`share://${name}/a`, `share://${'a'.repeat(41)}/a`];
  for (const text of [...others, ...incomplete, ...encoded, ...near, ...above, ...named]) {
    expect(parseShareUri(text), text).toBeNull();
  }
  expect(parseShareUri('share://a/')).toEqual({ share: 'a', path: '' });
});

test('a share has a simple name and an absolute path, and is unique', () => {
  for (const name of shares) expect(shareNameSchema.parse(name)).toBe(name);
  expect(shareNameSchema.parse(' Ma\u0308rz ')).toBe('März');
  for (const name of ['', ' ', 'a/b', '..', 'a:b', 'a\\b', 'a\nb', '%41', 'a'.repeat(41)]) {
    expect(shareNameSchema.safeParse(name).success, name).toBe(false);
  }
  for (const folder of ['/', '/srv/a', 'C:\\a', 'z:/a', '\\\\nas\\shoots', '\\\\nas\\shoots\\a']) {
    expect(shareSchema.safeParse({ name: 'a', folder }).success, folder).toBe(true);
  }
  for (const folder of ['', 'a', './a', '~/a', 'C:a', '\\a', '\\\\nas', '/a\0b', 'share://a/']) {
    expect(shareSchema.safeParse({ name: 'a', folder }).success, folder).toBe(false);
  }
  const first = { name: 'Shoots', folder: '/a' };
  expect(sharesSchema.safeParse([first, { name: 'shoots', folder: '/b' }]).success).toBe(false);
  expect(sharesSchema.parse([first])).toEqual([first]);
});
