import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { measuredSide, type Picture } from '../../../../main/imaging/measure/measured-image.ts';
import { colorDistance, hammingDistance, imageSignature } from '../../../../main/imaging/measure/similarity.ts';
import { pictureOf } from '../../../helpers/face/degraded-images.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

/** A bottle on white, lit from the left, like a product photograph. */
async function bottle(fill: string, radius = 60, top = 340): Promise<Picture> {
  const svg = `<svg width="1000" height="1000" xmlns="http://www.w3.org/2000/svg">
    <linearGradient id="lit"><stop offset="0" stop-color="${fill}" stop-opacity=".6"/><stop offset=".5" stop-color="${fill}"/></linearGradient>
    <rect width="1000" height="1000" fill="#fff"/><ellipse cx="480" cy="890" rx="190" ry="14" fill="#ddd"/>
    <rect x="370" y="${top}" width="220" height="${880 - top}" rx="${radius}" fill="url(#lit)"/>
    <rect x="420" y="210" width="120" height="150" fill="#222"/><rect x="404" y="560" width="132" height="180" fill="#fff8e8"/></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: data };
}

async function apart(first: Picture, second: Picture) {
  const [a, b] = [await imageSignature(first), await imageSignature(second)];
  return { hash: hammingDistance(a.hash, b.hash), tint: colorDistance(a.tint, b.tint) };
}

async function saved(picture: Picture, quality: number): Promise<Picture> {
  const jpeg = await sharp(picture.rgb, { raw: { ...picture, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
  return { ...picture, rgb: await sharp(jpeg).raw().toBuffer() };
}

describe('likeness', () => {
  it('survives saving again', async () => {
    const samples = [await pictureOf(sample('coffee')), await pictureOf(sample('astronaut'))];
    for (const picture of [...samples, await bottle('#c58f4a')]) {
      const { hash, tint } = await apart(picture, await saved(picture, 60));
      expect(hash).toBeLessThanOrEqual(2);
      expect(tint).toBeLessThanOrEqual(2);
    }
  });

  it('of products on white depends on their colors, which the hash ignores', async () => {
    const { hash, tint } = await apart(await bottle('#c58f4a'), await bottle('#d47fa0'));
    expect(hash).toBeLessThanOrEqual(2);
    expect(tint).toBeGreaterThan(6);
  });

  it('of products of another shape depends on the hash', async () => {
    expect((await apart(await bottle('#c58f4a'), await bottle('#c58f4a', 110, 250))).hash).toBeGreaterThan(2);
  });

  it('can be measured for any picture, down to one pixel', async () => {
    const signature = await imageSignature({ width: 1, height: 1, rgb: Buffer.from([255, 0, 0]) });
    expect(signature.hash).toMatch(/^[0-9a-f]{16}$/);
    expect(signature.tint).toBe('54ff'.repeat(16));
    expect((await imageSignature({ width: measuredSide, height: 1, rgb: Buffer.alloc(measuredSide * 3) })).tint).toBe(
      '8080'.repeat(16),
    );
  });
});
