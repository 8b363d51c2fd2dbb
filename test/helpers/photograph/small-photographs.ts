/** Small single-color photographs with unique content, and a result of their size. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** Writes `count` JPEGs to `folder`, named by their numbers from `from`. */
export async function smallPhotographs(folder: string, count: number, from = 1): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (let number = from; number < from + count; number += 1)
    await sharp({
      create: { width: 240, height: 240, channels: 3, background: { r: (number * 5) % 256, g: number % 200, b: 120 } },
    })
      .jpeg()
      .toFile(join(folder, `photograph ${number}.jpg`));
}

/** Base64 of a square picture. */
export async function squarePicture(): Promise<string> {
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  return png.toString('base64');
}
