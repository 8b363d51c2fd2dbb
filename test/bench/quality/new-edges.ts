/** Marks that retouching leaves: edges inside faces that the photograph does not have. */

import type { OperationId, OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { shapeAtFullBeauty } from '../../../engine/operations/smart-beauty.ts';
import { boxMean } from '../../../engine/pixels/box-filter.ts';
import { toLab } from '../../../engine/pixels/lab.ts';
import { dilate } from '../../../engine/pixels/morphology.ts';
import { createPlane, type Plane } from '../../../engine/pixels/plane.ts';
import { type Face, findFaces } from '../../../engine/vision/face/find-faces.ts';
import { type MaskPlace, maskOf, outlineOf } from '../../../engine/vision/face/mesh.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { type Bench, type Measure, mean } from './measure.ts';
import { portraitUploads } from './people.ts';
import { picture, type Texts } from './run.ts';

/** Slopes in L per hundredth of the face's size, by which the result is steeper than the photograph anywhere near. */
export interface NewEdges {
  /** Mean along the rims of what is darker than the skin around it: folds, hairs, the shade of a jaw. */
  readonly rims: number;
  /** Mean of the face without eyes, brows and lips. */
  readonly face: number;
  /** Part of the face, 0..1, that is steeper by more than `visible`. */
  readonly marked: number;
}

/** Steeper by this, a line of the width of a wrinkle is seen. */
const visible = 2;
/** As parts of the face's size: what is no more than grain, how far an edge may be moved, what a fold is compared with. */
const grain = 0.003;
const moved = 0.006;
const around = 0.07;
/** So much darker (L) than around it, skin ends in a fold, a shade or a hair. */
const rim = [6, 22] as const;

/** Settings that retouch skin, at their strongest and as they are set. */
const settings: Partial<Record<OperationId, Readonly<Record<string, Texts>>>> = {
  'smart-skin-advanced': {
    'all in one': { smart_skin: '1' },
    'all switches': Object.fromEntries([
      ['smart_skin', '0'],
      ...['acne_removal', 'spot_correction', 'skin_brightening', 'skin_smoothing', 'pore_control'].map((name) => [
        name,
        '1',
      ]),
      ...['wrinkle_reduction', 'under_eye_correction', 'scar_reduction'].map((name) => [name, '1']),
    ]),
  },
  'face-beauty-pro': {
    'smoothing and whitening at 100': {
      ...{ smoothing: '100', whitening: '100', thinface: '0', shrink_face: '0', enlarge_eye: '0', remove_eyebrow: '0' },
    },
  },
  'smart-beauty': { 'at full': { beauty_level: '1' } },
};
/** What changes the shape of a face as well, which moves edges, is held against the photograph with that change alone. */
const shaped: Partial<Record<OperationId, Texts>> = {
  'smart-beauty': {
    ...{ smoothing: '0', whitening: '0', remove_eyebrow: '0' },
    thinface: percent(shapeAtFullBeauty.slim),
    shrink_face: percent(shapeAtFullBeauty.shrink),
    enlarge_eye: percent(shapeAtFullBeauty.eyes),
  },
};
/** Bounds on the mean over all portraits. */
const maxMeans = { rims: 0.1, marked: 0.003 };

function percent(share: number): string {
  return String(Math.round(share * 100));
}

/** New edges of the portraits of the folder `people`; of a large one every fourth is looked at, in a quick run every twelfth. */
export async function measureNewEdges(spec: OperationSpec, { quick, people }: Bench): Promise<Measure[]> {
  const uploads = await portraitUploads(spec, quick ? 12 : 4, people);
  const measures: Measure[] = [];
  for (const [name, texts] of Object.entries(settings[spec.id] ?? {})) {
    const found: NewEdges[] = [];
    for (const upload of uploads) {
      const shape = shaped[spec.id];
      const photo = shape ? await picture(operations['face-beauty-pro'], upload, shape) : await decodePhoto(upload);
      const [face] = await findFaces(photo, 1);
      if (face) found.push(newEdges(photo, await picture(spec, upload, texts), face));
    }
    const on = `${found.length} portraits`;
    const unit = 'L per % of the face';
    const means = { rims: mean(found.map(({ rims }) => rims)), marked: mean(found.map(({ marked }) => marked)) };
    measures.push(
      { name: `${name}: new edges along folds and shades`, on, value: means.rims, unit, atMost: maxMeans.rims },
      { name: `${name}: new edges, the face`, on, value: mean(found.map(({ face }) => face)), unit },
      {
        name: `${name}: part of the face with a new edge`,
        on,
        value: means.marked,
        unit: 'share',
        atMost: maxMeans.marked,
      },
      {
        name: `${name}: the same, the worst`,
        on,
        value: Math.max(...found.map(({ marked }) => marked)),
        unit: 'share',
      },
    );
  }
  return measures;
}

/** @param after the same photograph retouched, of the same size */
export function newEdges(before: Photo, after: Photo, face: Face): NewEdges {
  const place: MaskPlace = { x: 0, y: 0, width: before.width, height: before.height, scale: 1 };
  const size = (face.box.width + face.box.height) / 2;
  const pixels = (part: number) => Math.max(1, Math.round(part * size));
  const light = ({ rgb, width, height }: Photo) => toLab(rgb, width, height).L;
  const [old, now] = [light(before), light(after)];
  const slope = (L: Plane) => slopes(boxMean(L, pixels(grain)), size / 100);
  const known = dilate(slope(old), pixels(moved));
  const steep = slope(now);
  const level = boxMean(old, pixels(around));
  const where = skinOf(face, place, size);
  const [rims, all] = [
    { sum: 0, count: 0 },
    { sum: 0, count: 0 },
  ];
  let marked = 0;
  for (let i = 0; i < where.data.length; i++) {
    if (where.data[i]! < 0.99) continue;
    const excess = Math.max(0, steep.data[i]! - known.data[i]!);
    const darker = level.data[i]! - old.data[i]!;
    for (const each of darker > rim[0] && darker < rim[1] ? [rims, all] : [all]) {
      each.sum += excess;
      each.count++;
    }
    if (excess > visible) marked++;
  }
  const share = ({ sum, count }: typeof rims) => (count === 0 ? 0 : sum / count);
  return { rims: share(rims), face: share(all), marked: all.count === 0 ? 0 : marked / all.count };
}

/** Inside the outline of a face, without eyes, brows and lips. */
function skinOf({ mesh }: Face, place: MaskPlace, size: number): Plane {
  const face = maskOf([outlineOf(mesh, 'oval', 0.97)], place, 0);
  const parts = maskOf(
    (['leftLids', 'rightLids', 'leftBrow', 'rightBrow', 'lips'] as const).map((part) => outlineOf(mesh, part, 1.1)),
    place,
    size * 0.02,
  );
  for (let i = 0; i < face.data.length; i++) if (parts.data[i]! > 0.01) face.data[i] = 0;
  return face;
}

/** Length of the gradient, in L per `unit` px. */
function slopes({ width, height, data }: Plane, unit: number): Plane {
  const out = createPlane(width, height);
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      out.data[at] = (Math.hypot(data[at + 1]! - data[at - 1]!, data[at + width]! - data[at - width]!) / 2) * unit;
    }
  }
  return out;
}
