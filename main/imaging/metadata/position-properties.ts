import type { XmpProperty } from '../xmp/parse-xmp.ts';
import type { Edit } from '../xmp/text-edits.ts';
import { hasSamePixels, hasSameShares, type Positions } from './positions/positions.ts';

/** Properties that Camera Raw applies to a file: crops, straightening, masks, retouching. */
const rawSettings =
  /^(Crop|HasCrop$|RedEyeInfo$|Retouch(Info|Areas)$|Upright|Perspective|Mask|.*Based(Mask|Corrections?)|.*CorrectionActive$)/;
const any = /./;

/** Properties with shares of the picture; wrong once it is turned, cropped or padded. */
const shares: Readonly<Record<string, RegExp>> = {
  'http://ns.adobe.com/camera-raw-settings/1.0/': rawSettings,
  'http://ns.adobe.com/camera-raw-saved-settings/1.0/': any,
  'http://ns.acdsee.com/regions/': any,
  'http://ns.apple.com/adjustment-settings/1.0/': any,
  'http://ns.google.com/photos/1.0/focus/': any,
  'http://darktable.sf.net/': /^(history|masks|mask|iop_order|auto_presets)/,
};

const exif = 'http://ns.adobe.com/exif/1.0/';
const panorama = 'http://ns.google.com/photos/1.0/panorama/';
const extension = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';

/** Returns the edit for a property with positions that are not moved, or null for one that stays. */
export function positionEdit(
  { text }: { readonly text: string },
  property: XmpProperty,
  positions: Positions,
): Edit | null {
  const { namespace, name, from, to, content, value } = property;
  const removed = { from, to, text: '' };
  if (hasSamePixels(positions)) return null;
  if (namespace === exif) return /^Subject(Area|Location)$/.test(name) ? removed : null;
  const isSame = hasSameShares(positions);
  if (namespace === extension && name === 'ImageRegion')
    return isSame && !/\brbUnit\b[^<]{0,20}\bpixel\b/.test(text.slice(from, to)) ? null : removed;
  if (namespace === panorama) {
    if (!isSame) return removed;
    const px =
      /^\s*\d{1,9}\s*$/.test(value ?? '') && /(Pixels|^LargestValidInteriorRect(Left|Top|Width|Height))$/.test(name);
    const scale = positions.frame.width / positions.stored.width;
    return px && content !== null ? { ...content, text: String(Math.round(Number(value) * scale)) } : null;
  }
  return !isSame && shares[namespace]?.test(name) === true ? removed : null;
}
