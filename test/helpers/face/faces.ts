/** Decoded photographs of people, upright and rotated, for tests of the engine's vision. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { type ParamValue, readWire, wireFields } from '../../../contract/operations/params.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { EngineCall } from '../../../engine/operations/call.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';

const root = new URL('../../../', import.meta.url).pathname;

/** 1920 px wide, three to five people: 1 (3), 2 (3), 3 (3), 4 (4), 5 (5), 6 (4). */
export const group = (number: 1 | 2 | 3 | 4 | 5 | 6) =>
  join(root, `node_modules/@vladmandic/face-api/demo/sample${number}.jpg`);

export const photoOf = async (path: string): Promise<Photo> => decodePhoto(await readFile(path));

/** The head of the astronaut, 280 x 280 px: the smallest photograph that holds a face worth retouching. */
export const astronautsFace = (): Promise<Buffer> =>
  sharp(join(root, 'assets/samples/astronaut.png'))
    .extract({ left: 90, top: 0, width: 280, height: 280 })
    .png()
    .toBuffer();

/** Mirrors the photograph. */
export function mirrored({ width, height, rgb, alpha }: Photo): Photo {
  const out = new Uint8Array(rgb.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 3;
      out.set(rgb.subarray(from, from + 3), (y * width + width - 1 - x) * 3);
    }
  }
  return { width, height, rgb: out, alpha };
}

/** Decodes an image file after a change of size or direction. */
export async function madeOf(path: string, make: (image: Sharp) => Sharp): Promise<Photo> {
  return decodePhoto(await make(sharp(path)).png().toBuffer());
}

/** An engine call of an operation on one file, with parameters completed as the service does. */
export function callOf(
  operation: OperationId,
  image: Uint8Array,
  params: Record<string, ParamValue> = {},
  signal = new AbortController().signal,
): EngineCall {
  const spec = operations[operation];
  const { params: completed, problems } = readWire(spec, Object.fromEntries(wireFields(spec, params)));
  if (problems[0]) throw new Error(problems[0].message);
  return { operation, params: { ...completed }, images: { [spec.images[0]!.field]: image }, signal };
}
