/** Photo info in files, read back with our readers and two others. */

import exifr from 'exifr';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { defaultRendering } from '../../../../../contract/delivery/export.ts';
import type { Rendering } from '../../../../../contract/recipes/output.ts';
import { emptyPhotoInfo, type PhotoInfo } from '../../../../../contract/review/photo-info.ts';
import { makeRendition } from '../../../../../main/imaging/export/rendition.ts';
import { decodeText, readRecords } from '../../../../../main/imaging/metadata/blocks/iptc-records.ts';
import { iptcRecords } from '../../../../../main/imaging/metadata/blocks/iptc-resource.ts';
import { copyMetadata } from '../../../../../main/imaging/metadata/copy-metadata.ts';
import { replaceMetadata } from '../../../../../main/imaging/metadata/replace-metadata.ts';
import { type CarryRule, carryAll } from '../../../../../main/imaging/metadata/rules/filter-metadata.ts';
import { type PhotoInfoToWrite, writePhotoInfo } from '../../../../../main/imaging/metadata/rules/write-photo-info.ts';
import { readXmpPacket } from '../../../../../main/imaging/xmp/extended-xmp.ts';
import { namespaces, tryParseXmp } from '../../../../../main/imaging/xmp/parse-xmp.ts';
import {
  addIptc,
  exifBlock,
  iptcRecord,
  writtenFormats,
  xmpPacket,
} from '../../../../helpers/photograph/metadata-parts.ts';
import { grainy } from '../../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../../helpers/photograph/scratch-files.ts';

const { folder, at } = openScratchFiles();
const size = { width: 90, height: 60 };
const signal = new AbortController().signal;

const infoToWrite = (now: Partial<PhotoInfo>, before: PhotoInfoToWrite['before'] = {}): PhotoInfoToWrite => ({
  now: { ...emptyPhotoInfo, ...now },
  before,
});
const all = infoToWrite({
  headline: 'Größe & “Ruhm”',
  description: 'Zwei Zeilen,\nvon denen dies die zweite ist.',
  creator: 'Zoë Müller',
  copyright: '© 2026 Zoë Müller',
  keywords: ['Strand', '海', 'Été <1>'],
});

/** A record in Latin-1, as programs wrote it before UTF-8. */
const record = (dataset: number, text: string) => iptcRecord(dataset, text, 'latin1');
const ownRecords = Buffer.concat([
  ...[record(0, '\0\x04'), record(25, 'Küste'), record(25, 'old'), record(90, 'Orléans'), record(105, 'Old headline')],
]);
const filler = 'x'.repeat(90_000);
const ownXmp = xmpPacket(
  { dc: namespaces.dc, ps: namespaces.photoshop, xmp: namespaces.xmp },
  `xmp:Rating="4" ps:Headline="Old headline" ps:History="${filler}"`,
  `<dc:subject><rdf:Bag><rdf:li>küste</rdf:li><rdf:li>Wedding</rdf:li></rdf:Bag></dc:subject>
   <dc:creator><rdf:Seq><rdf:li>Somebody</rdf:li><rdf:li>else</rdf:li></rdf:Seq></dc:creator>`,
);

/** A file with EXIF, IPTC in Latin-1, and XMP long enough to require extended XMP. */
let source = '';
beforeAll(async () => {
  source = at('source.jpg');
  await grainy(90, 60)
    .withExif({ IFD0: { Artist: 'Somebody', Make: 'Make1', ImageDescription: 'Camera' } })
    .jpeg()
    .toFile(source);
  addIptc(source, ownRecords);
  await replaceMetadata(source, () => ({ xmp: Buffer.from(ownXmp) }));
  expect(await readXmpPacket(source, await sharp(source).metadata())).toMatchObject({ extended: 'joined' });
});

const rendering: Rendering = { ...defaultRendering, metadata: { ...defaultRendering.metadata, without: [] } };
const asItIs = (path: string) => ({ source: path, rendering, to: folder, signal });

/** Reads the photo info in EXIF, IPTC and XMP. */
async function readPhotoInfo(path: string) {
  const meta = await sharp(path).metadata();
  const packet = (await readXmpPacket(path, meta))?.packet ?? null;
  const properties = packet === null ? [] : (tryParseXmp(packet)?.properties ?? []);
  const xmp = (space: keyof typeof namespaces, name: string) => {
    const found = properties.find((each) => each.namespace === namespaces[space] && each.name === name);
    return found && (found.items.length > 0 ? found.items.map(({ value }) => value) : found.value);
  };
  const records = meta.iptc === undefined ? [] : readRecords(iptcRecords(meta.iptc)!);
  const iptc = (dataset: number) =>
    records.filter((each) => each.record === 2 && each.dataset === dataset).map(({ data }) => decodeText(data));
  const exif = meta.exif === undefined ? {} : await exifr.parse(exifBlock(meta.exif));
  return {
    xmp: {
      headline: xmp('photoshop', 'Headline'),
      description: xmp('dc', 'description'),
      creator: xmp('dc', 'creator'),
      rights: xmp('dc', 'rights'),
      subject: xmp('dc', 'subject'),
      rating: xmp('xmp', 'Rating'),
      history: xmp('photoshop', 'History'),
    },
    iptc: {
      headline: iptc(105),
      description: iptc(120),
      creator: iptc(80),
      copyright: iptc(116),
      keywords: iptc(25),
      city: iptc(90),
    },
    exif: {
      creator: exif?.Artist,
      copyright: exif?.Copyright,
      description: exif?.ImageDescription,
      make: exif?.Make,
    },
    characters: records.find((each) => each.record === 1 && each.dataset === 90)?.data.toString('latin1'),
  };
}

const keywords = ['küste', 'Wedding', 'old', 'Strand', '海', 'Été <1>'];

it("writes photo info to XMP, IPTC and EXIF of an exported copy, next to the file's own", async () => {
  const { path, notes } = await makeRendition({ ...asItIs(source), details: all, xmp: { rating: 5 } });
  expect(notes).toEqual([]);
  const metadata = await readPhotoInfo(path);
  const { headline, description, creator, copyright } = all.now;
  const lists = { description: [description], creator: [creator] };
  expect(metadata).toEqual({
    xmp: { headline, ...lists, rights: [copyright], subject: keywords, rating: '5', history: filler },
    iptc: { headline: [headline], ...lists, copyright: [copyright], keywords, city: ['Orléans'] },
    exif: { creator, copyright, description, make: 'Make1' },
    characters: '\x1b%G',
  });
  const pixels = (file: string) => sharp(file).raw().toBuffer();
  expect((await pixels(path)).equals(await pixels(source))).toBe(true);
  // Another reader finds the same, but does not resolve character references.
  const parsed = await exifr.parse(path, { iptc: true, xmp: true, tiff: false, mergeOutput: false });
  expect(parsed.dc.subject.slice(0, 5)).toEqual(keywords.slice(0, 5));
  expect(parsed.iptc.City).toBeDefined();
});

describe.each(writtenFormats)('a finished %s', (format) => {
  const finished = async (rule: Partial<CarryRule>, from = source) => {
    const path = at(`finished-${Math.random()}.${format}`);
    await grainy(90, 60).toFormat(format).toFile(path);
    await copyMetadata(from, path, size, 'srgb', { ...carryAll, ...rule });
    return readPhotoInfo(path);
  };
  const hasRecords = format === 'jpeg' || format === 'tiff';
  /** Keywords of the file. Formats without IPTC records have only those in XMP. */
  const own = hasRecords ? ['küste', 'Wedding', 'old'] : ['küste', 'Wedding'];

  it("has photo info instead of the original's fields and the filled-in ones", async () => {
    const metadata = await finished({ details: all, creator: 'Filled', copyright: 'In' });
    expect(metadata.xmp).toMatchObject({ headline: all.now.headline, creator: [all.now.creator] });
    expect(metadata.xmp.subject).toEqual([...own, ...all.now.keywords]);
    expect(metadata.xmp.rights).toEqual([all.now.copyright]);
    expect(metadata.iptc.keywords).toEqual(hasRecords ? keywords : []);
    if (format !== 'tiff') expect(metadata.exif.creator).toBe(all.now.creator);
  });

  it('follows the rule: without excluded captions, only the credit, or nothing', async () => {
    const without = await finished({ details: all, without: ['people', 'editing'] });
    const credit = await finished({ details: all, keep: 'credit' });
    for (const metadata of [without, credit]) {
      expect(metadata.xmp.subject ?? []).toEqual([]);
      expect(metadata.xmp.headline).toBeUndefined();
      expect(metadata.xmp.rights).toEqual([all.now.copyright]);
      expect(JSON.stringify(metadata)).not.toContain('Strand');
    }
    expect((await finished({ details: all, without: ['editing'] })).xmp.headline).toBe(all.now.headline);
    const none = await finished({ details: all, keep: 'none' });
    expect(JSON.stringify(none)).not.toMatch(/Strand|Zoë|Ruhm/);
  });

  it('leaves other fields unchanged', async () => {
    const metadata = await finished({ details: infoToWrite({ keywords: ['new'] }) });
    expect(metadata.xmp).toMatchObject({ headline: 'Old headline', creator: ['Somebody', 'else'], rating: '4' });
    expect(metadata.xmp.subject).toEqual([...own, 'new']);
  });

  it('removes only the fields of earlier photo info', async () => {
    const before = at(`before-${format}.${format}`);
    await grainy(90, 60).toFormat(format).toFile(before);
    await copyMetadata(source, before, size, 'srgb', { ...carryAll, details: all });
    const gone = infoToWrite(
      { keywords: ['海'] },
      { keywords: ['Strand', 'Été <1>'], creator: [all.now.creator], headline: ['Another one'] },
    );
    const metadata = await finished({ details: gone }, before);
    expect(metadata.xmp.subject).toEqual([...own, '海']);
    expect(metadata.xmp.creator).toBeUndefined();
    expect(metadata.iptc.creator).toEqual([]);
    expect(metadata.exif.creator).toBeUndefined();
    expect(metadata.xmp.headline).toBe(all.now.headline);
  });
});

it('writes photo info to a file without metadata', async () => {
  const plain = at('plain.jpg');
  await grainy(20, 20).jpeg().toFile(plain);
  const { path } = await makeRendition({ ...asItIs(plain), details: all, xmp: {} });
  const metadata = await readPhotoInfo(path);
  expect(metadata.xmp.subject).toEqual(all.now.keywords);
  expect(metadata.iptc.keywords).toEqual(all.now.keywords);
  expect(metadata.exif.creator).toBe(all.now.creator);
});

it('reports that photo info cannot be written to a file', async () => {
  const odd = at('odd.avif');
  await grainy(20, 20).avif().toFile(odd);
  const { notes } = await makeRendition({ ...asItIs(odd), details: all, xmp: {} });
  expect(notes).toEqual([{ key: 'imaging.data.noDetails' }]);
});

it('leaves records unchanged if a segment has no space, because XMP contains everything', () => {
  const full = Buffer.concat(Array.from({ length: 220 }, (_, index) => record(25, `${index}`.padEnd(255, 'k'))));
  const long = infoToWrite({ keywords: Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(64, '海')) });
  const made = writePhotoInfo({ exif: null, xmp: null, iptc: full }, long, true);
  expect(made.iptc).toBe(full);
  expect(made.xmp?.toString()).toContain('99海');
});
