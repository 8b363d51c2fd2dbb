/** Makes an XMP packet true of the finished photograph. */
import type { Size } from '../size.ts';

/** A copy that says: upright, of this size; without previews and without mention of data that is not carried over. */
export function finishedXmp(packet: Uint8Array, { width, height }: Size): Buffer {
  const text = Buffer.from(packet).toString('utf8');
  const numbers: Readonly<Record<string, number>> = {
    'tiff:Orientation': 1,
    'tiff:ImageWidth': width,
    'tiff:ImageLength': height,
    'exif:PixelXDimension': width,
    'exif:PixelYDimension': height,
  };
  let finished = text;
  for (const [name, value] of Object.entries(numbers)) {
    finished = finished
      .replace(new RegExp(`(\\s${name}\\s*=\\s*["'])\\d*(["'])`, 'g'), `$1${value}$2`)
      .replace(new RegExp(`(<${name}>)\\s*\\d*\\s*(</${name}>)`, 'g'), `$1${value}$2`);
  }
  for (const element of ['xmp:Thumbnails', 'xap:Thumbnails', 'Container:Directory', 'GContainer:Directory']) {
    finished = finished.replace(new RegExp(`<${element}[\\s>][\\s\\S]*?</${element}>`, 'g'), '');
  }
  // The extended packet and the HDR gain map stay behind: pointers to them would lead nowhere.
  finished = finished.replace(/\s(?:xmpNote:HasExtendedXMP|hdrgm:Version)\s*=\s*(?:"[^"]*"|'[^']*')/g, '');
  return Buffer.from(finished, 'utf8');
}
