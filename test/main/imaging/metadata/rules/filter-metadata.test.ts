/** Metadata that an output keeps, by group, read back from the file. */

import { copyFileSync, readFileSync } from 'node:fs';
import exifr from 'exifr';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeBlock } from '../../../../../main/imaging/container/exif-tree.ts';
import { addFields } from '../../../../../main/imaging/metadata/blocks/exif-block.ts';
import { copyMetadata } from '../../../../../main/imaging/metadata/copy-metadata.ts';
import {
  type CarryRule,
  carryAll,
  filterMetadata,
} from '../../../../../main/imaging/metadata/rules/filter-metadata.ts';
import { filterXmp } from '../../../../../main/imaging/metadata/rules/filter-xmp.ts';
import { damagedCopy } from '../../../../helpers/photograph/damaged-copy.ts';
import {
  addIptc,
  exifBlock,
  iptcRecord,
  type WrittenFormat,
  writtenFormats,
} from '../../../../helpers/photograph/metadata-parts.ts';
import { grainy, portrait } from '../../../../helpers/photograph/photographs.ts';
import { openScratchFiles } from '../../../../helpers/photograph/scratch-files.ts';
import { createSeededRandom } from '../../../../helpers/run/seeded-random.ts';

const { at } = openScratchFiles();
const size = { width: 90, height: 60 };
const machine = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia';

const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:ps="http://ns.adobe.com/photoshop/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"
 xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:drone="http://www.example.com/drone/"
 xmp:Rating="4" ps:City="Ghent" aux:Lens="Old 50" crs:Exposure="+1 &amp; more" exif:GPSLatitude="51,3N" drone:GpsLongitude="3" drone:Longitude="3">
<dc:creator><rdf:Seq><rdf:li>Ana Pool</rdf:li></rdf:Seq></dc:creator>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Bride &amp; <![CDATA[groom]]></rdf:li></rdf:Alt></dc:title>
<Iptc4xmpExt:PersonInImage><rdf:Bag><rdf:li>Bo Ek</rdf:li></rdf:Bag></Iptc4xmpExt:PersonInImage>
<Iptc4xmpExt:LocationShown><rdf:Bag><rdf:li rdf:parseType="Resource"><Iptc4xmpExt:City>Bruges</Iptc4xmpExt:City></rdf:li></rdf:Bag></Iptc4xmpExt:LocationShown>
<Iptc4xmpExt:DigitalSourceType>${machine}</Iptc4xmpExt:DigitalSourceType>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

const iptc = Buffer.concat([
  iptcRecord(0, '\0\x02'),
  iptcRecord(90, 'Lokeren'),
  iptcRecord(120, 'A caption'),
  iptcRecord(80, 'Ana P'),
]);

const words = {
  location: ['Ghent', '51,3N', 'Bruges', 'Lokeren', 'GPSLatitude', 'Longitude="3"'],
  camera: ['Make1', 'Old 50'],
  people: ['groom', 'Bo Ek', 'A caption', 'Described'],
  editing: ['Exposure', 'Software1'],
  credit: ['Ana Pool', 'Ana P', 'Rights1'],
  other: ['Rating', '2024:05:31'],
};
type Group = keyof typeof words;
const groups = Object.keys(words) as Group[];

let source = '';
let results = 0;
beforeAll(async () => {
  source = at('source.jpg');
  const image = grainy(400, 300)
    .withExif({
      IFD0: {
        Make: 'Make1',
        Software: 'Software1',
        Copyright: 'Rights1',
        ImageDescription: 'Described',
        Orientation: '6',
      },
      IFD2: { DateTimeOriginal: '2024:05:31 14:05:09', ISOSpeedRatings: '200' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' },
    })
    .withXmp(xmp);
  await image.jpeg().toFile(source);
  addIptc(source, iptc);
});

/** Copies metadata by a rule and returns all metadata of the file as one text. */
async function copyAndReadMetadata(format: WrittenFormat, rule: Partial<CarryRule>): Promise<string> {
  const path = at(`result-${++results}.${format}`);
  await grainy(90, 60).toFormat(format).toFile(path);
  await copyMetadata(source, path, size, 'srgb', { ...carryAll, ...rule });
  const meta = await sharp(path).metadata();
  expect(meta).toMatchObject({ width: 90, height: 60 });
  expect(meta.orientation ?? 1).toBe(1);
  const how = { gps: true, translateValues: false, reviveValues: false };
  const exif = meta.exif === undefined ? null : await exifr.parse(exifBlock(meta.exif), how);
  const tiff = format === 'tiff' ? await exifr.parse(path, how) : null;
  return `${JSON.stringify({ exif, tiff })}${meta.xmp?.toString() ?? ''}${meta.iptc?.toString('latin1') ?? ''}`;
}
const findGroups = (text: string) => groups.filter((group) => words[group].some((word) => text.includes(word)));

describe.each(writtenFormats)('a %s', (format) => {
  it.each([
    ['all', { keep: 'all' }, groups],
    ...(['location', 'camera', 'people', 'editing'] as const).map((without) => [
      `all but ${without}`,
      { without: [without] },
      groups.filter((group) => group !== without),
    ]),
    ['all but four groups', { without: ['location', 'camera', 'people', 'editing'] }, ['credit', 'other']],
    ['creator and copyright', { keep: 'credit' }, ['credit']],
    ['nothing', { keep: 'none' }, []],
  ] as [string, Partial<CarryRule>, Group[]][])('carries %s', async (_, rule, expected) => {
    const text = await copyAndReadMetadata(format, rule);
    expect(findGroups(text)).toEqual(expected);
    // The mark of generated content always stays.
    expect(text).toContain(machine);
  });
});

describe('creator and copyright', () => {
  const credit = { creator: 'Studio & Søn', copyright: '© 2026 Studio' };

  it.each(writtenFormats)('are filled into a %s without them', async (format) => {
    const bare = at('bare.jpg');
    await grainy(40, 30).jpeg().toFile(bare);
    const path = at(`credited.${format}`);
    await grainy(90, 60).toFormat(format).toFile(path);
    await copyMetadata(bare, path, size, 'srgb', { ...carryAll, ...credit });
    const meta = await sharp(path).metadata();
    expect(meta.xmp?.toString()).toContain('<rdf:li>Studio &amp; Søn</rdf:li>');
    expect(meta.xmp?.toString()).toContain('© 2026 Studio');
    const from = format === 'tiff' ? readFileSync(path) : Buffer.from(meta.exif!);
    expect(from.includes('Studio & Søn')).toBe(true);
  });

  it('of the photograph take precedence', async () => {
    const text = await copyAndReadMetadata('jpeg', credit);
    expect(text).toContain('Ana Pool');
    expect(text).not.toContain('Studio');
  });

  it('are the only fields if everything else is excluded', async () => {
    const text = await copyAndReadMetadata('jpeg', { keep: 'none', ...credit });
    expect(text).toContain('Studio &amp; Søn');
    expect(findGroups(text)).toEqual([]);
  });

  it('leave makers’ notes at their position, and valid', () => {
    const note = Buffer.from('points into the block by position');
    const block = writeBlock({
      image: [{ tag: 271, type: 2, count: 6, value: Buffer.from('Maker\0') }],
      exif: [{ tag: 37500, type: 7, count: note.length, value: note }],
      gps: [],
    });
    const place = block.indexOf(note);
    const added = addFields(block, [{ tag: 315, type: 2, count: 4, value: Buffer.from('Ana\0') }])!;
    expect(added.indexOf(note)).toBe(place);
    expect(added.includes('Ana')).toBe(true);
  });
});

describe('damaged data', () => {
  const rule: CarryRule = { ...carryAll, without: ['location'] };

  it('are dropped if the rule excludes anything, except for the mark of generated content', async () => {
    const exif = Buffer.from('II*\0\xff\xff\xff\xff', 'latin1');
    const broken = Buffer.from(xmp.slice(0, -60));

    const kept = await filterMetadata({ exif, xmp: broken, iptc: null }, rule);

    expect(kept.exif).toBeNull();
    expect(kept.xmp?.toString()).toContain(machine);
    expect(kept.xmp?.toString()).not.toContain('Ghent');
  });

  it('never reveal the location, whatever they contain', async () => {
    const random = createSeededRandom(20261122);
    const block = Buffer.from((await sharp(source).metadata()).exif!).subarray(6);
    const spoil = (bytes: Buffer) => damagedCopy(random, bytes);
    for (let round = 0; round < 300; round++) {
      const parts = { exif: spoil(block), xmp: spoil(Buffer.from(xmp)), iptc: spoil(iptc) };
      const kept = await filterMetadata(parts, { ...rule, keep: random.pick(['all', 'credit']), creator: 'A' });
      expect(kept.xmp?.includes('Ghent') ?? false).toBe(false);
    }
  });

  it('with custom entities are not read at all', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(1000)}">]>${xmp}`;
    const names = { creator: null, copyright: null };
    const kept = filterXmp(Buffer.from(bomb), { keep: 'all', without: ['location'] }, names);
    expect(kept?.toString()).not.toContain('Ana Pool');
    expect(kept?.toString()).toContain(machine);
  });
});

it('keeps a real photograph unchanged if nothing is excluded', async () => {
  const [one, two] = [at('one.jpg'), at('two.jpg')];
  await grainy(90, 60).jpeg().toFile(one);
  copyFileSync(one, two);
  await copyMetadata(portrait, one, size);
  await copyMetadata(portrait, two, size, 'srgb', carryAll);
  expect(readFileSync(one).equals(readFileSync(two))).toBe(true);
});

it('searches no names if there is none to fill in', async () => {
  const exif = writeBlock({ image: [], exif: [], gps: [] });
  Object.defineProperty(exif, 'subarray', {
    value: () => {
      throw new Error('it was read');
    },
  });
  const kept = await filterMetadata({ exif, xmp: null, iptc: null }, carryAll);
  expect(kept.exif).toBe(exif);
  await expect(filterMetadata({ exif, xmp: null, iptc: null }, { ...carryAll, creator: 'Ana' })).rejects.toThrow();
});
