/** Draws things onto the face of a photograph, positioned by its mesh, to change its findings. */
import sharp from 'sharp';
import type { Face } from '../../../engine/vision/face/find-faces.ts';
import type { Photo } from '../../../engine/vision/photo/decode.ts';

type Place = { x: number; y: number };

/** Draws an SVG over the photograph. */
export async function drawnOn(photo: Photo, shapes: string, blur = 0): Promise<Photo> {
  const { width, height, rgb } = photo;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`;
  const layer = blur > 0 ? await sharp(Buffer.from(svg)).blur(blur).png().toBuffer() : Buffer.from(svg);
  const drawn = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .composite([{ input: layer }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return { ...photo, rgb: drawn };
}

/** Mean side of the face, px. */
export const sizeOf = ({ box }: Face) => (box.width + box.height) / 2;

export const at = ({ mesh }: Face, index: number): Place => mesh[index]!;

/** Mesh points as SVG coordinates. */
export const points = ({ mesh }: Face, indices: readonly number[]) =>
  indices.map((index) => `${mesh[index]!.x.toFixed(1)},${mesh[index]!.y.toFixed(1)}`).join(' ');

export const dot = ({ x, y }: Place, radius: number, fill: string, opacity = 1) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" fill-opacity="${opacity}"/>`;

/** Two lenses with a frame, a bridge, and temples towards the ears. */
export function glassesOn(face: Face, lens: string, lensOpacity: number): string {
  const radius = sizeOf(face) * 0.15;
  const frame = `fill="none" stroke="#181818" stroke-width="${sizeOf(face) * 0.025}"`;
  const [left, right] = [at(face, 468), at(face, 473)];
  const line = (a: Place, b: Place) => `<line x1="${a.x}" y1="${a.y}" x2="${b.x}" y2="${b.y}" ${frame}/>`;
  const towards = (from: Place, to: Place): Place => {
    const distance = Math.hypot(to.x - from.x, to.y - from.y);
    return { x: from.x + ((to.x - from.x) * radius) / distance, y: from.y + ((to.y - from.y) * radius) / distance };
  };
  return [
    ...[left, right].map(
      ({ x, y }) =>
        `<circle cx="${x}" cy="${y}" r="${radius}" fill="${lens}" fill-opacity="${lensOpacity}"/><circle cx="${x}" cy="${y}" r="${radius}" ${frame}/>`,
    ),
    line(towards(left, right), towards(right, left)),
    line(towards(left, at(face, 127)), at(face, 127)),
    line(towards(right, at(face, 356)), at(face, 356)),
  ].join('');
}

/** A surgical mask: over nose, mouth and chin, or below the nose only. */
export function maskOn(face: Face, overNose: boolean): string {
  const top = overNose ? [234, 50, 196, 419, 280, 454] : [58, 92, 164, 322, 288];
  const jaw = [323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136, 172, 58, 132, 93];
  const below = overNose ? jaw : jaw.slice(2, -2);
  const pleat = (from: number, to: number) =>
    `<line x1="${at(face, from).x}" y1="${at(face, from).y}" x2="${at(face, to).x}" y2="${at(face, to).y}" stroke="#8fb6cc" stroke-width="2"/>`;
  return `<polygon points="${points(face, [...top, ...below])}" fill="#a9cfe3"/>${pleat(58, 288)}${pleat(172, 397)}`;
}

/** A woollen hat from the brows' height up over the hair. */
export function hatOn(face: Face): string {
  const size = sizeOf(face);
  const [left, right, top] = [at(face, 21), at(face, 251), at(face, 10)];
  const reach = (a: Place, b: Place): Place => ({ x: a.x + (a.x - b.x) * 0.35, y: a.y + (a.y - b.y) * 0.35 });
  const [a, b] = [reach(left, right), reach(right, left)];
  const peak = { x: top.x + (top.x - at(face, 152).x) * 0.75, y: top.y + (top.y - at(face, 152).y) * 0.75 };
  return `<path d="M${a.x},${a.y} C${a.x},${peak.y} ${b.x},${peak.y} ${b.x},${b.y} Z" fill="#7a1f2b" stroke="#5c1620" stroke-width="${size * 0.02}"/>`;
}
