/** Single faces from the group photographs, detected once per test file. */
import sharp, { type Sharp } from 'sharp';
import { type Face, findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { group } from './faces.ts';

export type CloseUp = { photo: Photo; face: Face };

/** Bounds of a head: number of the group photograph, then px. */
const places = {
  /** Looks straight on and smiles; plain light. */
  woman: { of: 6, left: 1370, top: 170, width: 450, height: 500 },
  /** Leans far to a side, laughs. */
  leaning: { of: 1, left: 1340, top: 90, width: 470, height: 470 },
  /** In warm light, with folds next to her nose. */
  warm: { of: 5, left: 230, top: 760, width: 480, height: 500 },
  /** Pouts; no smile. */
  pouting: { of: 6, left: 1050, top: 230, width: 430, height: 450 },
} as const;
export type Somebody = keyof typeof places;

/** Decodes the area around a head. */
export async function headOf(who: Somebody, change: (image: Sharp) => Sharp = (image) => image) {
  const { of, ...rect } = places[who];
  const head = sharp(await sharp(group(of)).extract(rect).png().toBuffer());
  return decodePhoto(await change(head).png().toBuffer());
}

export async function closeUp(who: Somebody): Promise<CloseUp> {
  return found(await headOf(who));
}

/** Detects the face in a changed photograph. */
export async function found(photo: Photo): Promise<CloseUp> {
  const [face] = await findFaces(photo, 1);
  if (!face) throw new Error('no face on a photograph of one');
  return { photo, face };
}

export async function asJpeg({ width, height, rgb }: Photo, quality = 95): Promise<Uint8Array> {
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
