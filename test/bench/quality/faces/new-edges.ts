/** Artifacts of retouching: edges inside faces that the photograph does not have. */
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import { operations } from '../../../../contract/operations/table.ts';
import { shapeAtFullBeauty } from '../../../../engine/operations/smart-beauty.ts';
import { boxMean } from '../../../../engine/pixels/box-filter.ts';
import { toLab } from '../../../../engine/pixels/lab.ts';
import { dilate } from '../../../../engine/pixels/morphology.ts';
import { createPlane, type Plane } from '../../../../engine/pixels/plane.ts';
import { type Face, findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { type MaskPlace, maskOf, outlineOf } from '../../../../engine/vision/face/mesh.ts';
import { decodePhoto, type Photo } from '../../../../engine/vision/photo/decode.ts';
import { type Measure, measuresOn } from '../../shared/measure.ts';
import { mean } from '../../shared/statistics.ts';
import { skinSwitches } from '../measures/effects.ts';
import { portraitUploads } from '../people.ts';
import type { Measurement } from '../report.ts';
import { picture, still, type Texts } from '../run.ts';

/** Excess slopes over the photograph nearby, in L per hundredth of the face size. */
interface NewEdges {
  /** Mean along the borders of darker areas: folds, hairs, the shade of a jaw. */
  readonly rims: number;
  readonly face: number;
  /** Share of the face whose excess is above `visibleSlope`. */
  readonly marked: number;
}

/** Slope from which a line of the width of a wrinkle is visible. */
const visibleSlope = 2;
/** Radii as shares of the face size: grain, allowed shift of an edge, surroundings of a fold. */
const grain = 0.003;
const maxShift = 0.006;
const around = 0.07;
/** Range of L by which a fold, a shade or a hair is darker than its surroundings. */
const rim = [6, 22] as const;

const settings: Partial<Record<OperationId, Readonly<Record<string, Texts>>>> = {
  'smart-skin-advanced': {
    'all in one': { smart_skin: '1' },
    'all switches': { smart_skin: '0', ...Object.fromEntries(skinSwitches.map((name) => [name, '1'])) },
  },
  'face-beauty-pro': {
    'smoothing and whitening at 100': { ...still, smoothing: '100', whitening: '100' },
  },
  'smart-beauty': { 'at full': { beauty_level: '1' } },
};
/** Settings that only change the shape of the face: their result replaces the photograph, because it moves edges. */
const shaped: Partial<Record<OperationId, Texts>> = {
  'smart-beauty': {
    ...still,
    thinface: percent(shapeAtFullBeauty.slim),
    shrink_face: percent(shapeAtFullBeauty.shrink),
    enlarge_eye: percent(shapeAtFullBeauty.eyes),
  },
};
function percent(share: number): string {
  return String(Math.round(share * 100));
}

/** Measures every fourth portrait of a large folder, in a quick run every twelfth. */
export const measureNewEdges: Measurement = async (spec, { quick, people }) => {
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
    const measure = measuresOn(`${found.length} portraits`);
    const unit = 'L per % of the face';
    const values = (kind: keyof NewEdges) => found.map((each) => each[kind]);
    const isNew = `${name}: part of the face with a new edge`;
    measures.push(
      measure(`${name}: new edges along folds and shades`, mean(values('rims')), unit, { atMost: 0.1 }),
      measure(`${name}: new edges, the face`, mean(values('face')), unit),
      measure(isNew, mean(values('marked')), 'share', { atMost: 0.003 }),
      measure(`${name}: the same, the worst`, Math.max(...values('marked')), 'share'),
    );
  }
  return measures;
};

export function newEdges(before: Photo, after: Photo, face: Face): NewEdges {
  const place: MaskPlace = { x: 0, y: 0, width: before.width, height: before.height, scale: 1 };
  const size = (face.box.width + face.box.height) / 2;
  const pixels = (part: number) => Math.max(1, Math.round(part * size));
  const light = ({ rgb, width, height }: Photo) => toLab(rgb, width, height).L;
  const [old, now] = [light(before), light(after)];
  const slope = (L: Plane) => slopes(boxMean(L, pixels(grain)), size / 100);
  const known = dilate(slope(old), pixels(maxShift));
  const steep = slope(now);
  const level = boxMean(old, pixels(around));
  const skin = skinOf(face, place, size);
  const [rims, all] = [
    { sum: 0, count: 0 },
    { sum: 0, count: 0 },
  ];
  let marked = 0;
  for (let i = 0; i < skin.data.length; i++) {
    if (skin.data[i]! < 0.99) continue;
    const excess = Math.max(0, steep.data[i]! - known.data[i]!);
    const darker = level.data[i]! - old.data[i]!;
    for (const each of darker > rim[0] && darker < rim[1] ? [rims, all] : [all]) {
      each.sum += excess;
      each.count++;
    }
    if (excess > visibleSlope) marked++;
  }
  const share = ({ sum, count }: typeof rims) => (count === 0 ? 0 : sum / count);
  return { rims: share(rims), face: share(all), marked: all.count === 0 ? 0 : marked / all.count };
}

/** Returns a mask of a face without eyes, brows and lips. */
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

/** Returns the length of the gradient, in L per `unit` px. */
function slopes({ width, height, data }: Plane, unit: number): Plane {
  const out = createPlane(width, height);
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      out.data[at] = (Math.hypot(data[at + 1]! - data[at - 1]!, data[at + width]! - data[at - width]!) / 2) * unit;
    }
  }
  return out;
}
