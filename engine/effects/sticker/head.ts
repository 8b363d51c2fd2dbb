/** Cuts out the head of the largest face, with its hair. Constants only change the look. */
import { findAreas } from '../../pixels/components.ts';
import { boundsOf, cropPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import { glassesOn } from '../../vision/analysis/features/headwear.ts';
import type { Face, Mesh } from '../../vision/face/find-faces.ts';
import { maskOf, outlineOf } from '../../vision/face/mesh.ts';
import { withoutBackground } from '../../vision/matting/foreground.ts';
import { type Part, partOf } from '../../vision/person/crop.ts';
import { matteOf } from '../../vision/person/head/head-cutout.ts';
import { analyzeHead, headSquares } from '../../vision/person/head/head-view.ts';
import { analyzePeople } from '../../vision/person/people/people.ts';
import type { Photo } from '../../vision/photo/decode.ts';
import { reducePhoto } from '../../vision/photo/resize.ts';

/** The alpha of `photo` is the matte; `mesh` is in its px. */
export type Head = { photo: Photo; mesh: Mesh; hasGlasses: boolean };

/** No sticker shows larger faces. */
const maxFaceSizePx = 1000;
/** In face heights below the chin; the ends rise towards the sides. */
const hairLength = 0.34;
const hairArc = 0.55;
/** Become 0 and 1, because haze of the background is visible on white. */
const hazeAlpha = 0.28;
const solidAlpha = 0.85;
const emptyAlpha = 0.15;
/** Connects pixels to pieces. */
const joinedAlpha = 0.15;

/**
 * Cuts out the head of the first face.
 * @param found all faces of the photograph
 * @returns null if the head is indistinguishable @throws the signal's reason
 */
export async function cutHead(original: Photo, found: readonly Face[], signal: AbortSignal): Promise<Head | null> {
  const { box: faceBox } = found[0]!;
  const scale = Math.min(1, maxFaceSizePx / Math.max(faceBox.width, faceBox.height));
  const photo = await reduceBy(original, scale);
  const faces = found.map((face) => scaleFace(face, photo.width / original.width, photo.height / original.height));
  const people = await analyzePeople(photo, faces, headSquares, signal);
  const view = await analyzeHead(people, 0, signal);
  const own = await matteOf(view, 'head', signal);
  if (!own) return null;
  const hasGlasses = glassesOn(faces[0]!.mesh, view.classes.others, view.place) > 0.5;
  return stickerHead(own, faces[0]!.mesh, hasGlasses, signal);
}

/**
 * Hardens a matte, and removes the color of the background from its edges.
 * @param faceMesh in px of the photograph that `part` is from
 * @returns null if nothing is left @throws the signal's reason
 */
export async function stickerHead(
  { matte: seen, part }: { matte: Plane; part: Part },
  faceMesh: Mesh,
  hasGlasses: boolean,
  signal: AbortSignal,
): Promise<Head | null> {
  const matte = { ...seen, data: seen.data.slice() };
  const mesh = faceMesh.map(({ x, y, z }) => ({ x: x - part.rect.x, y: y - part.rect.y, z }));
  cutHair(matte, mesh);
  for (let i = 0; i < matte.data.length; i++) matte.data[i] = smoothstep(matte.data[i]!, hazeAlpha, solidAlpha);
  keepFacePiece(matte, mesh);
  const box = boundsOf(matte, emptyAlpha);
  if (!box) return null;
  const alpha = cropPlane(matte, box);
  const head = partOf({ ...part.photo, alpha: null }, box).photo;
  // The original matte, because hardened edges would keep the color of the background.
  const rgb = await withoutBackground(head.rgb, cropPlane(seen, box), signal);
  const opacity = new Uint8Array(alpha.data.length);
  for (let i = 0; i < opacity.length; i++) opacity[i] = Math.round(alpha.data[i]! * 255);
  const cutout = { ...head, rgb, alpha: opacity };
  return { hasGlasses, photo: cutout, mesh: mesh.map(({ x, y, z }) => ({ x: x - box.x, y: y - box.y, z })) };
}

/** Share of the mouth on the cutout: the mesh also guesses hidden lips. */
export function mouthShown({ photo: { width, height, alpha }, mesh }: Pick<Head, 'photo' | 'mesh'>): number {
  const lips = maskOf([outlineOf(mesh, 'lips')], { x: 0, y: 0, width, height, scale: 1 }, 0).data;
  let [seen, all] = [0, 0];
  for (let i = 0; i < lips.length; i++) {
    seen += (lips[i]! * (alpha?.[i] ?? 255)) / 255;
    all += lips[i]!;
  }
  return all > 0 ? seen / all : 0;
}

async function reduceBy(photo: Photo, scale: number): Promise<Photo> {
  if (scale === 1) return photo;
  return reducePhoto(photo, Math.round(photo.width * scale), Math.round(photo.height * scale));
}

function scaleFace(face: Face, across: number, down: number): Face {
  const { left, top, width, height } = face.box;
  return {
    ...face,
    mesh: face.mesh.map(({ x, y, z }) => ({ x: x * across, y: y * down, z: z * across })),
    box: { left: left * across, top: top * down, width: width * across, height: height * down },
  };
}

function cutHair({ width, height, data }: Plane, mesh: Mesh): void {
  const [top, chin] = [mesh[10]!, mesh[152]!];
  const tall = Math.hypot(chin.x - top.x, chin.y - top.y);
  const down = { x: (chin.x - top.x) / tall, y: (chin.y - top.y) / tall };
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [dx, dy] = [(x + 0.5 - chin.x) / tall, (y + 0.5 - chin.y) / tall];
      const belowChin = dx * down.x + dy * down.y;
      const sideways = dx * down.y - dy * down.x;
      data[i]! *= smoothstep(belowChin + hairArc * sideways * sideways, hairLength + 0.01, hairLength - 0.01);
    }
  }
}

/** Removes other pieces: a neighbor's hair, or hair behind a shoulder. */
function keepFacePiece({ width, height, data }: Plane, mesh: Mesh): void {
  const solid = new Uint8Array(data.length);
  for (let i = 0; i < solid.length; i++) solid[i] = data[i]! > joinedAlpha ? 1 : 0;
  const { labels, values } = findAreas(solid, width, height);
  const own = new Set(
    [4, 10, 152, 50, 280].map((index) => {
      const [x, y] = [Math.round(mesh[index]!.x), Math.round(mesh[index]!.y)];
      return labels[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))]!;
    }),
  );
  for (let i = 0; i < data.length; i++)
    if (solid[i] === 1 && !own.has(labels[i]!) && values[labels[i]!] === 1) data[i] = 0;
}
