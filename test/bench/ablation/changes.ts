/** Visible differences between two results of one photograph, and pictures of both. */
import sharp from 'sharp';

/** Longer side at which results are compared, px. */
const side = 1024;
/** Smallest visible difference of a channel, and share of pixels of a visible change. */
const minVisibleDifference = 14;
const minChangedShare = 5e-4;
const margin = 40;

interface Change {
  readonly isVisible: boolean;
  /** Bounds of the change, in px of a picture whose longer side is 1024. */
  readonly box: { left: number; top: number; width: number; height: number } | null;
}

/** Transparent results are compared on a vivid color. */
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
  if (b!.info.width !== width || b!.info.height !== height) return { isVisible: true, box: null };
  let [count, left, top, right, bottom] = [0, width, height, 0, 0];
  for (let i = 0; i < width * height; i++) {
    const far = [0, 1, 2].some((c) => Math.abs(a!.data[i * 3 + c]! - b!.data[i * 3 + c]!) > minVisibleDifference);
    if (!far) continue;
    count++;
    const [x, y] = [i % width, Math.floor(i / width)];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  if (count === 0) return { isVisible: false, box: null };
  const [x, y] = [Math.max(0, left - margin), Math.max(0, top - margin)];
  const box = {
    left: x,
    top: y,
    width: Math.min(width, right + margin) - x,
    height: Math.min(height, bottom + margin) - y,
  };
  return { isVisible: count / (width * height) > minChangedShare, box };
}

/** Writes the photograph and the results with and without the rule side by side, cropped to the change. */
export async function sideBySide(photo: string, before: string, after: string, { box }: Change, to: string) {
  const { width, height } = (await shown(before).toBuffer({ resolveWithObject: true })).info;
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
