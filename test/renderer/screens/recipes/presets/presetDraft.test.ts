import { describe, expect, it } from 'vitest';
import { ownPresetSchema } from '../../../../../contract/recipes/custom-presets.ts';
import { marketplaces } from '../../../../../contract/recipes/marketplaces.ts';
import {
  copiedPreset,
  isRangeInverted,
  kindsToAdd,
  levelsOf,
  resetPreset,
  ruleNumbers,
  withNewRule,
  withoutRule,
  withRule,
} from '../../../../../renderer/screens/recipes/presets/presetDraft.ts';

const uuid = '0b9c4f4e-1c1f-4a53-9f3a-0d6a8f3e2b11';
const amazon = marketplaces[0]!;
const mine = copiedPreset(amazon, uuid, 'Our shop');

describe('a copy', () => {
  it.each(marketplaces.map((each) => [each.id, each] as const))('of %s can be saved at once', (id, preset) => {
    const copy = copiedPreset(preset, uuid, 'Copy');
    expect(copy).toMatchObject({ id: `own-${uuid}`, name: 'Copy', copiedFrom: id });
    expect(ownPresetSchema.safeParse(copy).success).toBe(true);
  });

  it('of a copy can be reset to its original', () => {
    const second = copiedPreset({ ...mine, rules: mine.rules.slice(0, 1) }, uuid, 'Second');
    expect(resetPreset(second)).toEqual({ ...mine, name: 'Second' });
    expect(resetPreset({ ...mine, copiedFrom: null })).toBeNull();
  });

  it('has rules that can be changed and removed, except the last', () => {
    const changed = withRule(mine, 0, { level: 'should' });
    expect([changed.rules[0]?.level, changed.rules[1]]).toEqual(['should', mine.rules[1]]);
    const left = mine.rules.reduce((preset) => withoutRule(preset, 0), mine);
    expect(left.rules).toEqual(mine.rules.slice(-1));
  });

  it('accepts rules of every kind, numeric ones at both levels, and all can be saved', () => {
    let full = withoutRule({ ...mine, rules: mine.rules.slice(0, 2) }, 0);
    for (let kinds = kindsToAdd(full); kinds.length > 0; kinds = kindsToAdd(full)) {
      for (const kind of kinds) {
        full = withNewRule(full, kind, '2026-11-23');
        expect(full.rules.at(-1)).toMatchObject({ asks: { kind }, source: '', certain: true, checked: '2026-11-23' });
      }
    }
    expect(ownPresetSchema.safeParse(full).error).toBeUndefined();
    const each = full.rules.map(({ asks, level }) => `${asks.kind} ${level}`);
    expect(new Set(each).size).toBe(each.length);
    expect(each.filter((rule) => rule.endsWith('should'))).toHaveLength(7);
    expect(each).toHaveLength(20);
    expect(withNewRule(full, 'opaque', '2026-11-23')).toBe(full);
    // Rules of the same kind must differ in level.
    expect(full.rules.map((_, at) => levelsOf(full, at).length).filter((levels) => levels === 2)).toHaveLength(6);
    expect(
      ownPresetSchema.safeParse(
        kindsToAdd(mine).reduce((preset, kind) => withNewRule(preset, kind, '2026-11-23'), mine),
      ).success,
    ).toBe(true);
  });

  it('removes limits, except the last of a rule, and reports limits that cross', () => {
    const asks = { kind: 'longest-side', least: 1600, most: 5000 } as const;
    const [least, most] = ruleNumbers(asks);
    expect([least?.withValue(null), most?.withValue(null)]).toEqual([
      { kind: 'longest-side', most: 5000 },
      { kind: 'longest-side', least: 1600 },
    ]);
    const fillRule = { kind: 'fill', least: 0.5 } as const;
    const [only, absent] = ruleNumbers(fillRule);
    expect([only?.withValue(null), absent?.value, absent?.withValue(90)]).toEqual([
      fillRule,
      null,
      { ...fillRule, most: 0.9 },
    ]);
    expect([asks, { ...asks, most: 1600 }, { ...asks, most: 1599 }].map(isRangeInverted)).toEqual([false, false, true]);
  });

  it('rejects a background given by its path, and an empty name', () => {
    const background = { kind: 'picture', path: '/etc/passwd', fit: 'cover' } as const;
    expect(ownPresetSchema.safeParse({ ...mine, composition: { ...mine.composition, background } }).success).toBe(
      false,
    );
    expect(ownPresetSchema.safeParse({ ...mine, name: ' ' }).success).toBe(false);
  });
});

it.each(marketplaces.flatMap(({ id, rules }) => rules.map(({ asks }) => [`${id} ${asks.kind}`, asks] as const)))(
  'numbers of %s are restored when they are put back, and form another rule otherwise',
  (_, asks) => {
    for (const { value, min, max, withValue } of ruleNumbers(asks)) {
      if (value === null) continue;
      expect(withValue(value)).toEqual(asks);
      const otherLimit = value === min ? max : min;
      expect(withValue(otherLimit)).not.toEqual(asks);
      const changed = { ...mine, rules: [{ ...mine.rules[0], asks: withValue(otherLimit) }] };
      expect(ownPresetSchema.safeParse(changed).success).toBe(true);
    }
  },
);
