import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Base, makeBase, tryDamage } from './damage.ts';
import { damages } from './damage-kinds.ts';

let base: Base;
beforeAll(async () => {
  base = await makeBase(48);
}, 120_000);
afterAll(() => base.remove());

const cases = Object.keys(damages).map((kind, index) => [kind, index % 2 === 0 ? 'with' : 'without'] as const);
/** One of each kind: within a page, of whole pages, at the end, in the header, in values, and in the WAL. */
const quickKinds = [
  ...['some bytes', 'a page of zeros', 'cut off', 'header overwritten', 'version 9000', 'an index that disagrees'],
  ...['a state that is none', 'a frame of the log', 'log gone', 'log and a page'],
];
const casesOf = (isQuick: boolean) => cases.filter(([kind]) => quickKinds.includes(kind) === isQuick);

function expectRepaired(kind: string, backup: 'with' | 'without'): void {
  expect(tryDamage(base, kind, `quick/${kind}`, backup === 'with')).toEqual([]);
}

describe('a damaged database', () => {
  const name = 'opens with the intact rows, and sends nothing again automatically: %s, %s a backup';
  it.each(casesOf(true))(name, expectRepaired);
  it.each(casesOf(false))(name, { tags: ['long'] }, expectRepaired);
});
