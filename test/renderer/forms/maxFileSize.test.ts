import { expect, it } from 'vitest';
import { marketplaces } from '../../../contract/recipes/marketplaces.ts';
import { maxFileSizeRange, toDisplaySize, toStoredSize, unitOf } from '../../../renderer/forms/maxFileSize.ts';
import { applyMarketplace } from '../../../renderer/screens/recipes/output/outputDraft.ts';
import { newRecipe } from '../../../renderer/screens/recipes/recipeDraft.ts';

const maxBytesOf = (id: string) =>
  marketplaces
    .find((each) => each.id === id)!
    .rules.flatMap(({ asks }) => (asks.kind === 'bytes' ? [asks.most] : []))[0]!;

it.each([
  ['amazon-main', '10 MB'],
  ['ebay', '12 MB'],
  ['google-merchant', '16 MB'],
  ['zalando', '20 MB'],
  ['etsy', '1 MB'],
])('the limit of %s is shown as on its page (%s), and is never exceeded', (id, words) => {
  const { mostKilobytes } = applyMarketplace(newRecipe('r', 'Mine'), marketplaces.find((each) => each.id === id)!);
  const kilobytes = mostKilobytes!;
  const unit = unitOf(kilobytes);
  expect(`${toDisplaySize(kilobytes, unit)} ${unit}`).toBe(words);
  expect(kilobytes * 1024).toBeLessThanOrEqual(maxBytesOf(id));
});

it('a typed limit is never rounded up, and is shown as typed', () => {
  for (let tenths = 10; tenths <= 10_000; tenths++) {
    const kilobytes = toStoredSize(tenths / 10, 'MB');
    expect(kilobytes * 1024).toBeLessThanOrEqual(tenths * 100_000);
    expect([toDisplaySize(kilobytes, 'MB'), unitOf(kilobytes)]).toEqual([tenths / 10, 'MB']);
  }
  for (let typed = maxFileSizeRange.KB[0]; typed < 1000; typed++) {
    const kilobytes = toStoredSize(typed, 'KB');
    expect(kilobytes * 1024).toBeLessThanOrEqual(typed * 1000);
    expect(typed - toDisplaySize(kilobytes, 'KB')).toBeLessThanOrEqual(1);
    expect(unitOf(kilobytes)).toBe('KB');
  }
});

it('stays within the range that can be stored', () => {
  expect([toStoredSize(0, 'KB'), toStoredSize(maxFileSizeRange.MB[1], 'MB'), toStoredSize(5000, 'MB')]).toEqual([
    10, 976_562, 1_000_000,
  ]);
  expect(unitOf(null)).toBe('MB');
});
