/** A preset of the user's own while it is edited. Pure. */

import type { OwnPreset } from '../../../../contract/recipes/custom-presets.ts';
import {
  type Marketplace,
  type MarketplaceRule,
  marketplaces,
  type RuleKind,
} from '../../../../contract/recipes/marketplaces.ts';

type Requirement = MarketplaceRule['asks'];

/** @param uuid of the new one */
export function copiedPreset(from: Marketplace | OwnPreset, uuid: string, name: string): OwnPreset {
  const copiedFrom = 'copiedFrom' in from ? from.copiedFrom : from.id;
  return { ...from, id: `own-${uuid}`, name, copiedFrom };
}

/** As the built-in one is now, under its own name; null where it was copied from none that there still is. */
export function resetPreset(preset: OwnPreset): OwnPreset | null {
  const original = marketplaces.find(({ id }) => id === preset.copiedFrom);
  return original === undefined
    ? null
    : { ...original, id: preset.id, name: preset.name, copiedFrom: preset.copiedFrom };
}

export function withRule(preset: OwnPreset, ruleIndex: number, change: Partial<MarketplaceRule>): OwnPreset {
  return { ...preset, rules: preset.rules.map((rule, index) => (index === ruleIndex ? { ...rule, ...change } : rule)) };
}

/** The last rule stays. */
export function withoutRule(preset: OwnPreset, ruleIndex: number): OwnPreset {
  return preset.rules.length === 1
    ? preset
    : { ...preset, rules: preset.rules.filter((_, index) => index !== ruleIndex) };
}

/** Those that may be asked for twice: at least this much, and better that much. */
const graded: readonly RuleKind[] = [
  'longest-side',
  'shortest-side',
  'exact-size',
  'pixels',
  'bytes',
  'fill',
  'jpeg-quality',
];

/** In the order in which they are offered. */
const ruleKinds: readonly RuleKind[] = [
  ...graded,
  ...(['formats', 'extension', 'white-background', 'free-border', 'opaque', 'product-name'] as const),
];

const levels = ['must', 'should'] as const;

/** The level that another rule of the kind could have; null where there is none. */
function freeLevel({ rules }: OwnPreset, kind: RuleKind): MarketplaceRule['level'] | null {
  const taken = rules.filter(({ asks }) => asks.kind === kind).map(({ level }) => level);
  if (taken.length > 0 && !graded.includes(kind)) return null;
  return levels.find((level) => !taken.includes(level)) ?? null;
}

/** The kinds of which the preset may have one more rule. */
export function kindsToAdd(preset: OwnPreset): RuleKind[] {
  return ruleKinds.filter((kind) => freeLevel(preset, kind) !== null);
}

/** @param day "2026-11-22" */
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

/** The levels that a rule can be given: no two of a kind have the same. */
export function levelsOf(preset: OwnPreset, ruleIndex: number): readonly MarketplaceRule['level'][] {
  const rule = preset.rules[ruleIndex];
  const taken = preset.rules.filter((each, index) => index !== ruleIndex && each.asks.kind === rule?.asks.kind);
  return levels.filter((level) => !taken.some((each) => each.level === level));
}

/** What a rule of the kind asks for to begin with. */
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

/** True where a rule wants at least more than at most. */
export function isRangeInverted(asks: Requirement): boolean {
  if (asks.kind !== 'longest-side' && asks.kind !== 'fill') return false;
  return (asks.least ?? 0) > (asks.most ?? Number.POSITIVE_INFINITY);
}

/** A number of a rule that can be changed, as it is shown: shares as per cent, bytes as MB, pixels as megapixels. */
export interface RuleNumber {
  readonly name: 'least' | 'most' | 'width' | 'height';
  /** Null where the rule has no such limit. */
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  readonly unit: ' px' | ' %' | ' MB' | ' MP' | '';
  /** Null takes the limit away; the only one of a rule stays. */
  readonly put: (value: number | null) => Requirement;
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
          put: (next: number | null) => (next !== null ? { ...asks, [name]: next / times } : isOnly ? asks : without),
        };
      });
    }
    case 'shortest-side':
      return [number(asks, 'least', asks.least, inPixels)];
    case 'exact-size':
      return [number(asks, 'width', asks.width, inPixels), number(asks, 'height', asks.height, inPixels)];
    case 'bytes':
      return [number(asks, 'most', asks.most, { min: 0.1, max: 2000, unit: ' MB', times: megabyte })];
    case 'pixels':
      return [number(asks, 'most', asks.most, { min: 0.1, max: 1000, unit: ' MP', times: 1e6 })];
    case 'jpeg-quality':
      return [number(asks, 'least', asks.least, { min: 1, max: 100, unit: '', times: 1 })];
    default:
      return [];
  }
}

const inPixels = { min: 1, max: maxSidePx, unit: ' px', times: 1 } as const;

/** One that a rule always has. @param times what is stored, as a multiple of what is shown */
function number(
  asks: Requirement,
  name: RuleNumber['name'],
  stored: number,
  { times, ...limits }: Pick<RuleNumber, 'min' | 'max' | 'unit'> & { readonly times: number },
): RuleNumber {
  const put = (value: number | null): Requirement =>
    value === null ? asks : ({ ...asks, [name]: Math.round(value * times) } as Requirement);
  return { name, value: stored / times, ...limits, put };
}
