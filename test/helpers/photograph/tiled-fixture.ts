/** Small tiled pictures, changed as by strokes. */
import { copyOnWrite, type TiledPicture } from '../../../main/imaging/touch-up/preview/tiled-image.ts';

/**
 * Returns the picture after each of `count` strokes, which change one pixel in each of the first `tiles` tiles of 64
 * px.
 */
export async function strokesOn(bare: TiledPicture, count: number, tiles: number): Promise<TiledPicture[]> {
  const pictures: TiledPicture[] = [];
  const across = Math.ceil(bare.width / 64);
  let last = bare;
  for (let stroke = 1; stroke <= count; stroke++) {
    const { canvas, finish } = copyOnWrite(last);
    for (let tile = 0; tile < tiles; tile++) {
      const place = { left: (tile % across) * 64, top: Math.floor(tile / across) * 64, width: 1, height: 1 };
      await canvas.write(place, new Uint8Array(bare.channels).fill(1 + (stroke % 255)));
    }
    last = finish();
    pictures.push(last);
  }
  return pictures;
}
