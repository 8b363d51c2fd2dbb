/** Similarity of photographs by hash, and by colors, which the hash ignores. */

import { type Picture, toSharp } from './measured-image.ts';
import { hammingDistance, hashedSide, type PerceptualHash, perceptualHash } from './perceptual-hash.ts';

export interface ImageSignature {
  readonly hash: PerceptualHash;
  /** Cb and Cr (ITU-R BT.601) of 4 x 4 fields, two hexadecimal digits each. */
  readonly tint: string;
}

const fields = 4;

export async function imageSignature(picture: Picture): Promise<ImageSignature> {
  const small = (side: number) => toSharp(picture).resize(side, side, { fit: 'fill' });
  const luminance = await small(hashedSide).greyscale().raw().toBuffer();
  const rgb = await small(fields).raw().toBuffer();
  const tint = Buffer.alloc(fields * fields * 2);
  for (let field = 0; field < fields * fields; field++) {
    const [red, green, blue] = rgb.subarray(field * 3) as unknown as [number, number, number];
    tint[field * 2] = 128 - 0.168736 * red - 0.331264 * green + 0.5 * blue;
    tint[field * 2 + 1] = 128 + 0.5 * red - 0.418688 * green - 0.081312 * blue;
  }
  return { hash: perceptualHash(luminance), tint: tint.toString('hex') };
}

/** 0 to 255. */
export function colorDistance(tintA: string, tintB: string): number {
  const [a, b] = [Buffer.from(tintA, 'hex'), Buffer.from(tintB, 'hex')];
  return a.reduce((max, value, i) => Math.max(max, Math.abs(value - b[i]!)), 0);
}

export { hammingDistance };
