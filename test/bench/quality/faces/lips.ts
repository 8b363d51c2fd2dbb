import { type LabPlanes, toLab } from '../../../../engine/pixels/lab.ts';
import { createPlane, type Plane } from '../../../../engine/pixels/plane.ts';
import { fillPolygon } from '../../../../engine/pixels/polygon.ts';
import { type Face, findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { type FacePart, outlineOf } from '../../../../engine/vision/face/mesh.ts';
import { decodePhoto, type Photo } from '../../../../engine/vision/photo/decode.ts';
import { type Measure, measuresOn } from '../../shared/measure.ts';
import { mean } from '../../shared/statistics.ts';
import { difference } from '../measures/compare.ts';
import { plainFaces, territory } from '../measures/territory.ts';
import { findPeople, uploadOf } from '../people.ts';
import type { Measurement } from '../report.ts';
import { picture } from '../run.ts';

export const measureLips: Measurement = async (spec, { quick }) => {
  const measures: Measure[] = [];
  for (const on of quick ? ['group 3'] : ['group 3', 'group 6', 'astronaut']) {
    const upload = await uploadOf(spec, findPeople(on), 'whole', quick);
    const before = await decodePhoto(upload);
    const after = await picture(spec, upload);
    const faces = plainFaces(await findFaces(before, 20));
    const elsewhere = difference(before, after, await territory(before, faces, ['lips']), 'outside');
    measures.push(
      measuresOn(on)('largest change elsewhere', elsewhere.max, '/255', { atMost: 1 }),
      measuresOn(on)('pixels changed elsewhere', elsewhere.changed, 'share'),
      ...colors(before, after, partOf(before, faces, 'lips', 0.8, 'innerMouth'), on),
    );
  }
  return measures;
};

function partOf(photo: Photo, faces: readonly Face[], part: FacePart, factor: number, without: FacePart): Plane {
  const mask = createPlane(photo.width, photo.height);
  const hole = createPlane(photo.width, photo.height);
  for (const { mesh } of faces) {
    fillPolygon(mask, outlineOf(mesh, part, factor));
    fillPolygon(hole, outlineOf(mesh, without, 1.1));
  }
  for (let i = 0; i < mask.data.length; i++) mask.data[i] = mask.data[i]! > 0.9 && hole.data[i]! < 0.1 ? 1 : 0;
  return mask;
}

function colors(before: Photo, after: Photo, lips: Plane, on: string): Measure[] {
  const [was, is] = [toLab(before.rgb, before.width, before.height), toLab(after.rgb, after.width, after.height)];
  const inside = [...lips.data.keys()].filter((i) => lips.data[i]! > 0);
  const values = (lab: LabPlanes, channel: keyof LabPlanes) => inside.map((i) => lab[channel].data[i]!);
  const redder = mean(values(is, 'a')) - mean(values(was, 'a'));
  const shade = correlation(values(was, 'L'), values(is, 'L'));
  return [
    measuresOn(on)('lips become redder by', redder, 'Lab a', { atLeast: 3 }),
    measuresOn(on)("the lips' light and shade are kept (correlation)", shade, '-1..1', { atLeast: 0.7 }),
  ];
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const product = mean(a.map((value, i) => (value - meanA) * (b[i]! - meanB)));
  const spread = (values: readonly number[], middle: number) => Math.sqrt(mean(values.map((v) => (v - middle) ** 2)));
  return product / (spread(a, meanA) * spread(b, meanB));
}
