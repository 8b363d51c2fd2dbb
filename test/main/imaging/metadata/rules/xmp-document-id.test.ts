/** Identifiers of a result's source, in properties of XMP Media Management. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { copyMetadata } from '../../../../../main/imaging/metadata/copy-metadata.ts';
import { type CarryRule, carryAll } from '../../../../../main/imaging/metadata/rules/filter-metadata.ts';
import { documentIdOf, withDocumentId } from '../../../../../main/imaging/metadata/rules/xmp-document-id.ts';
import { namespaces, parseXmp } from '../../../../../main/imaging/xmp/parse-xmp.ts';
import { writtenFormats, xmpPacket } from '../../../../helpers/photograph/metadata-parts.ts';
import { bitmapFile, grainy, scratchFolder } from '../../../../helpers/photograph/photographs.ts';

const hash = '5994471abb01112afcc18159f6cc74b4f511b99806da59b3caf5a9c173cacfc5';
const ours = 'xmp.did:5994471abb01112afcc18159f6cc74b4';
const folder = scratchFolder();

const own = { mm: namespaces.xmpMM, ref: namespaces.stRef, xmp: namespaces.xmp };
const packetOf = (attributes: string, elements = '') =>
  Buffer.from(xmpPacket(own, attributes, `${elements}<xmp:Rating>4</xmp:Rating>`));
/** Packet in a file that Lightroom Classic exported from a raw file. */
const exported = packetOf(
  ' mm:DocumentID="xmp.did:aa" mm:InstanceID="xmp.iid:bb" mm:OriginalDocumentID="CC00"',
  '<mm:DerivedFrom ref:documentID="CC00" ref:instanceID="xmp.iid:00" ref:originalDocumentID="CC00"/>',
);

function readMediaProperties(packet: Buffer | null) {
  const { properties, text } = parseXmp(packet!);
  const ofMedia = properties.filter(({ namespace }) => namespace === namespaces.xmpMM);
  const words = Object.fromEntries(
    ofMedia.map(({ name, value, from, to }) => [name, name === 'DerivedFrom' ? text.slice(from, to) : value]),
  );
  expect(Object.keys(words)).toHaveLength(ofMedia.length);
  return words;
}
const fresh = /^xmp\.iid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('a result states', () => {
  it('its source by content if the photograph has no identifier', () => {
    for (const packet of [null, packetOf('')]) {
      const { DerivedFrom, ...words } = readMediaProperties(withDocumentId(packet, hash, carryAll));
      expect(words).toEqual({
        DocumentID: ours,
        InstanceID: expect.stringMatching(fresh),
        OriginalDocumentID: ours,
      });
      expect(DerivedFrom).toContain(`documentID="${ours}"/>`);
      expect(DerivedFrom).not.toContain('instanceID');
    }
  });

  it('its source file by its identifiers, and keeps the identifier of the original', () => {
    const { DerivedFrom, ...words } = readMediaProperties(withDocumentId(exported, hash, carryAll));
    expect(words).toEqual({
      DocumentID: ours,
      InstanceID: expect.stringMatching(fresh),
      OriginalDocumentID: 'CC00',
    });
    expect(DerivedFrom).toContain('ref:documentID="xmp.did:aa" ref:instanceID="xmp.iid:bb"/>');
    expect(DerivedFrom).not.toContain('xmp.iid:00');
  });

  it('the document as the original if it names no other', () => {
    const words = readMediaProperties(withDocumentId(packetOf(' mm:DocumentID="uuid:aa"'), hash, carryAll));
    expect(words).toMatchObject({ DocumentID: ours, OriginalDocumentID: 'uuid:aa' });
  });

  it('the same original after a result is processed again', () => {
    const first = withDocumentId(exported, hash, carryAll);
    const second = readMediaProperties(withDocumentId(first, 'ab'.repeat(32), carryAll));
    expect(second).toMatchObject({ DocumentID: `xmp.did:${'ab'.repeat(16)}`, OriginalDocumentID: 'CC00' });
    expect(second.DerivedFrom).toContain(
      `documentID="${ours}" ref:instanceID="${readMediaProperties(first).InstanceID}"`,
    );
  });

  it('a different instance each time', () => {
    const [one, other] = [1, 2].map(() => readMediaProperties(withDocumentId(null, hash, carryAll)).InstanceID);
    expect(one).not.toBe(other);
  });
});

it('keeps everything else of the packet', () => {
  expect(withDocumentId(exported, hash, carryAll)!.toString()).toContain('<xmp:Rating>4</xmp:Rating>');
});

it('leaves an unreadable packet unchanged', () => {
  const damaged = Buffer.from('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF');
  expect(withDocumentId(damaged, hash, carryAll)).toBe(damaged);
});

describe('no source is stated', () => {
  it.each<[string, CarryRule]>([
    ['no data are kept', { ...carryAll, keep: 'none' }],
    ['only the credit is kept', { ...carryAll, keep: 'credit' }],
    ['what is about editing is left out', { ...carryAll, without: ['editing'] }],
  ])('if %s', (_, rule) => {
    expect(withDocumentId(null, hash, rule)).toBeNull();
  });

  it('for a photograph with unknown content', () => {
    expect(withDocumentId(exported, null, carryAll)).toBe(exported);
    expect(withDocumentId(null, '', carryAll)).toBeNull();
  });
});

describe.each(writtenFormats)('a %s', (format) => {
  it.each(['jpeg', 'bmp'] as const)('made of a %s carries it', async (from) => {
    const source = join(folder, `source.${from}`);
    if (from === 'bmp') writeFileSync(source, bitmapFile(90, 60, 24));
    else await grainy(90, 60).jpeg().toFile(source);
    const path = join(folder, `result.${format}`);
    await grainy(90, 60, 7).toFormat(format).toFile(path);
    const size = { width: 90, height: 60 };
    const rule: CarryRule = { ...carryAll, contentHash: hash };
    await copyMetadata(source, path, size, 'srgb', rule);
    const { xmp } = await sharp(path).metadata();
    expect(readMediaProperties(xmp!)).toMatchObject({ DocumentID: documentIdOf(hash) });
  });
});
