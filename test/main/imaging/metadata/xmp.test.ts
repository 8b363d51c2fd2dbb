import { describe, expect, it } from 'vitest';
import { finishedXmp } from '../../../../main/imaging/metadata/xmp.ts';

const finish = (packet: string) => finishedXmp(Buffer.from(packet), { width: 90, height: 60 }).toString();

describe('finishedXmp', () => {
  it.each([
    ['<r tiff:Orientation="6"/>', '<r tiff:Orientation="1"/>'],
    ['<r tiff:Orientation = \'8\' a="1"/>', '<r tiff:Orientation = \'1\' a="1"/>'],
    ['<tiff:Orientation>3</tiff:Orientation>', '<tiff:Orientation>1</tiff:Orientation>'],
    [
      '<r exif:PixelXDimension="400" exif:PixelYDimension="300"/>',
      '<r exif:PixelXDimension="90" exif:PixelYDimension="60"/>',
    ],
    ['<r xmp:Rating="4" dc:title="Ä 6"/>', '<r xmp:Rating="4" dc:title="Ä 6"/>'],
    ['<a/><xmp:Thumbnails><rdf:Alt>AAAA</rdf:Alt></xmp:Thumbnails><b/>', '<a/><b/>'],
    ['<r xmpNote:HasExtendedXMP="0FF1" hdrgm:Version="1.0" x:y="1"/>', '<r x:y="1"/>'],
  ])('%s', (packet, expected) => expect(finish(packet)).toBe(expected));
});
