/** Makes an XMP packet true of the finished photograph. */
import { tryParseXmp, type XmpProperty } from '../xmp/parse-xmp.ts';
import { applyEdits, type Edit } from '../xmp/text-edits.ts';
import { pointsToManifest } from './content-credentials.ts';
import { regionEdits } from './move-regions.ts';
import { positionEdit } from './position-properties.ts';
import type { Positions } from './positions.ts';

const tiff = 'http://ns.adobe.com/tiff/1.0/';
const exif = 'http://ns.adobe.com/exif/1.0/';

const photos = 'http://ns.google.com/photos/1.0';

/** Previews; what leads to the extended packet, and to other pictures, sounds and the film in the file, which stay behind. */
const gone: Readonly<Record<string, RegExp>> = {
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

/**
 * A copy that says: upright, of this size, with regions in their new positions; without previews and without mention of data that is not
 * carried over. As it is where it cannot be read.
 */
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
    if (gone[namespace]?.test(name) || pointsToManifest(outline, property)) return [{ from, to, text: '' }];
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
