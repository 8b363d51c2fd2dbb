import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Base, damages, makeBase, tryDamage } from './damage.ts';

let base: Base;
beforeAll(async () => {
  base = await makeBase(48);
}, 120_000);
afterAll(() => base.remove());

const cases = Object.keys(damages).map((kind, index) => [kind, index % 2 === 0 ? 'with' : 'without'] as const);
/** One of each way: within a page, of whole pages, at the end, in the header, by what is in it, and in the log. */
const telling = [
  'some bytes',
  'a page of zeros',
  'cut off',
  'header overwritten',
  'version 9000',
  'an index that disagrees',
  'a state that is none',
  'a frame of the log',
  'log gone',
  'log and a page',
];
const [quick, further] = [true, false].map((isQuick) => cases.filter(([kind]) => telling.includes(kind) === isQuick));

function expectSaved(kind: string, copy: 'with' | 'without'): void {
  expect(tryDamage(base, kind, `quick/${kind}`, copy === 'with').violations).toEqual([]);
}

describe('a damaged database', () => {
  const name = 'starts with what can be saved, and sends nothing again by itself: %s, %s a copy';
  it.each(quick!)(name, expectSaved);
  it.each(further!)(name, { tags: ['long'] }, expectSaved);
});
