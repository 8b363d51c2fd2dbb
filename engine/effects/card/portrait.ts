/** The photograph as it stands on a card: the part around the head, with rounded corners. */
import sharp from 'sharp';
import type { Rect } from '../../pixels/plane.ts';
import type { Box } from '../../sight/face/human.ts';
import type { Photo } from '../../sight/photo/decode.ts';

/** Heights of the face that the portrait is high, where the photograph allows it: hair and a little of the shoulders. */
const room = 2.3;
/** How far down the portrait the middle of the face lies, as a share of its height. */
const faceAt = 0.46;

/** The part of a photograph to show, in whole pixels: as wide by as high as `shape`, around the face, inside the photograph. */
export function portraitRect(
  photo: Pick<Photo, 'width' | 'height'>,
  face: Box,
  shape: { width: number; height: number },
): Rect {
  const ratio = shape.width / shape.height;
  const wanted = Math.max(face.height * room, (face.width * room * 0.8) / ratio);
  const height = Math.max(1, Math.round(Math.min(wanted, photo.height, photo.width / ratio)));
  const width = Math.max(1, Math.min(photo.width, Math.round(height * ratio)));
  const inside = (start: number, most: number) => Math.round(Math.min(Math.max(0, start), most));
  return {
    x: inside(face.left + face.width / 2 - width / 2, photo.width - width),
    y: inside(face.top + face.height / 2 - height * faceAt, photo.height - height),
    width,
    height,
  };
}

/** That part as PNG, `width` x `height` px, its corners rounded by `radius` px; what was transparent is white. */
export async function drawPortrait(
  photo: Photo,
  rect: Rect,
  { width, height, radius }: { width: number; height: number; radius: number },
): Promise<Buffer> {
  const corners = `<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}"/></svg>`;
  const part = await sharp(onWhite(photo), {
    raw: { width: photo.width, height: photo.height, channels: 3 },
    limitInputPixels: false,
  })
    .extract({ left: rect.x, top: rect.y, width: rect.width, height: rect.height })
    .resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
    .png()
    .toBuffer();
  return sharp(part)
    .ensureAlpha()
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png()
    .toBuffer();
}

function onWhite({ rgb, alpha }: Photo): Uint8Array {
  if (!alpha) return rgb;
  return rgb.map((value, i) => Math.round(255 + ((value - 255) * alpha[Math.floor(i / 3)]!) / 255));
}
