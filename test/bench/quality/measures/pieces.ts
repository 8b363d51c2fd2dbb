import { createPlane, enlarge } from '../../../../engine/pixels/plane.ts';
import { objectMatte } from '../../../../engine/vision/matting/networks/object-matte.ts';
import { portraitMatte } from '../../../../engine/vision/matting/networks/portrait-matte.ts';
import { decodePhoto, type Photo } from '../../../../engine/vision/photo/decode.ts';
import { type Measure, measuresOn } from '../../shared/measure.ts';
import { findPeople, uploadOf } from '../people.ts';
import type { Measurement } from '../report.ts';
import { run } from '../run.ts';

const photographs = (quick: boolean) => (quick ? ['group 6'] : ['group 3', 'group 6', 'astronaut']);

/** Heads or hair: boxes inside the picture, opaque pixels equal to the photograph’s at x, y, and soft edges. */
export const measureElements: Measurement = async (spec, { quick }) => {
  const measures: Measure[] = [];
  for (const on of photographs(quick)) {
    const upload = await uploadOf(spec, findPeople(on), 'whole', quick);
    const photo = await decodePhoto(upload);
    const output = await run(spec, upload);
    if (output.kind !== 'elements') throw new Error(`${spec.id} made ${output.kind}`);
    let [off, opaque, soft, shown, stray] = [0, 0, 0, 0, 0];
    for (const { file, ...box } of output.elements) {
      const piece = await decodePhoto(file.bytes);
      const isInside =
        box.x >= 0 && box.y >= 0 && box.x + box.width <= photo.width && box.y + box.height <= photo.height;
      if (!isInside || piece.width !== box.width || piece.height !== box.height) stray++;
      else {
        const found = compareAt(photo, piece, box);
        off += found.off;
        opaque += found.opaque;
        soft += found.soft;
        shown += found.shown;
      }
    }
    const measure = measuresOn(on);
    measures.push(
      measure('boxes beside the picture, or of another size than their image', stray, '', { atMost: 0 }),
      measure('opaque pixels: mean difference from the photograph there', off / opaque, '/255', { atMost: 1 }),
      measure('pixels that are partly transparent', soft / shown, 'share', { atLeast: 0.01 }),
    );
  }
  return measures;
};

function compareAt(photo: Photo, piece: Photo, box: { x: number; y: number }) {
  let [off, opaque, soft, shown] = [0, 0, 0, 0];
  for (let y = 0; y < piece.height; y++) {
    for (let x = 0; x < piece.width; x++) {
      const i = y * piece.width + x;
      const alpha = piece.alpha?.[i] ?? 255;
      if (alpha > 5) shown++;
      if (alpha > 5 && alpha < 250) soft++;
      if (alpha !== 255) continue;
      opaque++;
      const there = ((box.y + y) * photo.width + box.x + x) * 3;
      for (let c = 0; c < 3; c++) off += Math.abs(piece.rgb[i * 3 + c]! - photo.rgb[there + c]!) / 3;
    }
  }
  return { off, opaque, soft, shown };
}

/** Garments: none overlap, and all are on people. */
export const measureGarments: Measurement = async (spec, { quick }) => {
  const measures: Measure[] = [];
  const classes = 'tops,coat,skirt,pants,bag,shoes,hat';
  for (const on of photographs(quick)) {
    const upload = await uploadOf(spec, findPeople(on), 'whole', quick);
    const photo = await decodePhoto(upload);
    const output = await run(spec, upload, { out_mode: '1', cloth_class: classes, return_form: 'mask' });
    if (output.kind !== 'apparel') throw new Error(`${spec.id} made ${output.kind}`);
    const masks = await Promise.all(Object.values(output.classes).map(async ({ bytes }) => decodePhoto(bytes)));
    const people = enlarge(await portraitMatte(photo), photo.width, photo.height);
    const things = enlarge((await objectMatte(photo)) ?? createPlane(1, 1), photo.width, photo.height);
    let [worn, twice, off] = [0, 0, 0];
    for (let i = 0; i < people.data.length; i++) {
      const here = masks.filter(({ rgb }) => rgb[i * 3]! > 127).length;
      if (here > 0) worn++;
      if (here > 1) twice++;
      if (here > 0 && people.data[i]! < 0.05 && things.data[i]! < 0.05) off++;
    }
    const measure = measuresOn(on);
    const unseen = 'pixels where neither MODNet nor U²-Net sees anything';
    measures.push(
      measure(`garments found (${Object.keys(output.classes).join(', ')})`, masks.length, ''),
      measure('pixels in two garments', twice / worn, 'share of all', { atMost: 0.02 }),
      measure(unseen, off / worn, 'share of all', { atMost: 0.1 }),
    );
  }
  return measures;
};
