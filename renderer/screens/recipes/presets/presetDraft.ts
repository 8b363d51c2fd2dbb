/** A preset of the user's own while it is edited. Pure. */
import { type Marketplace, type MarketplaceRule, marketplaces } from '../../../../preload/contract/marketplaces.ts';
import type { OwnPreset } from '../../../../preload/contract/presets.ts';

type Asked = MarketplaceRule['asks'];

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

export function withRule(preset: OwnPreset, at: number, change: Partial<MarketplaceRule>): OwnPreset {
  return { ...preset, rules: preset.rules.map((rule, index) => (index === at ? { ...rule, ...change } : rule)) };
}

/** The last rule stays. */
export function withoutRule(preset: OwnPreset, at: number): OwnPreset {
  return preset.rules.length === 1 ? preset : { ...preset, rules: preset.rules.filter((_, index) => index !== at) };
}

/** A number of a rule that can be changed, as it is shown: shares as per cent, bytes as MB, pixels as megapixels. */
export interface RuleNumber {
  readonly name: 'least' | 'most' | 'width' | 'height';
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly unit: ' px' | ' %' | ' MB' | ' MP' | '';
  readonly put: (value: number) => Asked;
}

const megabyte = 1_000_000;
const longest = 100_000;

export function ruleNumbers(asks: Asked): RuleNumber[] {
  switch (asks.kind) {
    case 'longest-side':
    case 'fill': {
      const times = asks.kind === 'fill' ? 100 : 1;
      const limits =
        asks.kind === 'fill'
          ? ({ min: 0, max: 100, unit: ' %' } as const)
          : ({ min: 1, max: longest, unit: ' px' } as const);
      return (['least', 'most'] as const).flatMap((name) => {
        const value = asks[name];
        if (value === undefined) return [];
        const shown = Math.round(value * times);
        return [{ name, value: shown, ...limits, put: (next: number) => ({ ...asks, [name]: next / times }) }];
      });
    }
    case 'shortest-side':
      return [pixels('least', asks.least, (least) => ({ ...asks, least }))];
    case 'exact-size':
      return [
        pixels('width', asks.width, (width) => ({ ...asks, width })),
        pixels('height', asks.height, (height) => ({ ...asks, height })),
      ];
    case 'bytes':
      return [
        {
          name: 'most',
          value: asks.most / megabyte,
          ...{ min: 0.1, max: 2000, unit: ' MB' },
          put: (most) => ({ ...asks, most: Math.round(most * megabyte) }),
        },
      ];
    case 'pixels':
      return [
        {
          name: 'most',
          value: asks.most / 1e6,
          ...{ min: 0.1, max: 1000, unit: ' MP' },
          put: (most) => ({ ...asks, most: Math.round(most * 1e6) }),
        },
      ];
    case 'jpeg-quality':
      return [{ name: 'least', value: asks.least, min: 1, max: 100, unit: '', put: (least) => ({ ...asks, least }) }];
    default:
      return [];
  }
}

function pixels(name: RuleNumber['name'], value: number, put: RuleNumber['put']): RuleNumber {
  return { name, value, min: 1, max: longest, unit: ' px', put: (px) => put(Math.round(px)) };
}
