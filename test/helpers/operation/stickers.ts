/** Decodes a sheet of stickers by ai-lip-bite-expressions. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { ParamValue } from '../../../contract/operations/params.ts';
import { aiLipBiteExpressions } from '../../../engine/operations/ai-lip-bite-expressions.ts';
import { callOf } from '../face/faces.ts';

export async function sheet(upload: string | Buffer, params: Record<string, ParamValue> = {}) {
  const bytes = typeof upload === 'string' ? await readFile(upload) : upload;
  const output = await aiLipBiteExpressions(callOf('ai-lip-bite-expressions', bytes, params));
  if (output.kind !== 'images' || output.files.length !== 1) throw new Error(`one sheet is wanted, not ${output.kind}`);
  expect(output.files[0]!.mime).toBe('image/png');
  const file = output.files[0]!.bytes;
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(4);
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  return { bytes: file, width: info.width, height: info.height, data, at };
}
