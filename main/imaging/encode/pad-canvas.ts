import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { strictOptions } from '../decode/open-image.ts';
import { openUnpacked } from '../unpacked-image.ts';
import type { SizePlan } from './size-plan.ts';

const stripe = 64;

/**
 * Places a 16-bit picture on a larger canvas of one color, exactly: libvips makes white 65,280 instead of 65,535.
 * @param drawn opaque picture in libvips' own format, which stays
 * @param background "#rrggbb", in the picture's color space
 * @returns path of a new file of the same kind
 */
export async function padToCanvas(
  drawn: string,
  { canvas, picture, left, top }: SizePlan,
  { grey, background }: { readonly grey: boolean; readonly background: string },
): Promise<string> {
  const path = join(dirname(drawn), `padded-${randomUUID()}.v`);
  const { width, height } = canvas;
  const [right, bottom] = [left + picture.width, top + picture.height];
  await sharp(drawn, { ...strictOptions, ignoreIcc: true })
    .extend({ left, top, right: width - right, bottom: height - bottom })
    .toColourspace(grey ? 'grey16' : 'rgb16')
    .keepIccProfile()
    .toFile(path);
  const channels = grey ? 1 : 3;
  const color = [1, 3, 5]
    .slice(0, channels)
    .map((offset) => Number.parseInt(background.slice(offset, offset + 2), 16) * 257);
  const file = await openUnpacked(path, { width, height, channels, depth: 16 }, 'r+');
  const fill = async (region: { left: number; top: number; width: number; height: number }) => {
    for (let from = 0; from < region.height; from += stripe) {
      const part = { ...region, top: region.top + from, height: Math.min(stripe, region.height - from) };
      if (part.width === 0) return;
      const samples = new Uint16Array(part.width * part.height * channels);
      for (let index = 0; index < samples.length; index++) samples[index] = color[index % channels]!;
      await file.write(part, samples);
    }
  };
  try {
    await fill({ left: 0, top: 0, width, height: top });
    await fill({ left: 0, top: bottom, width, height: height - bottom });
    await fill({ left: 0, top, width: left, height: picture.height });
    await fill({ left: right, top, width: width - right, height: picture.height });
  } finally {
    await file.close();
  }
  return path;
}
