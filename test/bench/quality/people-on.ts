/** People before another background, with a known alpha. */
import sharp from 'sharp';
import { operations } from '../../../contract/operations/table.ts';
import { filesOf } from '../../../engine/operations/call.ts';
import { createPlane, type Plane } from '../../../engine/pixels/plane.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import type { GroundTruthAlpha } from '../../helpers/photograph/ground-truth-alpha.ts';
import { encodeFor, findPeople } from './people.ts';
import { run } from './run.ts';

export function alphaOf({ width, height, alpha }: Photo): Plane {
  const plane = createPlane(width, height);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = (alpha?.[i] ?? 255) / 255;
  return plane;
}

/** Cuts people out at twice the size and reduces the cutout, so that its alpha is sharper than a cutout at this size. */
export async function peopleOn(name: string, background: string | Buffer): Promise<GroundTruthAlpha> {
  const spec = operations['portrait-background-removal'];
  const large = sharp(findPeople(name).path).resize(1800, 1800, { fit: 'inside', withoutEnlargement: true });
  const [file] = filesOf(await run(spec, await encodeFor(spec, large)));
  const { data, info } = await sharp(file!.bytes).resize(900).png().toBuffer({ resolveWithObject: true });
  const person = await decodePhoto(data);
  const alpha = alphaOf(person);
  const mixed = await sharp(background)
    .resize(info.width, info.height, { fit: 'cover' })
    .composite([{ input: data }])
    .removeAlpha()
    .png()
    .toBuffer();
  return { photo: await decodePhoto(mixed), alpha };
}
