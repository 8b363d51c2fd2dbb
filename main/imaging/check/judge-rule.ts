/** Judges a measured file by a marketplace's rules, with the numbers as reasons. */
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { RuleFinding } from '../../../contract/recipes/marketplace-check.ts';
import type { MarketplaceRule } from '../../../contract/recipes/marketplaces.ts';
import { isProductName, wrongNameMessage } from '../../../contract/recipes/product-file-name.ts';
import { quotedSize, roundedUpSize } from '../size.ts';
import type { Measured } from './measure-file.ts';

/** A larger share is no subject that reaches the border, but a background that is not white. */
const maxOffWhiteBorderShare = 0.5;

const extensions: Readonly<Record<string, readonly string[]>> = {
  jpeg: ['jpg', 'jpeg'],
  tiff: ['tif', 'tiff'],
};

/** Judges by one rule. Files of other formats pass a rule for JPEG. */
export function judgeRule({ asks, level, certain }: MarketplaceRule, measured: Measured): RuleFinding {
  return { kind: asks.kind, level, certain, ...judge(asks, measured) };
}

type Verdict = Pick<RuleFinding, 'passes' | 'says'>;
type Requirement<K extends MarketplaceRule['asks']['kind']> = Extract<MarketplaceRule['asks'], { readonly kind: K }>;

function judge(asks: MarketplaceRule['asks'], measured: Measured): Verdict {
  switch (asks.kind) {
    case 'longest-side':
      return judgeLongestSide(asks, measured);
    case 'shortest-side':
      return judgeShortestSide(asks, measured);
    case 'exact-size':
      return judgeExactSize(asks, measured);
    case 'pixels':
      return judgePixels(asks, measured);
    case 'bytes':
      return judgeBytes(asks, measured);
    case 'formats':
      return judgeFormat(asks, measured);
    case 'extension':
      return judgeExtension(measured);
    case 'white-background':
      return judgeBackground(measured);
    case 'free-border':
      return judgeBorder(measured);
    case 'fill':
      return judgeFill(asks, measured);
    case 'jpeg-quality':
      return judgeQuality(asks, measured);
    case 'product-name':
      return judgeName(asks, measured);
    case 'opaque':
      return verdict(!measured.transparent, msg('imaging.check.opaque'), msg('imaging.check.transparent'));
  }
}

const verdict = (hasPassed: boolean, pass: MessageDescriptor, fail: MessageDescriptor): Verdict => ({
  passes: hasPassed,
  says: hasPassed ? pass : fail,
});

function judgeLongestSide({ least, most }: Requirement<'longest-side'>, { width, height }: Measured): Verdict {
  const px = Math.max(width, height);
  if (most !== undefined && px > most) return { passes: false, says: msg('imaging.check.longestAbove', { px, most }) };
  if (least !== undefined && px < least)
    return { passes: false, says: msg('imaging.check.longestBelow', { px, least }) };
  return { passes: true, says: msg('imaging.check.longest', { px }) };
}

function judgeShortestSide({ least }: Requirement<'shortest-side'>, { width, height }: Measured): Verdict {
  const px = Math.min(width, height);
  return verdict(px >= least, msg('imaging.check.shortest', { px }), msg('imaging.check.shortestBelow', { px, least }));
}

function judgeExactSize(wanted: Requirement<'exact-size'>, measured: Measured): Verdict {
  const size = quotedSize(measured);
  return verdict(
    measured.width === wanted.width && measured.height === wanted.height,
    msg('imaging.check.size', { size }),
    msg('imaging.check.otherSize', { size, wanted: quotedSize(wanted) }),
  );
}

function judgePixels({ most }: Requirement<'pixels'>, { width, height }: Measured): Verdict {
  const megapixels = roundToTenth((width * height) / 1e6);
  return verdict(
    width * height <= most,
    msg('imaging.check.megapixels', { megapixels }),
    msg('imaging.check.megapixelsAbove', { megapixels, most: roundToTenth(most / 1e6) }),
  );
}

function judgeBytes({ most }: Requirement<'bytes'>, { bytes }: Measured): Verdict {
  return verdict(
    bytes <= most,
    msg('imaging.check.bytes', { size: { decimalBytes: bytes } }),
    msg('imaging.check.bytesAbove', { size: roundedUpSize(bytes), most: { decimalBytes: most } }),
  );
}

function judgeFormat({ formats }: Requirement<'formats'>, { format }: Measured): Verdict {
  const name = format.toUpperCase();
  return verdict(
    formats.some((each) => each === format),
    msg('imaging.check.format', { format: name }),
    msg('imaging.check.otherFormat', {
      format: name,
      formats: formats.map((each) => each.toUpperCase()).join(', '),
    }),
  );
}

function judgeExtension({ format, extension }: Measured): Verdict {
  const values = { format: format.toUpperCase(), extension };
  return verdict(
    (extensions[format] ?? [format]).includes(extension),
    msg('imaging.check.extension', values),
    msg('imaging.check.otherExtension', values),
  );
}

function judgeBackground({ borderOff, borderTinted, stray, worst }: Measured): Verdict {
  if (borderOff > maxOffWhiteBorderShare || borderTinted > 0) {
    const percent = toPercent(Math.max(borderTinted, borderOff > maxOffWhiteBorderShare ? borderOff : 0));
    return { passes: false, says: msg('imaging.check.tintedBorder', { percent }) };
  }
  if (stray === 0) return { passes: true, says: msg('imaging.check.white') };
  return { passes: false, says: msg('imaging.check.stray', { count: stray, worst: worst ?? 254 }) };
}

function judgeBorder({ borderOff }: Measured): Verdict {
  return verdict(
    borderOff === 0,
    msg('imaging.check.border'),
    msg('imaging.check.borderTouched', { percent: toPercent(borderOff) }),
  );
}

function judgeFill({ least = 0, most = 1 }: Requirement<'fill'>, { width, height, fill }: Measured): Verdict {
  // Soft edges vary by a pixel.
  const slack = 1.5 / Math.max(width, height);
  const percent = toPercent(fill);
  if (fill < least - slack)
    return { passes: false, says: msg('imaging.check.fillBelow', { percent, least: least * 100 }) };
  if (fill > most + slack)
    return { passes: false, says: msg('imaging.check.fillAbove', { percent, most: most * 100 }) };
  return { passes: true, says: msg('imaging.check.fill', { percent }) };
}

function judgeQuality({ least }: Requirement<'jpeg-quality'>, { quality }: Measured): Verdict {
  if (quality === null) return { passes: true, says: msg('imaging.check.noQuality') };
  const values = { quality, least };
  return verdict(quality >= least, msg('imaging.check.quality', values), msg('imaging.check.qualityBelow', values));
}

function judgeName({ variant }: Requirement<'product-name'>, { name }: Measured): Verdict {
  return verdict(isProductName(name, variant), msg('imaging.check.name'), wrongNameMessage(variant));
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Returns percent with one decimal, never 0 for a positive share. */
function toPercent(share: number): number {
  const percent = Math.round(share * 1000) / 10;
  return percent === 0 && share > 0 ? 0.1 : percent;
}
