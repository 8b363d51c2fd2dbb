/** Checks that the table of marketplaces is complete, dated and sourced. */
import { expect, it } from 'vitest';
import { marketplaceSchema, marketplaces } from '../../../contract/recipes/marketplaces.ts';

it.each(marketplaces.map((each) => [each.id, each] as const))('%s: each rule is dated and has a source', (_, each) => {
  expect(marketplaceSchema.parse(each)).toEqual(each);
  for (const { source, checked, asks } of each.rules) {
    expect(source).not.toBe('');
    expect(checked).toMatch(/^20\d\d-\d\d-\d\d$/);
    if (asks.kind === 'fill') expect(each.composition.fill).toBeGreaterThanOrEqual(asks.least ?? 0);
    if (asks.kind === 'fill') expect(each.composition.fill).toBeLessThanOrEqual(asks.most ?? 1);
  }
});

it('has no duplicate names', () => {
  expect(new Set(marketplaces.map(({ id }) => id)).size).toBe(6);
});

it.each([
  { rules: [] },
  { id: 'A b' },
  {
    rules: [{ level: 'must', asks: { kind: 'bytes', most: 0 }, source: 'here', checked: '2026-11-22', certain: true }],
  },
  { rules: [{ level: 'must', asks: { kind: 'extension' }, source: 'here', checked: 'lately', certain: true }] },
])('refuses a changed copy with %o', (change) => {
  expect(marketplaceSchema.safeParse({ ...marketplaces[0], ...change }).success).toBe(false);
});
