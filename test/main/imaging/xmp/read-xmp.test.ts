import { describe, expect, it } from 'vitest';
import { mergeXmp } from '../../../../main/imaging/xmp/merge-xmp.ts';
import { maxPacketBytes } from '../../../../main/imaging/xmp/parse-xmp.ts';
import { readXmp } from '../../../../main/imaging/xmp/read-xmp.ts';
import { damagedCopy } from '../../../helpers/photograph/damaged-copy.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';

const packet = (attributes: string, inner = '') =>
  Buffer.from(`<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
  xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:m="http://ns.microsoft.com/photo/1.0/"
  xmlns:d="http://darktable.sf.net/" xmlns:k="http://www.digikam.org/ns/1.0/"
  xmlns:p="http://ns.camerabits.com/photomechanic/1.0/" ${attributes}>${inner}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`);

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `xmlns:n${index}="urn:${index}"`).join(' ');
const laughs = `<!ENTITY a "ha">${Array.from({ length: 30 }, (_, at) => `<!ENTITY a${at} "&a${at - 1};&a${at - 1};">`).join('')}`;

const nothing = { rating: null, label: null, pick: null, title: null, creator: null, rights: null };

describe('readXmp', () => {
  it('reads the sidecar that Lightroom writes for a raw file', () => {
    const inner = `<dc:title><rdf:Alt><rdf:li xml:lang="de">Braut</rdf:li><rdf:li xml:lang="x-default">Bride &amp; groom</rdf:li></rdf:Alt></dc:title>
      <dc:creator><rdf:Seq><rdf:li>Ana Pool</rdf:li><rdf:li>Bo Ek</rdf:li></rdf:Seq></dc:creator>
      <dc:rights><rdf:Alt><rdf:li xml:lang="x-default">© Pool</rdf:li></rdf:Alt></dc:rights>`;
    expect(readXmp(packet('xmp:Rating="4" xmp:Label="Red" xmpDM:pick="1"', inner))).toEqual({
      rating: 4,
      label: 'Red',
      pick: 1,
      title: 'Bride & groom',
      creator: 'Ana Pool, Bo Ek',
      rights: '© Pool',
    });
  });

  it.each([
    ['stars as an element', '', '<xmp:Rating>3</xmp:Rating>', { rating: 3 }],
    ['a rejection', 'xmp:Rating="-1"', '', { pick: -1 }],
    ['single quotes', "xmp:Label='Grün'", '', { label: 'Grün' }],
    ['more than five stars', 'xmp:Rating="9"', '', { rating: 5 }],
    ['no number of stars', 'xmp:Rating="many"', '', {}],
    ['an empty label', 'xmp:Label=""', '', {}],
    ['control characters', 'xmp:Label="&#155;31mRed"', '', { label: '31mRed' }],
    ['nothing', '', '', {}],
    ['a title as plain text', '', '<dc:title>Bride</dc:title>', { title: 'Bride' }],
    ['CDATA', '', '<dc:title><![CDATA[A < B & C]]></dc:title>', { title: 'A < B & C' }],
    ['references', '', '<xmp:Label>R&#xE9;d &#x1F600;</xmp:Label>', { label: 'Réd 😀' }],
    [
      'creators in a Bag',
      '',
      '<dc:creator><rdf:Bag><rdf:li>A</rdf:li><rdf:li>B</rdf:li></rdf:Bag></dc:creator>',
      { creator: 'A, B' },
    ],
    [
      'a title without a default',
      '',
      '<dc:title><rdf:Alt><rdf:li xml:lang="fr">Un</rdf:li><rdf:li xml:lang="de">Eins</rdf:li></rdf:Alt></dc:title>',
      { title: 'Un' },
    ],
    ['a list that is not of RDF', '', '<dc:title xmlns:o="urn:o"><o:Alt><o:li>No</o:li></o:Alt></dc:title>', {}],
    ['a rating of something within', '', '<dc:relation><rdf:Description xmp:Rating="5"/></dc:relation>', {}],
    ['what Premiere calls good', '', '<xmpDM:good>True</xmpDM:good>', { pick: 1 }],
    ['what it calls bad', 'xmpDM:good="False"', '', { pick: -1 }],
    ['a flag before what is good', 'xmpDM:good="True" xmpDM:pick="-1"', '', { pick: -1 }],
    ['stars of Windows', 'm:Rating="75"', '', { rating: 4 }],
    ['stars before those of Windows', 'm:Rating="99" xmp:Rating="2"', '', { rating: 2 }],
    [
      'colours of darktable',
      '',
      '<d:colorlabels><rdf:Seq><rdf:li>3</rdf:li></rdf:Seq></d:colorlabels>',
      { label: 'Blue' },
    ],
    ['colours of digiKam', 'k:ColorLabel="3"', '', { label: 'Yellow' }],
    ['a colour of digiKam that is none here', 'k:ColorLabel="2"', '', { label: 'Orange' }],
    ['a colour of Photo Mechanic that is none here', 'p:ColorClass="6"', '', { label: 'Turquoise' }],
    ['a number that means no colour', 'k:ColorLabel="0" p:ColorClass="0"', '', {}],
    ['a name before the word for a number', 'xmp:Label="Superior" p:ColorClass="3"', '', { label: 'Superior' }],
    ['classes of Photo Mechanic', 'p:ColorClass="2"', '', { label: 'Red' }],
    ['a number where the name tells no colour', 'xmp:Label="Album" k:ColorLabel="4"', '', { label: 'Green' }],
    ['a name before a number', 'xmp:Label="Blau" k:ColorLabel="4"', '', { label: 'Blau' }],
    ['what digiKam accepted', 'k:PickLabel="3"', '', { pick: 1 }],
    ['what digiKam rejected', 'k:PickLabel="1"', '', { pick: -1 }],
    ['the first that says something', 'xmp:Label=""', '<xmp:Label>Blue</xmp:Label>', { label: 'Blue' }],
  ])('reads %s', (_, attributes, inner, expected) => {
    expect(readXmp(packet(attributes, inner))).toEqual({ ...nothing, ...expected });
  });

  it('identifies properties by namespace, not by prefix', () => {
    const text = packet('xmp:Rating="2"').toString().replaceAll('xmp:', 'xap:').replaceAll(':xmp=', ':xap=');
    expect(readXmp(Buffer.from(text))?.rating).toBe(2);
    const foreignPacket = packet('other:Rating="2" xmlns:other="http://example.com/"');
    expect(readXmp(foreignPacket)?.rating).toBeNull();
  });

  it.each([
    ['xmp', 'rdf', 'dc'],
    ['xap', 'RDF', 'dublin'],
    ['a.b', 'r-d_f', 'x1'],
  ])('reads packets with the namespace prefixes %s, %s and %s', (xmp, rdf, dc) => {
    const text = packet('xmp:Rating="2"', '<dc:title><rdf:Alt><rdf:li>T</rdf:li></rdf:Alt></dc:title>')
      .toString()
      .replaceAll(/\b(xmp|rdf|dc)(?==|:[A-Zalt])/g, (name) => ({ xmp, rdf, dc })[name] ?? name);
    expect(text).toContain(`${rdf}:Description`);
    expect(readXmp(Buffer.from(text))).toEqual({ ...nothing, rating: 2, title: 'T' });
  });

  it('reads UTF-16 in either byte order, with and without a byte order mark', () => {
    const text = `<?xml version="1.0" encoding="UTF-16"?>${packet('xmp:Rating="5" xmp:Label="Grün"').toString()}`;
    for (const mark of ['\ufeff', '']) {
      const little = Buffer.from(mark + text, 'utf16le');
      const big = Buffer.from(little).swap16();
      for (const bytes of [little, big]) expect(readXmp(bytes)).toEqual({ ...nothing, rating: 5, label: 'Grün' });
      const merged = mergeXmp(big, { rating: 3 });
      expect(merged.toString('utf8')).not.toContain('UTF-16');
      expect(readXmp(merged)).toEqual({ ...nothing, rating: 3, label: 'Grün' });
    }
  });

  // Each would take minutes if the time were quadratic in the length. vitest stops a test after seconds.
  it.each([
    ['spaces in a tag', packet(' '.repeat(3_000_000))],
    ['zeros before the end', Buffer.concat([packet(''), Buffer.alloc(3_000_000), Buffer.from('x')])],
    ['names of namespaces', packet('', `<dc:x ${names(40_000)}>${'<dc:y xmlns:z="urn:z"/>'.repeat(40_000)}</dc:x>`)],
    ['properties', packet('', '<xmp:Label/>'.repeat(300_000))],
    ['elements', packet('xmp:Label="Red"', `<dc:x>${'<a/>'.repeat(1_900_000)}</dc:x>`)],
    ['attributes', packet('xmp:Label="Red"', `<dc:x ${names(60_000)}/>`)],
    ['depth', packet('', '<dc:x>'.repeat(300_000))],
    ['openings', Buffer.from('<xmp:Thumbnails '.repeat(200_000))],
    ['entities', Buffer.from(packet('xmp:Label="&a;"').toString().replace('<x:', `<!DOCTYPE x [${laughs}]><x:`))],
  ])('handles too many %s quickly', (_, bytes) => {
    expect(readXmp(bytes)?.label ?? null).toBeNull();
    expect(readXmp(mergeXmp(bytes, { rating: 3 }))?.rating).toBe(3);
  });

  it('accepts no other data as a packet, and no excessively long one', () => {
    expect(readXmp(Buffer.from('<xmp:Rating>3</xmp:Rating>'))).toBeNull();
    expect(readXmp(Buffer.concat([packet(''), Buffer.alloc(maxPacketBytes)]))).toBeNull();
  });

  it('never fails, whatever a packet contains', () => {
    const random = createSeededRandom(7);
    const title = '<dc:title><rdf:Alt><rdf:li>One</rdf:li></rdf:Alt></dc:title>';
    const intactPacket = packet('xmp:Rating="4" xmp:Label="Red"', title);
    for (let round = 0; round < 500; round++) {
      const bytes = damagedCopy(random, intactPacket, { flips: 5 });
      const facts = readXmp(bytes);
      expect(facts === null || facts.rating === null || facts.rating <= 5).toBe(true);
    }
  });
});
