import { describe, expect, it } from 'vitest';
import { findDeclarations } from '../../../scripts/naming/declarations.ts';
import { checkDeclaration, findRepeatedNames, isBadFileName } from '../../../scripts/naming/rules.ts';

/** Returns the broken rules of a source text as `rule name`. */
const brokenIn = (text: string) =>
  findDeclarations('a.ts', text).flatMap((declaration) =>
    checkDeclaration(declaration).map((rule) => `${rule} ${declaration.name}`),
  );

describe('names of declarations', () => {
  it.each([
    ['const mostBytes = 1;', ['quantity mostBytes']],
    ['export const longestWaitMs = 5;', ['quantity longestWaitMs']],
    ['const maxBytes = 1;', []],
    ['function pick() { const largestFace = 1; }', []],
    ['interface Limits { readonly fewestFiles: number }', ['quantity fewestFiles']],
  ])('finds a bound without max, min or default: %s', (text, broken) => {
    expect(brokenIn(text)).toEqual(broken);
  });

  it.each([
    ['const done = count === 0;', ['boolean done']],
    ['const isDone = !count;', []],
    ['function run(again: boolean, isNew = false) {}', ['boolean again']],
    ['const run = (again = true) => 1;', ['boolean again']],
    ['function mayCharge(job: string): boolean { return true; }', ['boolean mayCharge']],
    ['interface Queue { looksEmpty(): boolean }', ['boolean looksEmpty']],
    ['class Queue { staysOpen(): boolean { return true; } }', ['boolean staysOpen']],
    ['function isJob(value: unknown): value is string { return true; }', []],
    ['function addStroke(): boolean { return true; }', []],
    ['const staysOpen = (a: number) => a > 1;', ['boolean staysOpen']],
    ['const name = a ?? b;', []],
  ])('finds a boolean without a prefix: %s', (text, broken) => {
    expect(brokenIn(text)).toEqual(broken);
  });

  it('finds words that paraphrase a term, in types and properties too', () => {
    expect(
      brokenIn('type SaidError = string; interface A { readonly told: string; readonly handsome: string }'),
    ).toEqual(['translated told']);
    expect(brokenIn('const listBeside = 1;')).toEqual(['translated listBeside']);
  });

  it('reads JSX in .tsx files, and reports the line', () => {
    const [declaration] = findDeclarations('a.tsx', '\n\nconst mostTiles = <b>{1}</b>;');
    expect(declaration).toEqual({ kind: 'constant', name: 'mostTiles', isBoolean: false, line: 3 });
  });

  it('rejects a text that does not parse', () => {
    expect(() => findDeclarations('a.ts', 'const = ;')).toThrow('a.ts');
  });
});

it.each([
  'otherwise',
  'behind',
  'exporting',
  'translated',
  'process-with',
  'processWith',
  'before-close',
  'keepOnly',
  'held',
])('rejects a participle or a clause as a file name: %s', (base) => {
  expect(isBadFileName(base)).toBe(true);
});

it.each([
  'atomic-write',
  'naming',
  'retry-delay',
  'with-timeout',
  'useHeldKeys',
  'kept-previews',
  'read-speed',
  'rating',
])('accepts a noun, or a verb with its object: %s', (base) => {
  expect(isBadFileName(base)).toBe(false);
});

it('finds base names shared by several files, whatever their extension', () => {
  expect(findRepeatedNames(['main/a.ts', 'renderer/a.tsx', 'main/b.ts', 'main/index.ts', 'contract/index.ts'])).toEqual(
    ['a'],
  );
});
