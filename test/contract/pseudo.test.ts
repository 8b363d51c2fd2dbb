import { expect, it } from 'vitest';
import { pseudo, pseudoCatalog } from '../../contract/pseudo.ts';

it('is longer, accented, in brackets, and keeps what is named', () => {
  expect(pseudo('Copy {{name}}')).toBe('[Čópý {{name}}~~]');
  expect(pseudo('Nothing to do.')).toBe('[Ñóthíñg tó dó.~~~~~~]');
});

it('reaches every text of a catalog', () => {
  expect(pseudoCatalog({ a: { b: 'Open' }, 'c.d': 'Save' })).toEqual({ a: { b: '[Ópéñ~~]' }, 'c.d': '[Šávé~~]' });
});
