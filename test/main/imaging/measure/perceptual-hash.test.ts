import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { hammingDistance, hashedSide, perceptualHash } from '../../../../main/imaging/measure/perceptual-hash.ts';
import { group } from '../../../helpers/face/faces.ts';
import { portrait, sample, testPhotographs } from '../../../helpers/photograph/photographs.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';

const samples = (['astronaut', 'camera', 'chelsea', 'coffee'] as const).map((name) => sample(name));
const groups = ([2, 3, 4, 5, 6] as const).map((number) => group(number));
/** Portraits of different people with similar framing. */
const likest = ['m35', 'f3', 'm83', 'm5'].map((name) => join(testPhotographs, 'people', `${name}.jpg`));
const photographs = [...samples, portrait, ...groups];

async function hashOf(image: Sharp): Promise<string> {
  const small = image.flatten({ background: '#fff' }).greyscale().resize(hashedSide, hashedSide, { fit: 'fill' });
  return perceptualHash(await small.raw().toBuffer());
}

/** Crop of a photograph as if the camera had moved by `dx` and `dy` (fractions of its sides) and closer by `zoom`. */
async function framed(path: string, dx = 0, dy = 0, zoom = 1): Promise<Sharp> {
  const { width, height } = await sharp(path).metadata();
  const size = { width: Math.round((width * 0.9) / zoom), height: Math.round((height * 0.9) / zoom) };
  const left = Math.round((width - size.width) / 2 + dx * width);
  const top = Math.round((height - size.height) / 2 + dy * height);
  return sharp(
    await sharp(path)
      .extract({ left, top, ...size })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );
}

async function noisy(path: string, deviation: number): Promise<Sharp> {
  const { data, info } = await sharp(path).resize(640).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { next } = createSeededRandom(7);
  // The sum of three draws is close enough to a normal value for noise.
  const normal = () => (next() + next() + next() - 1.5) * 2;
  for (let i = 0; i < data.length; i++) data[i] = Math.min(255, Math.max(0, data[i]! + deviation * normal()));
  return sharp(data, { raw: info });
}

/** Largest distance between a photograph and its changed version, over all photographs. */
async function farthest(change: (path: string) => Promise<Sharp>, from = async (path: string) => sharp(path)) {
  const distances = await Promise.all(
    photographs.map(async (path) => hammingDistance(await hashOf(await from(path)), await hashOf(await change(path)))),
  );
  return Math.max(...distances);
}

const reencoded = async (image: Sharp) => sharp(await image.toBuffer());

describe('the hash of a photograph', () => {
  const changes: [string, number, (path: string) => Promise<Sharp>][] = [
    ['is saved as a small JPEG', 4, async (path) => reencoded(sharp(path).flatten().jpeg({ quality: 40 }))],
    ['is scaled down', 8, async (path) => reencoded(sharp(path).resize(200).jpeg())],
    ['is brightened', 8, async (path) => reencoded(sharp(path).modulate({ brightness: 1.2 }).png())],
    ['is one stop darker', 8, async (path) => reencoded(sharp(path).flatten().linear(0.73).png())],
    ['has the noise of a high sensitivity', 4, async (path) => noisy(path, 15)],
  ];
  const isNear: (...change: (typeof changes)[number]) => Promise<void> = async (_, maxDistance, change) =>
    expect(await farthest(change)).toBeLessThanOrEqual(maxDistance);
  it.each(changes.slice(0, 1))('changes little if the photograph %s', isNear);
  it.each(changes.slice(1))('changes little if the photograph %s', { tags: ['long'] }, isNear);

  const moves: [string, number, [number, number, number]][] = [
    ['a hundredth of the picture aside', 10, [0.01, 0.005, 1]],
    ['two hundredths aside', 16, [0.02, 0.01, 1]],
    ['closer by 3 %', 10, [0, 0, 1.03]],
  ];
  const isNearAfter: (...move: (typeof moves)[number]) => Promise<void> = async (_, maxDistance, [dx, dy, zoom]) =>
    expect(await farthest((path) => framed(path, dx, dy, zoom), framed)).toBeLessThanOrEqual(maxDistance);
  it.each(moves.slice(0, 1))('changes little if the camera moves %s', isNearAfter);
  it.each(moves.slice(1))('changes little if the camera moves %s', { tags: ['long'] }, isNearAfter);

  it('differs for another photograph', async () => {
    const hashes = await Promise.all(photographs.map((path) => hashOf(sharp(path))));
    const distances = hashes.flatMap((a, i) => hashes.slice(i + 1).map((b) => hammingDistance(a, b)));
    expect(Math.min(...distances)).toBeGreaterThan(18);
  });

  it('differs for another person in the same place', async () => {
    const [m35, f3, m83, m5] = await Promise.all(likest.map((path) => hashOf(sharp(path))));
    // The nearest two of the 1,081 pairs of 47 such portraits.
    expect(hammingDistance(m35!, f3!)).toBe(16);
    expect(hammingDistance(m83!, m5!)).toBe(16);
  });
});

describe('hammingDistance', () => {
  it.each([
    ['0000000000000000', 'ffffffffffffffff', 64],
    ['8000000000000001', '0000000000000000', 2],
    ['00000000ffffffff', 'ffffffff00000000', 64],
    ['0123456789abcdef', '0123456789abcdef', 0],
    ['0123456789abcdef', '1123456789abcdee', 2],
  ])('of %s and %s is %i', (a, b, distance) => {
    expect(hammingDistance(a, b)).toBe(distance);
  });
});

it('a picture of another size cannot be hashed', () => {
  expect(() => perceptualHash(new Uint8Array(100))).toThrow('100 values');
});
