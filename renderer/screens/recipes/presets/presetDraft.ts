/** Changes to an edited custom preset. */

import type { OwnPreset } from '../../../../contract/recipes/custom-presets.ts';
import {
  type Marketplace,
  type MarketplaceRule,
  marketplaces,
  type RuleKind,
} from '../../../../contract/recipes/marketplaces.ts';

type Requirement = MarketplaceRule['asks'];

export function copiedPreset(from: Marketplace | OwnPreset, uuid: string, name: string): OwnPreset {
  const copiedFrom = 'copiedFrom' in from ? from.copiedFrom : from.id;
  return { ...from, id: `own-${uuid}`, name, copiedFrom };
}

/** Returns the built-in original under the preset's id and name, or null if it no longer exists. */
export function resetPreset(preset: OwnPreset): OwnPreset | null {
  const original = marketplaces.find(({ id }) => id === preset.copiedFrom);
  return original === undefined
    ? null
    : { ...original, id: preset.id, name: preset.name, copiedFrom: preset.copiedFrom };
}

export function withRule(preset: OwnPreset, ruleIndex: number, change: Partial<MarketplaceRule>): OwnPreset {
  return { ...preset, rules: preset.rules.map((rule, index) => (index === ruleIndex ? { ...rule, ...change } : rule)) };
}

/** Keeps the last rule. */
export function withoutRule(preset: OwnPreset, ruleIndex: number): OwnPreset {
  return preset.rules.length === 1
    ? preset
    : { ...preset, rules: preset.rules.filter((_, index) => index !== ruleIndex) };
}

/** Kinds that can have both a required and a recommended limit. */
const gradedKinds: readonly RuleKind[] = [
  'longest-side',
  'shortest-side',
  'exact-size',
  'pixels',
  'bytes',
  'fill',
  'jpeg-quality',
];

/** In the order of the menu. */
const ruleKinds: readonly RuleKind[] = [
  ...gradedKinds,
  ...(['formats', 'extension', 'white-background', 'free-border', 'opaque', 'product-name'] as const),
];

const levels = ['must', 'should'] as const;

/** Returns the level of an additional rule of a kind, or null if none can be added. */
function freeLevel({ rules }: OwnPreset, kind: RuleKind): MarketplaceRule['level'] | null {
  const taken = rules.filter(({ asks }) => asks.kind === kind).map(({ level }) => level);
  if (taken.length > 0 && !gradedKinds.includes(kind)) return null;
  return levels.find((level) => !taken.includes(level)) ?? null;
}

/** Returns the kinds of rules that can be added. */
export function kindsToAdd(preset: OwnPreset): RuleKind[] {
  return ruleKinds.filter((kind) => freeLevel(preset, kind) !== null);
}

/** @param day such as "2026-11-22" */
export function withNewRule(preset: OwnPreset, kind: RuleKind, day: string): OwnPreset {
  const level = freeLevel(preset, kind);
  if (level === null) return preset;
  const rule: MarketplaceRule = {
    level,
    asks: initialRequirement(preset, kind),
    source: '',
    checked: day,
    certain: true,
  };
  return { ...preset, rules: [...preset.rules, rule] };
}

/** Returns the possible levels of a rule. No two rules of a kind have the same level. */
export function levelsOf(preset: OwnPreset, ruleIndex: number): readonly MarketplaceRule['level'][] {
  const rule = preset.rules[ruleIndex];
  const taken = preset.rules.filter((each, index) => index !== ruleIndex && each.asks.kind === rule?.asks.kind);
  return levels.filter((level) => !taken.some((each) => each.level === level));
}

function initialRequirement({ composition: { canvas }, output }: OwnPreset, kind: RuleKind): Requirement {
  switch (kind) {
    case 'longest-side':
    case 'shortest-side':
      return { kind, least: 1000 };
    case 'exact-size':
      return canvas.kind === 'exact'
        ? { kind, width: canvas.width, height: canvas.height }
        : { kind, width: 2000, height: 2000 };
    case 'pixels':
      return { kind, most: 64_000_000 };
    case 'bytes':
      return { kind, most: 10 * megabyte };
    case 'formats':
      return { kind, formats: [output.format] };
    case 'fill':
      return { kind, least: 0.85 };
    case 'jpeg-quality':
      return { kind, least: 90 };
    case 'product-name':
      return { kind, variant: 'MAIN' };
    default:
      return { kind };
  }
}

/** Whether the minimum of a rule exceeds its maximum. */
export function isRangeInverted(asks: Requirement): boolean {
  if (asks.kind !== 'longest-side' && asks.kind !== 'fill') return false;
  return (asks.least ?? 0) > (asks.most ?? Number.POSITIVE_INFINITY);
}

/** An editable number of a rule as displayed: shares in percent, bytes in MB, pixels in megapixels. */
interface RuleNumber {
  readonly name: 'least' | 'most' | 'width' | 'height';
  /** Null without a limit. */
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  readonly unit: ' px' | ' %' | ' MB' | ' MP' | '';
  /** Returns the rule with a new value. Null removes the limit, unless it is the only one. */
  readonly withValue: (value: number | null) => Requirement;
}

const megabyte = 1_000_000;
const maxSidePx = 100_000;

export function ruleNumbers(asks: Requirement): RuleNumber[] {
  switch (asks.kind) {
    case 'longest-side':
    case 'fill': {
      const times = asks.kind === 'fill' ? 100 : 1;
      const limits =
        asks.kind === 'fill'
          ? ({ min: 0, max: 100, unit: ' %' } as const)
          : ({ min: 1, max: maxSidePx, unit: ' px' } as const);
      return (['least', 'most'] as const).map((name) => {
        const value = asks[name];
        const { [name]: _, ...without } = asks;
        const isOnly = asks[name === 'least' ? 'most' : 'least'] === undefined;
        return {
          name,
          value: value === undefined ? null : Math.round(value * times),
          ...limits,
          withValue: (next: number | null) =>
            next !== null ? { ...asks, [name]: next / times } : isOnly ? asks : without,
        };
      });
    }
    case 'shortest-side':
      return [requiredNumber(asks, 'least', asks.least, inPixels)];
    case 'exact-size':
      return [
        requiredNumber(asks, 'width', asks.width, inPixels),
        requiredNumber(asks, 'height', asks.height, inPixels),
      ];
    case 'bytes':
      return [requiredNumber(asks, 'most', asks.most, { min: 0.1, max: 2000, unit: ' MB', times: megabyte })];
    case 'pixels':
      return [requiredNumber(asks, 'most', asks.most, { min: 0.1, max: 1000, unit: ' MP', times: 1e6 })];
    case 'jpeg-quality':
      return [requiredNumber(asks, 'least', asks.least, { min: 1, max: 100, unit: '', times: 1 })];
    default:
      return [];
  }
}

const inPixels = { min: 1, max: maxSidePx, unit: ' px', times: 1 } as const;

/** Returns a number that a rule always has. @param times stored value per displayed unit */
function requiredNumber(
  asks: Requirement,
  name: RuleNumber['name'],
  stored: number,
  { times, ...limits }: Pick<RuleNumber, 'min' | 'max' | 'unit'> & { readonly times: number },
): RuleNumber {
  const withValue = (value: number | null): Requirement =>
    value === null ? asks : ({ ...asks, [name]: Math.round(value * times) } as Requirement);
  return { name, value: stored / times, ...limits, withValue };
}
