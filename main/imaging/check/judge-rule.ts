/** Whether a measured file keeps a marketplace's rules, with the numbers that say so. */

import { msg } from '../../../contract/messages/message.ts';
import type { RuleFinding } from '../../../contract/recipes/marketplace-check.ts';
import type { MarketplaceRule } from '../../../contract/recipes/marketplaces.ts';
import { isProductName, wrongNameMessage } from '../../../contract/recipes/product-file-name.ts';
import { quotedSize, roundedUpSize } from '../size.ts';
import type { Measured } from './measure-file.ts';

/** More of the border than this is no longer a subject that reaches it, but a background that is not white. */
const maxOffWhiteBorderShare = 0.5;

const extensions: Readonly<Record<string, readonly string[]>> = {
  jpeg: ['jpg', 'jpeg'],
  tiff: ['tif', 'tiff'],
};

/** Judges by one rule. A rule for JPEG says nothing of another format, and passes. */
export function judgeRule({ asks, level, certain }: MarketplaceRule, measured: Measured): RuleFinding {
  return { kind: asks.kind, level, certain, ...verdict(asks, measured) };
}

type Verdict = Pick<RuleFinding, 'passes' | 'says'>;

function verdict(asks: MarketplaceRule['asks'], measured: Measured): Verdict {
  const { width, height, bytes, format, fill } = measured;
  switch (asks.kind) {
    case 'longest-side': {
      const px = Math.max(width, height);
      const { least = 0, most = Number.POSITIVE_INFINITY } = asks;
      if (px > most) return { passes: false, says: msg('imaging.check.longestAbove', { px, most }) };
      return px < least
        ? { passes: false, says: msg('imaging.check.longestBelow', { px, least }) }
        : good('longest', px);
    }
    case 'shortest-side': {
      const px = Math.min(width, height);
      const hasPassed = px >= asks.least;
      return hasPassed
        ? good('shortest', px)
        : { passes: hasPassed, says: msg('imaging.check.shortestBelow', { px, least: asks.least }) };
    }
    case 'exact-size': {
      const size = quotedSize(measured);
      const hasPassed = width === asks.width && height === asks.height;
      return {
        passes: hasPassed,
        says: hasPassed
          ? msg('imaging.check.size', { size })
          : msg('imaging.check.otherSize', { size, wanted: quotedSize(asks) }),
      };
    }
    case 'pixels': {
      const megapixels = tenths((width * height) / 1e6);
      const hasPassed = width * height <= asks.most;
      const says = hasPassed
        ? msg('imaging.check.megapixels', { megapixels })
        : msg('imaging.check.megapixelsAbove', { megapixels, most: tenths(asks.most / 1e6) });
      return { passes: hasPassed, says };
    }
    case 'bytes': {
      const hasPassed = bytes <= asks.most;
      const says = hasPassed
        ? msg('imaging.check.bytes', { size: { decimalBytes: bytes } })
        : msg('imaging.check.bytesAbove', { size: roundedUpSize(bytes), most: { decimalBytes: asks.most } });
      return { passes: hasPassed, says };
    }
    case 'formats': {
      const passes = asks.formats.some((each) => each === format);
      const name = format.toUpperCase();
      const says = passes
        ? msg('imaging.check.format', { format: name })
        : msg('imaging.check.otherFormat', {
            format: name,
            formats: asks.formats.map((each) => each.toUpperCase()).join(', '),
          });
      return { passes, says };
    }
    case 'extension': {
      const passes = (extensions[format] ?? [format]).includes(measured.extension);
      const values = { format: format.toUpperCase(), extension: measured.extension };
      return {
        passes,
        says: passes ? msg('imaging.check.extension', values) : msg('imaging.check.otherExtension', values),
      };
    }
    case 'white-background':
      return background(measured);
    case 'free-border': {
      const hasPassed = measured.borderOff === 0;
      return {
        passes: hasPassed,
        says: hasPassed
          ? msg('imaging.check.border')
          : msg('imaging.check.borderTouched', { percent: hundredths(measured.borderOff) }),
      };
    }
    case 'fill': {
      const { least = 0, most = 1 } = asks;
      // A pixel more or less of a soft edge is no difference.
      const slack = 1.5 / Math.max(width, height);
      const percent = hundredths(fill);
      if (fill < least - slack)
        return { passes: false, says: msg('imaging.check.fillBelow', { percent, least: least * 100 }) };
      if (fill > most + slack)
        return { passes: false, says: msg('imaging.check.fillAbove', { percent, most: most * 100 }) };
      return { passes: true, says: msg('imaging.check.fill', { percent }) };
    }
    case 'jpeg-quality': {
      if (measured.quality === null) return { passes: true, says: msg('imaging.check.noQuality') };
      const hasPassed = measured.quality >= asks.least;
      const values = { quality: measured.quality, least: asks.least };
      return {
        passes: hasPassed,
        says: hasPassed ? msg('imaging.check.quality', values) : msg('imaging.check.qualityBelow', values),
      };
    }
    case 'product-name': {
      const passes = isProductName(measured.name, asks.variant);
      return { passes, says: passes ? msg('imaging.check.name') : wrongNameMessage(asks.variant) };
    }
    case 'opaque':
      return measured.transparent
        ? { passes: false, says: msg('imaging.check.transparent') }
        : { passes: true, says: msg('imaging.check.opaque') };
  }
}

function good(side: 'longest' | 'shortest', px: number): Verdict {
  return {
    passes: true,
    says: side === 'longest' ? msg('imaging.check.longest', { px }) : msg('imaging.check.shortest', { px }),
  };
}

function background({ borderOff, borderTinted, stray, worst }: Measured): Verdict {
  if (borderOff > maxOffWhiteBorderShare || borderTinted > 0) {
    const percent = hundredths(Math.max(borderTinted, borderOff > maxOffWhiteBorderShare ? borderOff : 0));
    return { passes: false, says: msg('imaging.check.tintedBorder', { percent }) };
  }
  if (stray === 0) return { passes: true, says: msg('imaging.check.white') };
  return { passes: false, says: msg('imaging.check.stray', { count: stray, worst: worst ?? 254 }) };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A share as per cent, with one digit behind the point. Never 0 for what is there. */
function hundredths(share: number): number {
  const percent = Math.round(share * 1000) / 10;
  return percent === 0 && share > 0 ? 0.1 : percent;
}
