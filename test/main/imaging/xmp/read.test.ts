import { describe, expect, it } from 'vitest';
import { mostPacketBytes } from '../../../../main/imaging/xmp/outline.ts';
import { readXmp } from '../../../../main/imaging/xmp/read.ts';
import { seeded } from '../../../helpers/seeded.ts';

const packet = (attributes: string, inner = '') =>
  Buffer.from(`<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
  xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpDM="http://ns.adobe.com/xmp/1.0/DynamicMedia/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" ${attributes}>${inner}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`);

const nothing = { rating: null, label: null, pick: null, title: null, creator: null, rights: null };

describe('readXmp', () => {
  it('reads what Lightroom writes beside a raw file', () => {
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
    ['control characters', 'xmp:Label="&#27;[31mRed"', '', { label: '[31mRed' }],
    ['nothing', '', '', {}],
  ])('reads %s', (_, attributes, inner, expected) => {
    expect(readXmp(packet(attributes, inner))).toEqual({ ...nothing, ...expected });
  });

  it('goes by the namespace, not by what it is called', () => {
    const text = packet('xmp:Rating="2"').toString().replaceAll('xmp:', 'xap:').replaceAll(':xmp=', ':xap=');
    expect(readXmp(Buffer.from(text))?.rating).toBe(2);
    const other = packet('other:Rating="2" xmlns:other="http://example.com/"');
    expect(readXmp(other)?.rating).toBeNull();
  });

  it('reads UTF-16', () => {
    const text = packet('xmp:Rating="5"').toString();
    expect(readXmp(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]))?.rating).toBe(5);
  });

  it('takes nothing else for a packet, and none beyond all measure', () => {
    expect(readXmp(Buffer.from('<xmp:Rating>3</xmp:Rating>'))).toBeNull();
    expect(readXmp(Buffer.concat([packet(''), Buffer.alloc(mostPacketBytes)]))).toBeNull();
  });

  it('reads on, whatever a packet was made into', () => {
    const random = seeded(7);
    const whole = packet(
      'xmp:Rating="4" xmp:Label="Red"',
      '<dc:title><rdf:Alt><rdf:li>One</rdf:li></rdf:Alt></dc:title>',
    );
    for (let round = 0; round < 500; round++) {
      const bytes = Buffer.from(whole.subarray(0, Math.ceil(random.next() * whole.length)));
      for (let flip = 0; flip < 5; flip++) bytes[random.below(bytes.length)] = random.below(256);
      const facts = readXmp(bytes);
      expect(facts === null || facts.rating === null || facts.rating <= 5).toBe(true);
    }
  });
});
