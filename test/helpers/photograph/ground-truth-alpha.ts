/** Pictures with known alpha: drawn subjects, with hair-like strands or crisp edges, on top of photographs. */
import sharp from 'sharp';
import { boxMean } from '../../../engine/pixels/box-filter.ts';
import { createPlane, enlarge, type Plane } from '../../../engine/pixels/plane.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';

export type GroundTruthAlpha = { photo: Photo; alpha: Plane };

/** Composites an SVG drawing over a background file (stretched to the drawing's size), with a photograph's grain. */
export async function composite(svg: string, background: string | Buffer): Promise<GroundTruthAlpha> {
  const drawing = await decodePhoto(await sharp(Buffer.from(svg)).png().toBuffer());
  const { width, height } = drawing;
  const backgroundImage = await sharp(background)
    .resize(width, height, { fit: 'cover' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw();
  const { data } = await backgroundImage.toBuffer({ resolveWithObject: true });
  const alpha = createPlane(width, height);
  const rgb = new Uint8Array(width * height * 3);
  let state = 7;
  for (let i = 0; i < alpha.data.length; i++) {
    const a = (drawing.alpha?.[i] ?? 255) / 255;
    alpha.data[i] = a;
    for (let c = i * 3; c < i * 3 + 3; c++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const grain = ((state >>> 24) / 255 - 0.5) * 6;
      rgb[c] = Math.max(0, Math.min(255, drawing.rgb[c]! * a + data[c]! * (1 - a) + grain));
    }
  }
  return { photo: { width, height, rgb, alpha: null }, alpha };
}

/** A dark round head with strands of 1 to 2 px. */
export function hairyHead(width: number, height: number): string {
  const [x, y, radius] = [width / 2, height * 0.62, height * 0.3];
  let state = 11;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const strands = Array.from({ length: 160 }, () => {
    const angle = Math.PI * (1 + random());
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const length = radius * (0.06 + random() * 0.16);
    const bend = (random() - 0.5) * length;
    const at = (along: number, aside: number) => `${x + dx * along - dy * aside},${y + dy * along + dx * aside}`;
    const path = `M${at(radius - 3, 0)} Q${at(radius + length / 2, bend)} ${at(radius + length, bend / 2)}`;
    return `<path d="${path}" stroke-width="${1 + random()}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <circle cx="${x}" cy="${y}" r="${radius}" fill="#2c1a12"/>
    <g stroke="#2c1a12" fill="none" stroke-linecap="round">${strands.join('')}</g></svg>`;
}

/** A mug whose handle has a hole, `width` x `height` px with space around it. */
export function mug(width: number, height: number, colors: readonly [string, string, string]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1400 1100">
    <linearGradient id="g"><stop offset="0" stop-color="${colors[0]}"/><stop offset=".35" stop-color="${colors[1]}"/>
    <stop offset="1" stop-color="${colors[2]}"/></linearGradient>
    <path fill="url(#g)" d="M850,420 C1060,380 1080,760 840,740 L840,680 C990,690 980,460 850,490 Z"/>
    <path fill="url(#g)" d="M420,300 L860,300 L840,800 Q640,860 440,800 Z"/>
    <ellipse cx="640" cy="300" rx="220" ry="48" fill="${colors[2]}"/>
    <ellipse cx="640" cy="306" rx="195" ry="36" fill="#2a1a10"/></svg>`;
}

/** A table top with the mug's soft shadow on it, as PNG. */
export async function tableWithShadow(width: number, height: number): Promise<Buffer> {
  const svg = (content: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1400 1100">${content}</svg>`,
    );
  const shadow = await sharp(svg('<ellipse cx="760" cy="830" rx="420" ry="70" opacity=".55"/>'))
    .blur(width / 50)
    .png()
    .toBuffer();
  const table = svg(`<linearGradient id="b" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#f6f4f0"/>
    <stop offset="1" stop-color="#d9d6d0"/></linearGradient><rect width="1400" height="1100" fill="url(#b)"/>`);
  return sharp(table)
    .composite([{ input: shadow }])
    .png()
    .toBuffer();
}

/** The best output of a small network: the alpha at a fraction of its size, slightly harder. */
export function coarseOf(alpha: Plane, fraction: number): Plane {
  const width = Math.round(alpha.width * fraction);
  const height = Math.round(alpha.height * fraction);
  const small = enlarge(boxMean(alpha, Math.round(0.5 / fraction)), width, height);
  for (let i = 0; i < small.data.length; i++) {
    small.data[i] = Math.min(1, Math.max(0, (small.data[i]! - 0.5) * 1.5 + 0.5));
  }
  return small;
}

/**
 * Errors of an alpha against the true one, 0..1: everywhere, and within `reach` px of the true edge; there also of its
 * gradient.
 */
export function errorsOf(alpha: Plane, truth: Plane, reach = 8): { all: number; edge: number; gradient: number } {
  const { width, height } = truth;
  const mixed = createPlane(width, height);
  for (let i = 0; i < mixed.data.length; i++) mixed.data[i] = truth.data[i]! > 0.01 && truth.data[i]! < 0.99 ? 1 : 0;
  const band = boxMean(mixed, reach).data;
  const slope = ({ data }: Plane, i: number) =>
    Math.hypot(data[i + 1]! - data[i - 1]!, data[i + width]! - data[i - width]!) / 2;
  let [all, edge, gradient, count] = [0, 0, 0, 0];
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const off = Math.abs(alpha.data[i]! - truth.data[i]!);
      all += off;
      if (band[i]! < 1e-6) continue;
      edge += off;
      gradient += Math.abs(slope(alpha, i) - slope(truth, i));
      count++;
    }
  }
  return { all: all / ((width - 2) * (height - 2)), edge: edge / count, gradient: gradient / count };
}
