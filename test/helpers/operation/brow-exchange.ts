/** Gives the astronaut the eyebrows of another person with ai-eyebrows. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect } from 'vitest';
import { aiEyebrows } from '../../../engine/operations/ai-eyebrows.ts';
import { group } from '../face/faces.ts';
import { sample } from '../photograph/photographs.ts';

export async function exchange(
  image: Uint8Array,
  reference: Uint8Array,
  resolution?: '1K' | '2K',
  signal = new AbortController().signal,
) {
  const output = await aiEyebrows({
    operation: 'ai-eyebrows',
    params: resolution ? { resolution } : {},
    images: { image, reference_image: reference },
    signal,
  });
  if (output.kind !== 'images') throw new Error(`eyebrows answer ${output.kind}`);
  expect(output.files).toHaveLength(1);
  return output.files[0]!;
}

export const astronaut = await readFile(sample('astronaut'));
/** A woman with full, black brows. */
export const black = await sharp(group(2)).extract({ left: 1330, top: 60, width: 420, height: 440 }).png().toBuffer();
