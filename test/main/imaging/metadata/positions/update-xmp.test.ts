import { describe, expect, it } from 'vitest';
import { wholeFrame } from '../../../../../main/imaging/metadata/positions/positions.ts';
import { updateXmpForResult } from '../../../../../main/imaging/metadata/positions/update-xmp.ts';

const names = `xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
 xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" xmlns:T="http://ns.adobe.com/tiff/1.0/"
 xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:c2pa="http://c2pa.org/claim/"
 xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"`;
const packet = (attributes: string, inner = '') =>
  `<rdf:RDF ${names}><rdf:Description${attributes}>${inner}</rdf:Description></rdf:RDF>`;
const positions = {
  stored: { width: 90, height: 60 },
  orientation: 1,
  frame: wholeFrame({ width: 90, height: 60 }),
} as const;
const finish = (text: string) => updateXmpForResult(Buffer.from(text), positions).toString();

describe('updateXmpForResult', () => {
  it.each([
    [' tiff:Orientation="6"', '', ' tiff:Orientation="1"', ''],
    [' tiff:Orientation = \'8\' dc:a="1"', '', ' tiff:Orientation = \'1\' dc:a="1"', ''],
    [' T:Orientation="6"', '', ' T:Orientation="1"', ''],
    ['', '<tiff:Orientation>3</tiff:Orientation>', '', '<tiff:Orientation>1</tiff:Orientation>'],
    [
      ' exif:PixelXDimension="400" exif:PixelYDimension="300"',
      '',
      ' exif:PixelXDimension="90" exif:PixelYDimension="60"',
      '',
    ],
    [' xmp:Rating="4" dc:title="Ä 6"', '', ' xmp:Rating="4" dc:title="Ä 6"', ''],
    ['', '<dc:b/><xmp:Thumbnails><rdf:Alt>AAAA</rdf:Alt></xmp:Thumbnails><dc:c/>', '', '<dc:b/><dc:c/>'],
    ['', '<Container:Directory><rdf:Seq/></Container:Directory>', '', ''],
    [
      ' xmp:Rating="4" GCamera:MotionPhoto="1" GCamera:MotionPhotoPresentationTimestampUs="466480" GCamera:MicroVideoOffset="4096"',
      '<GCamera:MicroVideo>1</GCamera:MicroVideo><GCamera:PortraitNote>kept</GCamera:PortraitNote>',
      ' xmp:Rating="4"',
      '<GCamera:PortraitNote>kept</GCamera:PortraitNote>',
    ],
    [' dcterms:provenance="self#jumbf=/c2pa/urn:uuid:case" dc:y="1"', '', ' dc:y="1"', ''],
    ['', '<dcterms:provenance>https://example.org/store/1234</dcterms:provenance><dc:y/>', '', '<dc:y/>'],
    [' dcterms:provenance="Estate of A. Smith"', '', ' dcterms:provenance="Estate of A. Smith"', ''],
    [' c2pa:Claim="a" xmpMM:InstanceID="xmp.iid:1"', '', ' xmpMM:InstanceID="xmp.iid:1"', ''],
    [
      '',
      '<xmpMM:Ingredients><rdf:Bag><rdf:li rdf:resource="self#jumbf=c2pa.assertions/c2pa.ingredient"/></rdf:Bag></xmpMM:Ingredients><dc:y/>',
      '',
      '<dc:y/>',
    ],
    [' xmpNote:HasExtendedXMP="0FF1" hdrgm:Version="1.0" dc:y="1"', '', ' dc:y="1"', ''],
  ])('%s%s', (attributes, inner, left, inside) => {
    expect(finish(packet(attributes, inner))).toBe(packet(left, inside));
  });

  it('leaves an unreadable packet unchanged, and handles any packet quickly', () => {
    const broken = packet(' tiff:Orientation="6"').slice(0, -9);
    expect(finish(broken)).toBe(broken);
    const hostile = '<xmp:Thumbnails '.repeat(200_000);
    expect(finish(hostile)).toBe(hostile);
  });
});
