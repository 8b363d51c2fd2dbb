import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { decodeRaw } from '../../../../../main/imaging/develop/raw/embedded-preview.ts';
import { needsSensorData, previewRefusal } from '../../../../../main/imaging/develop/raw-preview-policy.ts';
import { ImagingError } from '../../../../../main/imaging/errors.ts';
import { inspectImage } from '../../../../../main/imaging/read/inspect-image.ts';
import { mergeXmp } from '../../../../../main/imaging/xmp/merge-xmp.ts';
import { damagedCopy } from '../../../../helpers/photograph/damaged-copy.ts';
import { fieldsOf, heicPath } from '../../../../helpers/photograph/heic.ts';
import { cr3File, dngFile, type RawKind, rawKinds } from '../../../../helpers/photograph/raw-files.ts';
import { openScratchFiles } from '../../../../helpers/photograph/scratch-files.ts';
import { matchingMessage, messageText } from '../../../../helpers/run/message-matchers.ts';
import { createSeededRandom } from '../../../../helpers/run/seeded-random.ts';

const { put } = openScratchFiles();
const size = { width: 240, height: 160 };
const kinds = Object.keys(rawKinds) as RawKind[];
/** A preview with four fields, and with EXIF data if cameras write it there. */
async function picture(kind: RawKind, orientation: number, side = 240): Promise<Buffer> {
  const fields = sharp(await sharp((await inspected(heicPath('plain'))).path).toBuffer())
    .resize(side)
    .jpeg({ quality: 98, chromaSubsampling: '4:4:4' });
  return kind === 'raf' ? fields.withMetadata({ orientation }).toBuffer() : fields.toBuffer();
}
async function inspected(path: string) {
  const facts = await inspectImage(path);
  if (facts.kind !== 'image') throw new Error(messageText(facts.message));
  return facts;
}

afterEach(() => {
  delete process.env.BURNISH_WITHOUT_RAW;
});

describe('a raw file with a full-size picture', () => {
  it.each(kinds)("is opened with it, turned upright once, with the file's EXIF data: %s", async (kind) => {
    const bytes = rawKinds[kind](await picture(kind, 6), size, 6);
    const facts = await inspected(put(`IMG_1.${kind.toUpperCase()}`, bytes));
    expect(facts).toMatchObject({ width: 160, height: 240, orientation: 6, format: 'jpeg' });
    expect(facts.developed).toMatchObject({
      from: 'raw',
      embedded: { picture: size, photograph: size },
      notes: [matchingMessage('Used the embedded JPEG of the raw file (240 × 160 px).')],
      fileBytes: bytes.length,
    });
    if (kind !== 'raf') expect(facts.capturedAt).toBe(new Date(2024, 4, 31, 14, 5, 9).getTime());
    const upright = await sharp(facts.path).autoOrient().toBuffer();
    expect(await fieldsOf(upright)).toEqual(['blue', 'red', 'yellow', 'green']);
    expect(previewRefusal(facts.developed, 'full-size-only', 'a')).toBeNull();
  });

  const withPacket = [
    ['DNG', dngFile],
    ['CR3', cr3File],
  ] as const;

  it.each(withPacket)('has the XMP packet of the raw file: %s', async (extension, make) => {
    const packet = mergeXmp(null, { rating: 4, title: 'Bride' });
    const bytes = make(await picture('dng', 1), size, 1, packet.toString());
    const facts = await inspected(put(`IMG_2.${extension}`, bytes));
    expect((await sharp(facts.path).metadata()).xmp?.toString()).toBe(packet.toString());
  });

  it.each(withPacket)(
    'has the content of a long packet next to a preview with its own metadata: %s',
    async (extension, make) => {
      const own = await sharp(await picture('dng', 1))
        .withExif({ IFD0: { Artist: 'Ann' } })
        .withXmp(mergeXmp(null, { rating: 0 }).toString())
        .jpeg()
        .toBuffer();
      const edits = Array.from({ length: 3000 }, (_, at) => `<rdf:li>step ${at} of many</rdf:li>`).join('');
      const history = `<h:steps xmlns:h="http://burnish.test/h/"><rdf:Seq>${edits}</rdf:Seq></h:steps>`;
      const packet = mergeXmp(null, { rating: 4, label: 'Kunde A', title: 'Bride' })
        .toString()
        .replace('</rdf:Description>', `${history}</rdf:Description>`);
      expect(packet.length).toBeGreaterThan(100_000);
      const facts = await inspected(put(`IMG_3.${extension}`, make(own, size, 1, packet)));
      expect(facts.texts).toMatchObject({ rating: '4', label: 'Kunde A', title: 'Bride' });
      expect((await sharp(facts.path).metadata()).exif?.toString('latin1')).toContain('Ann');
    },
  );

  it('may lack only the border of the sensor', async () => {
    const developed = async (width: number, height: number) => {
      const jpeg = await picture('nef', 1);
      return { from: 'raw', ...(await decodeRaw(rawKinds.nef(jpeg, { width, height }), 'a.nef')) } as const;
    };
    expect(previewRefusal(await developed(252, 168), 'full-size-only', 'a.nef')).toBeNull();
    const small = await developed(6000, 4000);
    expect(previewRefusal(small, 'full-size-only', 'a.nef')).toBeNull();
    expect(needsSensorData(small, 'full-size-only')).toBe(true);
    process.env.BURNISH_WITHOUT_RAW = '1';
    expect(needsSensorData(small, 'full-size-only')).toBe(false);
    expect(previewRefusal(small, 'full-size-only', 'a.nef')).toEqual(
      matchingMessage(/“a.nef” contains only a preview of 240 × 160 px \(the photograph is 6000 × 4000 px\)/),
    );
    expect(previewRefusal(small, 'any', 'a.nef')).toBeNull();
  });
});

describe('a raw file without a full-size picture', () => {
  it('has a message', async () => {
    const none = rawKinds.nef(Buffer.alloc(300, 1), size);
    await expect(decodeRaw(none, 'a.nef')).rejects.toMatchObject({
      sentence: matchingMessage(/contains no picture that Burnish can use/),
    });
  });

  it.each(kinds)('is damaged if it is truncated: %s', async (kind) => {
    const rawFile = rawKinds[kind](await picture(kind, 1), size);
    const name = `cut.${kind}`;
    const found = await inspectImage(put(name, rawFile.subarray(0, Math.floor(rawFile.length * 0.5))));
    expect(found.kind).not.toBe('image');
    if (found.kind !== 'image') expect(messageText(found.message)).toContain(`“${name}”`);
  });

  it.each(kinds)('is reported in a message, whatever bytes it has: %s', async (kind) => {
    const random = createSeededRandom(5).derive(kind);
    const rawFile = rawKinds[kind](await picture(kind, 1, 60), size);
    for (let round = 0; round < 300; round++) {
      const bytes = damagedCopy(random, rawFile, { cut: 0.3, flips: random.below(6) });
      await decodeRaw(bytes, 'a').catch((error: unknown) => expect(error).toBeInstanceOf(ImagingError));
    }
  });
});
