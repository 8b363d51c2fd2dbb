/** Adapts an XMP packet to the finished photograph. */
import { tryParseXmp, type XmpProperty } from '../../xmp/parse-xmp.ts';
import { applyEdits, type Edit } from '../../xmp/text-edits.ts';
import { pointsToManifest } from '../blocks/content-credentials.ts';
import { regionEdits } from './move-regions.ts';
import { hasSamePixels, hasSameShares, type Positions } from './positions.ts';

const tiff = 'http://ns.adobe.com/tiff/1.0/';
const exif = 'http://ns.adobe.com/exif/1.0/';

const photos = 'http://ns.google.com/photos/1.0';

/** Previews, extended XMP, and other media in the file, which are not copied. */
const droppedProperties: Readonly<Record<string, RegExp>> = {
  'http://ns.adobe.com/xap/1.0/': /^Thumbnails$/,
  'http://ns.adobe.com/xmp/note/': /^HasExtendedXMP$/,
  'http://ns.adobe.com/hdr-gain-map/1.0/': /^Version$/,
  [`${photos}/camera/`]: /^(MotionPhoto|MicroVideo)/,
  [`${photos}/container/`]: /^Directory$/,
  [`${photos}/image/`]: /./,
  [`${photos}/depthmap/`]: /./,
  [`${photos}/audio/`]: /./,
  'http://ns.google.com/photos/dd/1.0/device/': /./,
};

/** Returns a copy with the frame's size, upright, with regions moved. An invalid packet stays unchanged. */
export function updateXmpForResult(packet: Uint8Array, positions: Positions): Buffer {
  const { width, height } = positions.frame;
  const outline = tryParseXmp(packet);
  if (outline === null) return Buffer.from(packet);
  const numbers: Readonly<Record<string, Readonly<Record<string, number>>>> = {
    [tiff]: { Orientation: 1, ImageWidth: width, ImageLength: height },
    [exif]: { PixelXDimension: width, PixelYDimension: height },
  };
  const edits = outline.properties.flatMap((property): Edit[] => {
    const { namespace, name, from, to, content } = property;
    if (droppedProperties[namespace]?.test(name) || pointsToManifest(outline, property))
      return [{ from, to, text: '' }];
    const regions = regionEdits(outline, property, positions);
    if (regions !== null) return [...regions];
    const position = positionEdit(outline, property, positions);
    if (position !== null) return [position];
    const number = numbers[namespace]?.[name];
    if (number === undefined || content === null || !isNumber(property)) return [];
    return [{ from: content.from, to: content.to, text: String(number) }];
  });
  return edits.length === 0 ? Buffer.from(packet) : Buffer.from(applyEdits(outline.text, edits));
}

const isNumber = ({ value }: XmpProperty) => value !== null && /^\s{0,9}\d{1,9}\s{0,9}$/.test(value);

/** Applied by Camera Raw: crops, straightening, masks, retouching. */
const rawSettings =
  /^(Crop|HasCrop$|RedEyeInfo$|Retouch(Info|Areas)$|Upright|Perspective|Mask|.*Based(Mask|Corrections?)|.*CorrectionActive$)/;
const any = /./;

/** Shares of the picture; wrong once it is turned, cropped or padded. */
const shareProperties: Readonly<Record<string, RegExp>> = {
  'http://ns.adobe.com/camera-raw-settings/1.0/': rawSettings,
  'http://ns.adobe.com/camera-raw-saved-settings/1.0/': any,
  'http://ns.acdsee.com/regions/': any,
  'http://ns.apple.com/adjustment-settings/1.0/': any,
  'http://ns.google.com/photos/1.0/focus/': any,
  'http://darktable.sf.net/': /^(history|masks|mask|iop_order|auto_presets)/,
};

const panorama = 'http://ns.google.com/photos/1.0/panorama/';
const extension = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';

/** Returns null for a property that stays. */
function positionEdit({ text }: { readonly text: string }, property: XmpProperty, positions: Positions): Edit | null {
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
  return !isSame && shareProperties[namespace]?.test(name) === true ? removed : null;
}
