/** How much two results of one photograph differ to somebody who looks, and both side by side where they do. */
import sharp from 'sharp';

/** Longer side at which results are compared, px. */
const side = 1024;
/** A difference of a channel from which it is seen, and the part of the pixels from which a picture counts as changed. */
const seen = 14;
const minChangedShare = 5e-4;
/** Room around what changed, px. */
const room = 40;

export interface Change {
  /** The part of the pixels that look different. */
  readonly share: number;
  readonly isVisible: boolean;
  /** Around what changed, in px of a picture whose longer side is 1024. */
  readonly box: { left: number; top: number; width: number; height: number } | null;
}

/** What is transparent is compared as it looks on a vivid colour. */
const shown = (path: string) =>
  sharp(path)
    .flatten({ background: '#d400c8' })
    .resize(side, side * 4, { fit: 'inside' })
    .removeAlpha();

export async function changeOf(before: string, after: string): Promise<Change> {
  const [a, b] = await Promise.all(
    [before, after].map((path) => shown(path).blur(0.8).raw().toBuffer({ resolveWithObject: true })),
  );
  const { width, height } = a!.info;
  if (b!.info.width !== width || b!.info.height !== height) return { share: 1, isVisible: true, box: null };
  let [count, left, top, right, bottom] = [0, width, height, 0, 0];
  for (let i = 0; i < width * height; i++) {
    const far = [0, 1, 2].some((c) => Math.abs(a!.data[i * 3 + c]! - b!.data[i * 3 + c]!) > seen);
    if (!far) continue;
    count++;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  const share = count / (width * height);
  if (count === 0) return { share, isVisible: false, box: null };
  const [x, y] = [Math.max(0, left - room), Math.max(0, top - room)];
  const box = {
    left: x,
    top: y,
    width: Math.min(width, right + room) - x,
    height: Math.min(height, bottom + room) - y,
  };
  return { share, isVisible: share > minChangedShare, box };
}

/** Writes the photograph, the result with the rule and the one without it, side by side around what changed. */
export async function sideBySide(
  photo: string,
  before: string,
  after: string,
  { box }: Change,
  to: string,
): Promise<void> {
  const { width = side, height = side } = await shown(before)
    .toBuffer({ resolveWithObject: true })
    .then(({ info }) => info);
  const area = box ?? { left: 0, top: 0, width, height };
  const parts = await Promise.all([
    sharp(photo).resize(width, height, { fit: 'contain', position: 'top' }).removeAlpha().png().toBuffer(),
    shown(before).png().toBuffer(),
    shown(after).png().toBuffer(),
  ]);
  const cut = await Promise.all(
    parts.map((part) => sharp(part).extract(area).resize(480, 480, { fit: 'contain' }).png().toBuffer()),
  );
  await sharp({ create: { width: 1440, height: 480, channels: 3, background: '#444' } })
    .composite(cut.map((input, i) => ({ input, left: i * 480, top: 0 })))
    .webp({ quality: 85 })
    .toFile(to);
}
