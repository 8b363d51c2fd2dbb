import { expect, it } from 'vitest';
import { marketplaces } from '../../../contract/marketplaces.ts';
import { asShown, asStored, mostRange, unitOf } from '../../../renderer/forms/mostBytes.ts';
import { forMarketplace } from '../../../renderer/screens/recipes/outputDraft.ts';
import { newRecipe } from '../../../renderer/screens/recipes/recipeDraft.ts';

const bytesAsked = (id: string) =>
  marketplaces
    .find((each) => each.id === id)!
    .rules.flatMap(({ asks }) => (asks.kind === 'bytes' ? [asks.most] : []))[0]!;

it.each([
  ['amazon-main', '10 MB'],
  ['ebay', '12 MB'],
  ['google-merchant', '16 MB'],
  ['zalando', '20 MB'],
  ['etsy', '1 MB'],
])('what %s asks for is shown as its page says it (%s), and is never passed', (id, words) => {
  const { mostKilobytes } = forMarketplace(newRecipe('r', 'Mine'), marketplaces.find((each) => each.id === id)!);
  const kilobytes = mostKilobytes!;
  const unit = unitOf(kilobytes);
  expect(`${asShown(kilobytes, unit)} ${unit}`).toBe(words);
  expect(kilobytes * 1024).toBeLessThanOrEqual(bytesAsked(id));
});

it('what is typed is kept, never as more, and is shown as it was typed', () => {
  for (let tenths = 10; tenths <= 10_000; tenths++) {
    const kilobytes = asStored(tenths / 10, 'MB');
    expect(kilobytes * 1024).toBeLessThanOrEqual(tenths * 100_000);
    expect([asShown(kilobytes, 'MB'), unitOf(kilobytes)]).toEqual([tenths / 10, 'MB']);
  }
  for (let typed = mostRange.KB[0]; typed < 1000; typed++) {
    const kilobytes = asStored(typed, 'KB');
    expect(kilobytes * 1024).toBeLessThanOrEqual(typed * 1000);
    expect(typed - asShown(kilobytes, 'KB')).toBeLessThanOrEqual(1);
    expect(unitOf(kilobytes)).toBe('KB');
  }
});

it('stays within what can be stored', () => {
  expect([asStored(0, 'KB'), asStored(mostRange.MB[1], 'MB'), asStored(5000, 'MB')]).toEqual([10, 976_562, 1_000_000]);
  expect(unitOf(null)).toBe('MB');
});
