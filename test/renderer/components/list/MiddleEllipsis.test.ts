import { expect, it } from 'vitest';
import { splitName } from '../../../../renderer/components/list/MiddleEllipsis.tsx';

it.each([
  ['Wedding', 'Wedding', ''],
  ['', '', ''],
  ['Wedding of the Millers, 12 May', 'Wedding of the Millers,', ' 12 May'],
  ['12 of Wedding, 12 May again', '12 of Wedding,', ' 12 May again'],
  ['2026-05-12_Wedding_Miller', '2026-05-12_', 'Wedding_Miller'],
])('%j keeps its end', (text, head, tail) => {
  expect(splitName(text)).toEqual([head, tail]);
});

it('never splits a character of several code points', () => {
  const [head, tail] = splitName(`${'e\u0301'.repeat(40)}`);
  expect(head.length % 2).toBe(0);
  expect(tail.startsWith('e')).toBe(true);
});
