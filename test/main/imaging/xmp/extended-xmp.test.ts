import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { copyMetadata } from '../../../../main/imaging/metadata/copy-metadata.ts';
import { replaceMetadata } from '../../../../main/imaging/metadata/replace-metadata.ts';
import { readXmpPacket, splitXmp } from '../../../../main/imaging/xmp/extended-xmp.ts';
import { mergeXmp } from '../../../../main/imaging/xmp/merge-xmp.ts';
import { tryParseXmp } from '../../../../main/imaging/xmp/parse-xmp.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const size = { width: 8, height: 6 };
const items = 3000;
const ancestors = Array.from({ length: items }, (_, i) => `<rdf:li>xmp.did:${i} of a long line of documents</rdf:li>`);
/** A packet whose title follows the long property. The property's prefix is declared on an outer element. */
const long = Buffer.from(
  `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:ps="http://ns.adobe.com/photoshop/1.0/"><rdf:Description
 rdf:about=""><ps:DocumentAncestors><rdf:Bag>${ancestors.join('')}</rdf:Bag></ps:DocumentAncestors></rdf:Description><rdf:Description
 rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmp:Rating="5"><dc:title><rdf:Alt>
 <rdf:li xml:lang="x-default">Harbour &amp; noon</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
);
const countItems = (packet: Buffer) => tryParseXmp(packet)!.properties.map(({ name, items }) => [name, items.length]);

async function drawn(name: string, format: 'jpeg' | 'png', xmp?: Buffer): Promise<string> {
  const path = join(folder, name);
  const picture = sharp({ create: { ...size, channels: 3, background: '#c0713a' } });
  await (xmp ? picture.withXmp(xmp.toString()) : picture).toFormat(format).toFile(path);
  return path;
}

test('a long packet is split: common properties stay, the rest is referenced by its MD5', () => {
  const { main, parts } = splitXmp(long)!;
  expect(Object.fromEntries(countItems(main))).toEqual({ HasExtendedXMP: 0, Rating: 0, title: 1 });
  expect(main.length).toBeLessThan(65_503);
  const head = 'http://ns.adobe.com/xmp/extension/\0'.length;
  const second = Buffer.concat(parts.map((part) => part.subarray(head + 40)));
  const guid = createHash('md5').update(second).digest('hex').toUpperCase();
  expect(main.toString()).toContain(`xmpNote:HasExtendedXMP="${guid}"`);
  expect(second.toString()).not.toContain('xpacket');
  let at = 0;
  for (const part of parts) {
    expect(part.toString('latin1', head, head + 32)).toBe(guid);
    expect([part.readUInt32BE(head + 32), part.readUInt32BE(head + 36)]).toEqual([second.length, at]);
    at += part.length - head - 40;
    expect(part.length - head - 40).toBeLessThanOrEqual(65_400);
  }
});

test('a packet that is long only by its padding is not split, and one that is no XML cannot be', () => {
  const short = long.toString().replaceAll(/<rdf:li>.*<\/rdf:li>(?=<\/rdf:Bag>)/g, '');
  const padded = Buffer.from(short.replace('<?xpacket end', `${' '.repeat(70_000)}<?xpacket end`));
  expect(splitXmp(padded)).toMatchObject({ parts: [] });
  expect(splitXmp(Buffer.from('<no xml'.repeat(10_000)))).toBeNull();
});

test('is complete again if it is read, changed and copied from one JPEG to the next', async () => {
  const first = await drawn('first.jpg', 'jpeg');
  expect(await copyMetadata(await drawn('long.png', 'png', long), first, size)).toEqual([]);
  await replaceMetadata(first, ({ xmp }) => ({ xmp: mergeXmp(xmp, { rating: 2 }) }));
  const second = await drawn('second.jpg', 'jpeg');
  expect(await copyMetadata(first, second, size)).toEqual([]);
  const { packet, extended } = (await readXmpPacket(second, await sharp(second).metadata()))!;
  expect(extended).toBe('joined');
  expect(Object.fromEntries(countItems(packet))).toEqual({ Rating: 0, title: 1, DocumentAncestors: items });
  expect(packet.toString()).toContain('xmp:Rating="2"');
});

test('a missing part is reported, and the packet no longer refers to it', async () => {
  const path = await drawn('cut.jpg', 'jpeg');
  await copyMetadata(await drawn('long.png', 'png', long), path, size);
  const bytes = readFileSync(path);
  const at = bytes.indexOf('http://ns.adobe.com/xmp/extension/\0') - 4;
  const end = at + 2 + bytes.readUInt16BE(at + 2);
  writeFileSync(path, Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]));
  const to = await drawn('to.jpg', 'jpeg');
  expect(await copyMetadata(path, to, size)).toEqual([{ key: 'imaging.data.missingXmp' }]);
  const left = await readXmpPacket(to, await sharp(to).metadata());
  expect(Object.fromEntries(countItems(left!.packet))).toEqual({ Rating: 0, title: 1 });
});
