import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePsd } from '../../../../main/imaging/develop/decode-psd.ts';
import { ImagingError } from '../../../../main/imaging/errors.ts';
import { thumbnail } from '../../../../main/imaging/read/display.ts';
import { inspectImage } from '../../../../main/imaging/read/inspect-image.ts';
import { damagedCopy } from '../../../helpers/photograph/damaged-copy.ts';
import { grainy, scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { type PsdParts, psdFile } from '../../../helpers/photograph/psd-file.ts';
import { matchingError, matchingMessage } from '../../../helpers/run/message-matchers.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';

const folder = scratchFolder();
const flat = (value: number, bits: 8 | 16 = 8) => {
  const plane = Buffer.alloc((40 * 30 * bits) / 8, value);
  if (bits === 16) for (let at = 0; at < plane.length; at += 2) plane.writeUInt16BE(value, at);
  return plane;
};
const rgb = [flat(200), flat(100), flat(50)];
const pixels = (parts: PsdParts) => {
  const decoded = decodePsd(psdFile(parts), 'a.psd');
  if (decoded.kind !== 'pixels') throw new Error('no pixels');
  return decoded;
};

describe('the composite of a Photoshop file', () => {
  it.each([
    ['as it is', {}],
    ['packed', { packed: true }],
  ])('is read %s', (_, how) => {
    const { width, height, channels, data } = pixels({ planes: rgb, ...how });
    expect({ width, height, channels }).toEqual({ width: 40, height: 30, channels: 3 });
    expect([...data.subarray(-3)]).toEqual([200, 100, 50]);
  });

  it('keeps 16 bits', () => {
    const { data } = pixels({ planes: [60000, 300, 7].map((value) => flat(value, 16)), depth: 16, packed: true });
    expect(data).toBeInstanceOf(Uint16Array);
    expect([...data.subarray(0, 3)]).toEqual([60000, 300, 7]);
  });

  it('is as transparent as its layers, in colors without the white below them', () => {
    // 200 at 50 % on white.
    const planes = [flat(228), flat(178), flat(153), flat(128)];
    const { channels, data } = pixels({ planes, layers: -1 });
    expect(channels).toBe(4);
    [201, 102, 52, 128].forEach((value, k) => void expect(Math.abs(data[k]! - value)).toBeLessThan(2));
  });

  it('ignores saved selections', () => {
    expect(pixels({ planes: [...rgb, flat(9)], layers: 2 }).channels).toBe(3);
    expect(pixels({ planes: [...rgb, flat(9)] }).channels).toBe(3);
    expect(pixels({ planes: [flat(90)], mode: 1 }).channels).toBe(1);
  });

  it.each([
    ['CMYK', { planes: [...rgb, flat(0)], mode: 4 }, 'is a Photoshop file in CMYK Color'],
    ['Lab', { planes: rgb, mode: 9 }, 'Lab Color'],
    ['32 bits', { planes: rgb.map(() => Buffer.alloc(4800)), depth: 32 }, '32 bits per channel'],
    ['PSB', { planes: rgb, version: 2 }, 'Large Document Format'],
    ['no composite', { planes: rgb, resources: [[1057, Buffer.from([0, 0, 0, 1, 0])]] }, 'Maximize Compatibility'],
    ['another compression', { planes: rgb, coding: 3 }, 'compressed in a way'],
    ['too many pixels', { planes: rgb, width: 29000, height: 29000 }, '200 megapixels'],
    ['less than it says', { planes: rgb, width: 4000, height: 3000 }, 'is damaged'],
  ] as const)('is rejected by name: %s', (_, parts, words) => {
    expect(() => decodePsd(psdFile(parts as PsdParts), 'a.psd')).toThrow(matchingError(new RegExp(words)));
  });

  it('is decoded, or reported as damaged, whatever bytes it has', () => {
    const random = createSeededRandom(11);
    const psd = psdFile({ planes: rgb, packed: true, layers: -1, resources: [[1039, Buffer.alloc(99, 7)]] });
    for (let round = 0; round < 2000; round++) {
      const bytes = damagedCopy(random, psd, { cut: 0.5, flips: random.below(4), within: 400 });
      try {
        decodePsd(bytes, 'a.psd');
      } catch (error) {
        expect(error).toBeInstanceOf(ImagingError);
      }
    }
  });
});

describe('a Photoshop file as a photograph', () => {
  it('has its profile, EXIF and XMP, and is drawn', async () => {
    const { icc, exif } = await sharp(
      await grainy(4, 4)
        .withExif({ IFD0: { Artist: 'Ana Pool' } })
        .withIccProfile('p3')
        .jpeg()
        .toBuffer(),
    ).metadata();
    const path = join(folder, 'layers.psd');
    const resources = [
      [1039, icc!],
      [1058, exif!.subarray(6)],
      [1060, Buffer.from('<x:xmpmeta/>')],
    ] as const;
    writeFileSync(path, psdFile({ planes: rgb, resources, layers: 3 }));
    const facts = await inspectImage(path);
    expect(facts).toMatchObject({ kind: 'image', width: 40, height: 30, profile: expect.stringMatching(/P3/i) });
    if (facts.kind !== 'image') return;
    expect(facts.developed).toMatchObject({
      from: 'psd',
      notes: [matchingMessage(/Used the composite of the Photoshop file/)],
    });
    const meta = await sharp(facts.path).metadata();
    expect(meta.exif?.includes('Ana Pool')).toBe(true);
    expect(meta.xmp?.toString()).toBe('<x:xmpmeta/>');
    expect((await sharp(Buffer.from(await thumbnail(path, 64))).metadata()).width).toBe(40);
  });
});
