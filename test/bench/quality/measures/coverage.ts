/** Share of the people on group photographs that an operation finds or treats. */
import type { OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { type EngineOutput, filesOf } from '../../../../engine/operations/call.ts';
import { createPlane } from '../../../../engine/pixels/plane.ts';
import { fillPolygon } from '../../../../engine/pixels/polygon.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { outlineOf } from '../../../../engine/vision/face/mesh.ts';
import { decodePhoto, type Photo } from '../../../../engine/vision/photo/decode.ts';
import { type Measure, measuresOn } from '../../shared/measure.ts';
import { people, uploadOf } from '../people.ts';
import type { Bench } from '../report.ts';
import { run, type Texts } from '../run.ts';
import { difference } from './compare.ts';
import { territory } from './territory.ts';

export async function measureCoverage(
  spec: OperationSpec,
  texts: Texts,
  { quick }: Bench,
  maxFaces = Number.POSITIVE_INFINITY,
): Promise<Measure[]> {
  const groups = people.filter(({ faces }) => faces > 1 && faces <= maxFaces).slice(0, quick ? 2 : undefined);
  const measures: Measure[] = [];
  let [all, reached] = [0, 0];
  for (const who of groups) {
    const upload = await uploadOf(spec, who, 'large', quick);
    const count = await peopleIn(await run(spec, upload, texts), await decodePhoto(upload));
    measures.push(measuresOn(who.name)('people found or treated', count, `of ${who.faces}`));
    all += who.faces;
    reached += Math.min(count, who.faces);
  }
  return [...measures, measuresOn('all groups')('people found or treated', reached / all, 'share')];
}

async function peopleIn(output: EngineOutput, before: Photo): Promise<number> {
  if (output.kind === 'elements') return output.elements.length;
  if (output.kind === 'analysis') {
    // biome-ignore lint/suspicious/noExplicitAny: the interface's JSON
    const body = output.body as any;
    return body.result?.face_num ?? body.data.face_count;
  }
  const after = await decodePhoto(filesOf(output)[0]!.bytes);
  const faces = await findFaces(before, 20);
  // JPEG compression changes each pixel a little: a treated face changes more than the rest.
  const outsideChange = difference(before, after, await territory(before, faces, ['people']), 'outside').mean;
  return faces.filter(({ mesh }) => {
    const oval = createPlane(before.width, before.height);
    fillPolygon(oval, outlineOf(mesh, 'oval'));
    return difference(before, after, oval).mean > Math.max(0.05, outsideChange * 1.3);
  }).length;
}
