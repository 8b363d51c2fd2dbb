import { describe, expect, test } from 'vitest';
import { decisionXmp } from '../../../../main/imaging/xmp/decision-xmp.ts';
import { foreignLabelName } from '../../../../main/imaging/xmp/label-names.ts';
import { mergeXmp, removeXmpProperties } from '../../../../main/imaging/xmp/merge-xmp.ts';
import { namespaces, parseXmp } from '../../../../main/imaging/xmp/parse-xmp.ts';
import { damagedCopy } from '../../../helpers/photograph/damaged-copy.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';

const head = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\r\n`;
const packet = (description: string, more = '') =>
  Buffer.from(`${head}<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Ünknown 😀">
 <rdf:RDF xmlns:rdf="${namespaces.rdf}">${description}${more}</rdf:RDF>
</x:xmpmeta>\n<?xpacket end="w"?>`);
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');
/** Properties by name, read independently of the tested code. */
function read(bytes: Uint8Array) {
  const outline = parseXmp(bytes);
  const values = outline.properties.map(({ name, content, items }) => {
    const range = items[0] ?? content;
    return [name, range ? outline.text.slice(range.from, range.to) : ''] as const;
  });
  return Object.fromEntries(values);
}

const lightroom = `
  <rdf:Description rdf:about="" xmlns:xmp="${namespaces.xmp}" xmlns:crs='http://ns.adobe.com/camera-raw-settings/1.0/'
    xmp:Rating="2"   xmp:Label='Blue' crs:Exposure2012="+0.35" crs:Name="a &gt; b">
   <crs:ToneCurve><rdf:Seq><rdf:li>0, 0</rdf:li></rdf:Seq></crs:ToneCurve>
  </rdf:Description>`;

describe('mergeXmp', () => {
  test('states how a machine has changed the picture, unless the packet already states more', () => {
    const uri = (type: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`;
    const type = (bytes: Uint8Array) => read(bytes).DigitalSourceType;
    const once = mergeXmp(packet(lightroom), { sourceType: 'algorithmicallyEnhanced', credit: 'Anna' });
    expect([type(once), read(once).Credit]).toEqual([uri('algorithmicallyEnhanced'), 'Anna']);
    const more = mergeXmp(once, { sourceType: 'compositeWithTrainedAlgorithmicMedia' });
    expect(type(more)).toBe(uri('compositeWithTrainedAlgorithmicMedia'));
    expect(type(mergeXmp(more, { sourceType: 'algorithmicallyEnhanced' }))).toBe(type(more));
    expect(text(more).match(/DigitalSourceType/g)).toHaveLength(text(once).match(/DigitalSourceType/g)!.length);
  });

  test('changes values in place, and keeps everything else byte for byte', () => {
    const before = text(packet(lightroom));
    const after = text(mergeXmp(packet(lightroom), { rating: 5, label: 'Red' }));
    expect(after).toBe(before.replace('xmp:Rating="2"', 'xmp:Rating="5"').replace("'Blue'", "'Red'"));
  });

  test('keeps a label of another program as written, even if only part of it is shown', () => {
    const long = packet(lightroom.replace('Blue', `a&#10;b ${'x'.repeat(1000)}`));
    const shown = foreignLabelName(`a\nb ${'x'.repeat(1000)}`);
    expect(shown).toHaveLength(100);
    expect(text(mergeXmp(long, { label: shown }))).toBe(text(long));
    expect(read(mergeXmp(long, { label: 'Other' })).Label).toBe('Other');
  });

  test('changes nothing if there is nothing to write', () => {
    expect(text(mergeXmp(packet(lightroom), {}))).toBe(text(packet(lightroom)));
  });

  test('adds missing properties under existing prefixes, and declares missing prefixes', () => {
    const after = mergeXmp(packet(lightroom), { pick: 1, title: 'A & B', creator: '"Ann" <x>', rights: '© 2026' });
    expect(read(after)).toMatchObject({ pick: '1', good: 'True', title: 'A &amp; B', rights: '© 2026' });
    expect(text(after)).toContain(`xmlns:xmpDM="${namespaces.xmpDM}"`);
    expect(text(after)).toContain('<rdf:Seq><rdf:li>&quot;Ann&quot; &lt;x&gt;</rdf:li></rdf:Seq>');
    expect(text(after)).toContain('<crs:ToneCurve><rdf:Seq><rdf:li>0, 0</rdf:li></rdf:Seq></crs:ToneCurve>');
  });

  test.each([
    ['elements', `<rdf:Description xmlns:x="${namespaces.xmp}"><x:Rating>1</x:Rating><x:Label/></rdf:Description>`],
    ['an empty description', '<rdf:Description rdf:about=""/>'],
    ['a prefix that means something else', '<rdf:Description xmlns:xmp="urn:other" xmp:Rating="9"></rdf:Description>'],
    [
      'the same twice',
      `<rdf:Description xmlns:xmp="${namespaces.xmp}" xmp:Rating="1"/><rdf:Description xmlns:xmp="${namespaces.xmp}" xmp:Rating="3"/>`,
    ],
  ])('writes into %s', (_, description) => {
    const after = mergeXmp(packet(description), { rating: 4, label: 'Green', title: 'T' });
    const outline = parseXmp(after);
    const own = outline.properties.filter(({ namespace }) => namespace === namespaces.xmp);
    expect(own.map(({ name }) => name).sort()).toEqual(['Label', 'Rating']);
    const values = own.map(({ content }) => content && outline.text.slice(content.from, content.to));
    expect(values.sort()).toEqual(['4', 'Green']);
    expect(outline.properties.filter(({ name }) => name === 'title')).toHaveLength(1);
  });

  test('keeps a title in other languages', () => {
    const alt = `<rdf:Alt><rdf:li xml:lang="x-default">Old</rdf:li><rdf:li xml:lang="de">Alt</rdf:li></rdf:Alt>`;
    const description = `<rdf:Description xmlns:dc="${namespaces.dc}"><dc:title>${alt}</dc:title></rdf:Description>`;
    const after = text(mergeXmp(packet(description), { title: 'New' }));
    expect(after).toBe(text(packet(description)).replace('>Old<', '>New<'));
  });

  test.each([
    ['a document type', '<!DOCTYPE x [<!ENTITY a "aaaa">]><x/>'],
    ['an unknown entity', text(packet('<rdf:Description a="&lol;"/>'))],
    ['no XML', 'rating: 5'],
    ['nothing', ''],
    ['depth without end', '<a>'.repeat(200)],
  ])('replaces %s by a new packet', (_, bad) => {
    const after = mergeXmp(Buffer.from(bad), { rating: 3 });
    expect(read(after)).toEqual({ Rating: '3' });
    expect(text(after)).not.toContain('lol');
  });

  test('writes no control characters and no lone surrogates', () => {
    const after = mergeXmp(null, { title: 'a\u0000b\u001bc\ud800d' });
    expect(read(after)).toEqual({ title: 'abc\ufffdd' });
  });

  test('reads UTF-16 and padding, and handles damaged packets quickly', () => {
    const wide = Buffer.from(`\ufeff${text(packet(lightroom)).replace('\ufeff', '')}`, 'utf16le');
    expect(read(mergeXmp(wide, { rating: 1 }))).toMatchObject({ Rating: '1', Exposure2012: '+0.35' });
    const random = createSeededRandom(11);
    const intactPacket = Buffer.concat([packet(lightroom), Buffer.alloc(40)]);
    for (let round = 0; round < 300; round += 1) {
      const broken = damagedCopy(random, intactPacket, { cut: 1 / 3, flips: 3 });
      expect(read(mergeXmp(broken, { rating: 2 }))).toMatchObject({ Rating: '2' });
    }
  });
});

test('removes properties, as attributes and as elements', () => {
  const description = `<rdf:Description xmlns:exif="urn:e" exif:GPSLatitude="1" exif:ISO="2"><exif:GPSAltitude>3</exif:GPSAltitude></rdf:Description>`;
  const stray = '<x:gps xmlns:x="urn:x">51 N</x:gps>';
  const after = removeXmpProperties(
    packet(description, stray),
    (namespace, name) => namespace === 'urn:e' && name.startsWith('GPS'),
  );
  expect(text(after!)).toBe(text(packet('<rdf:Description xmlns:exif="urn:e" exif:ISO="2"></rdf:Description>')));
});

test.each([
  [{ flag: 0, stars: 0, label: 0 }, {}, {}],
  [{ flag: 1, stars: 5, label: 1 }, {}, { rating: 5, label: 'Red', pick: 1 }],
  [{ flag: -1, stars: 3, label: 4 }, {}, { rating: 3, label: 'Blue', pick: -1 }],
  [{ flag: -1, stars: 3, label: 0 }, { rejectedAsRating: true }, { rating: -1, pick: -1 }],
] as const)('a decision %j in XMP', (decision, how, change) => {
  expect(decisionXmp(decision, how)).toEqual(change);
});
