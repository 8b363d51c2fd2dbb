import { expect, it } from 'vitest';
import { pseudoCatalog, pseudolocalize } from '../../../contract/messages/pseudolocale.ts';

it('is longer, accented and bracketed, and keeps placeholders', () => {
  expect(pseudolocalize('Copy {{name}}')).toBe('[Čópý {{name}}~~]');
  expect(pseudolocalize('Nothing to do.')).toBe('[Ñóthíñg tó dó.~~~~~~]');
});

it('reaches every text of a catalog', () => {
  expect(pseudoCatalog({ a: { b: 'Open' }, 'c.d': 'Save' })).toEqual({ a: { b: '[Ópéñ~~]' }, 'c.d': '[Šávé~~]' });
});
