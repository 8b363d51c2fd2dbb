import { expect, it } from 'vitest';
import '../../../../../renderer/locales/setup.ts';
import { marketplaces } from '../../../../../contract/recipes/marketplaces.ts';
import { ruleText } from '../../../../../renderer/screens/recipes/presets/ruleText.ts';

it('every rule has a text with its numbers', () => {
  for (const { asks } of marketplaces.flatMap(({ rules }) => rules))
    expect(ruleText(asks)).not.toMatch(/presets\.|\{\{/);
});

it.each([
  [{ kind: 'longest-side', least: 1600, most: 10_000 }, 'Longest side: 1,600 to 10,000 px'],
  [{ kind: 'longest-side', most: 5000 }, 'Longest side: at most 5,000 px'],
  [{ kind: 'fill', least: 0.85 }, 'The subject fills 85 % or more'],
] as const)('%j: %s', (asks, words) => {
  expect(ruleText(asks)).toBe(words);
});
