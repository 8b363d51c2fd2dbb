import i18next from 'i18next';
import type { MarketplaceRule } from '../../../../contract/recipes/marketplaces.ts';
import { formatCount, formatDecimal, formatDecimalBytes } from '../../../locales/format.ts';

type Requirement = MarketplaceRule['asks'];

export function ruleText(asks: Requirement): string {
  switch (asks.kind) {
    case 'longest-side':
    case 'shortest-side':
      return i18next.t(`presets.rules.${asks.kind}`, { range: range(asks) });
    case 'fill':
      return i18next.t('presets.rules.fill', { range: range(asks, '%') });
    case 'pixels':
      return i18next.t('presets.rules.pixels', { most: formatDecimal(asks.most / 1e6) });
    case 'bytes':
      return i18next.t('presets.rules.bytes', { most: formatDecimalBytes(asks.most) });
    case 'formats':
      return i18next.t('presets.rules.formats', { formats: asks.formats.map((each) => each.toUpperCase()).join(', ') });
    case 'exact-size':
      return i18next.t('presets.rules.exact-size', { width: asks.width, height: asks.height });
    case 'jpeg-quality':
      return i18next.t('presets.rules.jpeg-quality', { least: asks.least });
    case 'product-name':
      return i18next.t('presets.rules.product-name', { variant: asks.variant });
    case 'extension':
    case 'white-background':
    case 'free-border':
    case 'opaque':
      return i18next.t(`presets.rules.${asks.kind}`);
    default:
      return asks satisfies never;
  }
}

/** "85 % or more". */
function range(
  { least, most }: { readonly least?: number | undefined; readonly most?: number | undefined },
  unit: 'px' | '%' = 'px',
): string {
  const shown = (value: number) => formatCount(unit === '%' ? Math.round(value * 100) : value);
  if (least === undefined) return i18next.t('presets.range.most', { most: shown(most ?? 0), unit });
  if (most === undefined) return i18next.t('presets.range.least', { least: shown(least), unit });
  return i18next.t('presets.range.both', { least: shown(least), most: shown(most), unit });
}
