import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { defaultRendering } from '../../../../../contract/delivery/export.ts';
import { makeRendition } from '../../../../../main/imaging/export/rendition.ts';
import { addIptcToXmp } from '../../../../../main/imaging/metadata/blocks/iptc-as-xmp.ts';
import { tryParseXmp } from '../../../../../main/imaging/xmp/parse-xmp.ts';
import { addIptc, iptcRecord, xmpPacket } from '../../../../helpers/photograph/metadata-parts.ts';
import { grainy, scratchFolder } from '../../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const fields = [
  [25, 'harbour'],
  [25, 'catalogue'],
  [80, 'Zoë Agency'],
  [90, 'Ghent'],
  [116, '(c) Zoë'],
  [120, 'Boats & nets'],
] as const;
const records = (encoding: BufferEncoding = 'utf8') =>
  Buffer.concat(fields.map(([dataset, text]) => iptcRecord(dataset, text, encoding)));
const listProperties = (packet: Buffer) =>
  tryParseXmp(packet)!.properties.map(({ name, value, items }) => [
    name,
    ...(items.length > 0 ? items.map((item) => item.value) : [value]),
  ]);
const all = [
  ['City', 'Ghent'],
  ['subject', 'harbour', 'catalogue'],
  ['creator', 'Zoë Agency'],
  ['rights', '(c) Zoë'],
  ['description', 'Boats & nets'],
];

test.each(['utf8', 'latin1'] as const)('records in %s are properties', (encoding) => {
  expect(listProperties(addIptcToXmp(null, records(encoding))!)).toEqual(all);
});

test('properties of the packet take precedence, and an unreadable packet is unchanged', () => {
  const creator = '<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li></rdf:Seq></dc:creator>';
  const packet = Buffer.from(xmpPacket({ dc: 'http://purl.org/dc/elements/1.1/' }, '', creator));

  const merged = listProperties(addIptcToXmp(packet, records())!);
  expect(merged.filter(([name]) => name === 'creator')).toEqual([['creator', 'Ann']]);
  expect(merged.filter(([name]) => name === 'rights')).toEqual([['rights', '(c) Zoë']]);
  const broken = Buffer.from('<rdf:RDF');
  expect(addIptcToXmp(broken, records())).toBe(broken);
  expect(addIptcToXmp(packet, null)).toBe(packet);
});

test.each(['png', 'webp', 'avif'] as const)(
  'a %s gets fields that the photograph has only in records, except the location',
  async (format) => {
    const source = join(folder, `agency-${format}.jpg`);
    await grainy(40, 30).jpeg().toFile(source);
    addIptc(source, records());

    const { signal } = new AbortController();
    const { path } = await makeRendition({
      source,
      rendering: { ...defaultRendering, format },
      xmp: {},
      to: folder,
      signal,
    });
    expect(listProperties((await sharp(path).metadata()).xmp!)).toEqual(all.slice(1));
    expect(readFileSync(path).includes('Ghent')).toBe(false);
  },
);
