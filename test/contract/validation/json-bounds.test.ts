import { expect, it } from 'vitest';
import { isWithinJsonBounds } from '../../../contract/validation/json-bounds.ts';

const bounds = { maxDepth: 3, maxValues: 6 };

it.each([
  ['no list', '1', true],
  ['the depth that is allowed', '[[{"a":1}]]', true],
  ['one more', '[[{"a":[]}]]', false],
  ['lists next to each other', '[[[]],[[]]]', true],
  ['as many values as are allowed', '[1,1,1,1,1,1]', true],
  ['one more value', '[1,1,1,1,1,1,1]', false],
  ['brackets and commas in a text', '["[[[[[[", "{,,,,,,,"]', true],
  ['an escaped quotation mark', String.raw`["a\"[[[[,,,,", "\\"]`, true],
  ['what follows an escaped backslash', String.raw`["\\",[[[[]]]]]`, false],
  ['a text without an end', '["[[[[,,,,,,,', true],
  ['too much behind what is no JSON', ']]]] x [[[[[[[[', false],
])('%s', (_, text, expected) => {
  expect(isWithinJsonBounds(text, bounds)).toBe(expected);
});
