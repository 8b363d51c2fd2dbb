import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  fileName,
  maxNameBytes,
  type NameParts,
  safeName,
  unknownPlaceholders,
} from '../../../contract/recipes/naming.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';

const parts: NameParts = {
  name: 'IMG_0412',
  operation: 'portrait-background-removal',
  recipe: 'Portrait cutout',
  date: '2026-11-20',
  time: '09-30-00',
  counter: '0042',
  element: '',
  folder: 'wedding',
};

/** Escapes and shortens text for titles. */
const written = (text: string) =>
  JSON.stringify(text.length > 30 ? `${text.slice(0, 30)}…` : text).replace(
    /[^ -~]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const bytes = (text: string) => Buffer.byteLength(text);
const family = '👩‍👩‍👧‍👦';

/** Names of photographs, folders or recipes, and the safe names made from them. */
const names: readonly (readonly [from: string, to: string])[] = [
  // Ordinary names are unchanged.
  ['IMG_0412', 'IMG_0412'],
  ['Ünïcödé 写真', 'Ünïcödé 写真'],
  ['Screenshot at 9.41.00\u202fAM', 'Screenshot at 9.41.00\u202fAM'],
  ['._.', '__'],
  // Characters that some system forbids.
  ['a/b\\c:d', 'a_b_c_d'],
  ['<a>"b"|c?*', '_a__b__c__'],
  // Dots and spaces at the ends.
  ['', 'result'],
  ['.', 'result'],
  ['..', 'result'],
  [' . . ', 'result'],
  ['.hidden', '_hidden'],
  ['  ..hidden', '_hidden'],
  ['name. ', 'name'],
  ['name\u00a0\u3000', 'name'],
  ['../../etc/passwd', '__.._etc_passwd'],
  // Devices of Windows: in any case, before any extension, with spaces before its dot, with superscript digits.
  ...['CON', 'prn', 'Aux', 'nul', 'COM0', 'COM9', 'lpt0', 'LPT9', 'CONIN$', 'conout$', 'CLOCK$'].map(
    (device) => [device, `_${device}`] as const,
  ),
  ...['COM¹', 'com²', 'COM³', 'LPT¹', 'lpt²', 'LPT³'].map((device) => [device, `_${device}`] as const),
  ['nul.txt', '_nul.txt'],
  ['COM¹.tar.gz', '_COM¹.tar.gz'],
  ['CON .x', '_CON .x'],
  ['aux   .', '_aux'],
  ['CON ', '_CON'],
  ['\u200bCON', '_CON'],
  ['CONIN$.a', '_CONIN$.a'],
  ['CONTACT', 'CONTACT'],
  ['COM10', 'COM10'],
  ['COM⁴', 'COM⁴'],
  ['my CON', 'my CON'],
  // Control characters: C0, DEL, C1, line separators; a name that would clear the screen.
  ['a\0b\nc\td', 'a_b_c_d'],
  ['\x1b[2J\x1b]0;title\x07', '_[2J_]0;title_'],
  ['a\x7fb\x80c\x9bd', 'a_b_c_d'],
  ['a\u2028b\u2029c', 'a_b_c'],
  // Lone surrogates and noncharacters.
  ['a\ud800b\udc00c', 'a_b_c'],
  ['a\uffffb\u{1fffe}c', 'a_b_c'],
  // Invisible characters that change the reading of a name.
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['\u202aa\u202bb\u202cc\u202dd\u2066e\u2067f\u2068g\u2069h', 'abcdefgh'],
  ['a\u200eb\u200fc\u061cd', 'abcd'],
  ['\ufeffa\u200bb\u2060c\u00add', 'abcd'],
  ['a\u3164b\u115fc\u{e0041}d', 'abcd'],
  ['\u202e', 'result'],
  // Joiners are kept only if they are part of the spelling.
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['क्\u200dष', 'क्\u200dष'],
  [family, family],
  ['❤\ufe0f 葛\u{e0100}', '❤\ufe0f 葛\u{e0100}'],
  ['a\u200db\u200cé\u200d', 'abé'],
  // Composed to NFC, even across a removed character.
  ['u\u0308ber', 'über'],
  ['u\u200b\u0308ber', 'über'],
  ['\u1112\u1161\u11ab', '한'],
  ['\u212bngström', 'Ångström'],
  // Text that looks like a placeholder.
  ['{constructor}', '{constructor}'],
  // Too long: cut between user-perceived characters.
  ['a'.repeat(241), 'a'.repeat(240)],
  ['写'.repeat(85), '写'.repeat(80)],
  [`a${'é'.repeat(127)}`, `a${'é'.repeat(119)}`],
  [family.repeat(10), family.repeat(9)],
  ['e\u0301'.repeat(200), 'é'.repeat(120)],
  [`${'a'.repeat(239)}क्षि`, 'a'.repeat(239)],
  [`x${'\u0316'.repeat(200)}`, `x${'\u0316'.repeat(119)}`],
  [`${'a'.repeat(238)}. .jpg`, 'a'.repeat(238)],
  [`CON${' '.repeat(300)}x`, '_CON'],
  [`CON.${'a'.repeat(236)}`, `_CON.${'a'.repeat(235)}`],
  ['a'.repeat(10_000), 'a'.repeat(240)],
];

const folder = scratchFolder();

describe('safeName', () => {
  it.each(names.map(([from, to]) => [written(from), written(to), from, to] as const))(
    '%s becomes %s',
    (_from, _to, from, to) => {
      expect(safeName(from)).toBe(to);
    },
  );

  it('makes names that this file system stores unchanged, with a number and an extension', () => {
    const made = [...new Set(names.map(([from]) => `${safeName(from)}-99999.tiff`))];
    for (const name of made) writeFileSync(join(folder, name), '', { flag: 'wx' });
    expect(readdirSync(folder).sort()).toEqual(made.sort());
  });

  it('keeps every rule for any combination of these parts, and leaves its own result unchanged', () => {
    let seed = 7;
    const below = (end: number) => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * end);
    };
    const scraps = names.flatMap(([from]) => [from, [...from].slice(0, 3).join(''), from.slice(-1)]);
    for (let round = 0; round < 3000; round += 1) {
      const text = Array.from({ length: 1 + below(6) }, () => scraps[below(scraps.length)]).join('');
      const name = safeName(text);
      const about = JSON.stringify(text);
      expect(safeName(name), about).toBe(name);
      expect(name.normalize('NFC'), about).toBe(name);
      expect(name.isWellFormed(), about).toBe(true);
      expect(bytes(`${name}-99999.tiff`), about).toBeLessThanOrEqual(255);
      expect(name, about).not.toMatch(/^$|^[.\s]|[.\s]$|[\p{Cc}\p{Bidi_Control}<>:"/\\|?*\u2028\u2029\u200b\ufeff]/u);
      expect(name, about).not.toMatch(/^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(\..*)?$/i);
    }
  });
});

describe('fileName', () => {
  it.each([
    ['{name}', 'IMG_0412'],
    ['{name}-{recipe}', 'IMG_0412-Portrait cutout'],
    ['{date} {folder} {counter}', '2026-11-20 wedding 0042'],
    ['{name}-{element}', 'IMG_0412'],
    ['../{name}', '__IMG_0412'],
    // Unknown placeholders, in particular names that every object inherits.
    ['{name}-{stranger}', 'IMG_0412-{stranger}'],
    ['{constructor}', '{constructor}'],
    ['{__proto__}-{name}', '{__proto__}-IMG_0412'],
    ['{toString}{valueOf}', '{toString}{valueOf}'],
    ['{hasOwnProperty}/{name}', '{hasOwnProperty}_IMG_0412'],
  ])('%s gives %s', (template, expected) => {
    expect(fileName(template, parts)).toBe(expected);
  });

  it('fills in no placeholder from a photograph’s name, and names no device', () => {
    expect(fileName('{name}-{counter}', { ...parts, name: '{recipe}' })).toBe('{recipe}-0042');
    expect(fileName('{name}', { ...parts, name: 'aux' })).toBe('_aux');
    expect(fileName('{name}-{counter}', { ...parts, name: 'aux' })).toBe('aux-0042');
    expect(fileName('{name} .{counter}', { ...parts, name: 'aux' })).toBe('_aux .0042');
  });

  it.each([
    ['{name}-{element}-{recipe}', 'IMG_0412-Portrait cutout'],
    ['{name} - {element} {folder} - {recipe}', 'IMG_0412 - Portrait cutout'],
    ['{element}_{name}', 'IMG_0412'],
    ['{name}__{folder}', 'IMG_0412'],
    ['{folder}{element}', 'result'],
  ])('%s leaves no separator next to an empty value', (template, expected) => {
    expect(fileName(template, { ...parts, folder: '' })).toBe(expected);
  });

  it('keeps the photograph’s own separators', () => {
    expect(fileName('{name}', { ...parts, name: '_DSC__0412-' })).toBe('_DSC__0412-');
  });

  it('appends an element that the template does not name', () => {
    expect(fileName('{name}', { ...parts, element: '2' })).toBe('IMG_0412-2');
    expect(fileName('{element}-{name}', { ...parts, element: 'tops' })).toBe('tops-IMG_0412');
  });

  const [long, tall] = ['x'.repeat(251), '写'.repeat(83)];
  it.each([
    ['{name}', { name: long }, 'x'.repeat(240)],
    ['{name}', { name: long, element: '12' }, `${'x'.repeat(237)}-12`],
    ['{name}-{recipe}', { name: long, element: 'tops' }, `${'x'.repeat(219)}-Portrait cutout-tops`],
    ['{name}-{recipe}', { name: tall, element: '2' }, `${'写'.repeat(74)}-Portrait cutout-2`],
    ['{element} {name}', { name: long, element: 'tops' }, `tops ${'x'.repeat(235)}`],
    ['{name} {counter}', { name: long }, `${'x'.repeat(235)} 0042`],
    // Two long parts are shortened equally.
    ['{folder}_{name}', { name: long, folder: tall, element: '3' }, `${'写'.repeat(39)}_${'x'.repeat(119)}-3`],
    // A decomposed name from a Mac is not longer than the composed one.
    ['{name}', { name: '한'.repeat(80).normalize('NFD') }, '한'.repeat(80)],
    [`${'t'.repeat(190)}{name}`, { name: 'y'.repeat(60), element: '2' }, `${'t'.repeat(178)}${'y'.repeat(60)}-2`],
  ])('keeps the distinguishing part and cuts the rest: %s', (template, given, expected) => {
    const name = fileName(template, { ...parts, ...given });
    expect(name).toBe(expected);
    expect(bytes(name)).toBeLessThanOrEqual(maxNameBytes);
  });

  it.each(['{name}', '{name}-{recipe}', '{element}{name}', '{name}{counter}{folder}', '{name}{name}{element}{recipe}'])(
    'distinguishes all results of a photograph with a name of 255 bytes: %s',
    (template) => {
      for (const name of [long, tall, family.repeat(10), 'e\u0301\u202e'.repeat(50)]) {
        const elements = Array.from({ length: 40 }, (_, index) => String(index + 1));
        const made = [...elements, 'tops', 'coat', 'a'.repeat(31)].map((element) =>
          fileName(template, { ...parts, name, folder: name, element }),
        );
        expect(new Set(made).size).toBe(made.length);
        for (const each of made) {
          expect(bytes(each)).toBeLessThanOrEqual(maxNameBytes);
          expect(safeName(each)).toBe(each);
        }
      }
    },
  );
});

it('unknownPlaceholders finds what the template cannot fill', () => {
  expect(unknownPlaceholders('{name}-{nam}-{}')).toEqual(['nam', '']);
  expect(unknownPlaceholders('{constructor} {element} {__proto__} {toString}')).toEqual([
    'constructor',
    '__proto__',
    'toString',
  ]);
});
