import { toLab } from '../../../../engine/pixels/lab.ts';
import { createPlane } from '../../../../engine/pixels/plane.ts';
import { fillPolygon } from '../../../../engine/pixels/polygon.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { outlineOf } from '../../../../engine/vision/face/mesh.ts';
import { decodePhoto, type Photo } from '../../../../engine/vision/photo/decode.ts';
import { type Measure, measuresOn } from '../../shared/measure.ts';
import { difference } from '../measures/compare.ts';
import { territory } from '../measures/territory.ts';
import { findPeople, uploadOf } from '../people.ts';
import type { Measurement } from '../report.ts';
import { picture } from '../run.ts';

const browPairs = [
  ['astronaut', 'group 6'],
  ['group 6', 'astronaut'],
  ['group 3', 'group 5'],
] as const;

export const measureEyebrows: Measurement = async (spec, { quick }) => {
  const measures: Measure[] = [];
  const resolutions = { '1K': 1024, '2K': 2048 };
  for (const [source, reference] of quick ? browPairs.slice(0, 1) : browPairs) {
    const measure = measuresOn(`${source}, brows of ${reference}`);
    const [upload, model] = [
      await uploadOf(spec, findPeople(source), 'head', quick),
      await uploadOf(spec, findPeople(reference), 'head', quick),
    ];
    const before = await decodePhoto(upload);
    for (const [resolution, side] of Object.entries(resolutions)) {
      const { width, height } = await picture(spec, upload, { resolution }, model);
      measures.push(measure(`${resolution}: longest side`, Math.max(width, height), 'px', { atMost: side }));
    }
    const after = await picture(spec, upload, {}, model);
    const wanted = await contrastOfBrows(await decodePhoto(model));
    const [was, is] = [await contrastOfBrows(before), await contrastOfBrows(after)];
    const left = Math.abs(is - wanted) / Math.max(0.01, Math.abs(was - wanted));
    measures.push(measure('difference of brow contrast left', left, 'share of before', { atMost: 1 }));
    if (after.width !== before.width || after.height !== before.height) continue;
    const faces = await findFaces(before, 1);
    const elsewhere = difference(before, after, await territory(before, faces, ['brows']), 'outside');
    measures.push(measure('pixels changed away from the brows', elsewhere.changed, 'share'));
  }
  return measures;
};

/** Returns the difference of L between forehead and brows as a share, which is comparable across light and skin. */
async function contrastOfBrows(photo: Photo): Promise<number> {
  const [face] = await findFaces(photo, 1);
  const { L } = toLab(photo.rgb, photo.width, photo.height);
  const meanIn = (parts: readonly ('leftBrow' | 'rightBrow' | 'forehead')[]) => {
    const mask = createPlane(photo.width, photo.height);
    for (const part of parts) fillPolygon(mask, outlineOf(face!.mesh, part, part === 'forehead' ? 0.8 : 1));
    let [sum, count] = [0, 0];
    for (let i = 0; i < mask.data.length; i++) {
      if (mask.data[i]! < 0.9) continue;
      sum += L.data[i]!;
      count++;
    }
    return sum / count;
  };
  return 1 - meanIn(['leftBrow', 'rightBrow']) / meanIn(['forehead']);
}
