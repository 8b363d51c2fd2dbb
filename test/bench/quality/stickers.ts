/** Sheets of stickers: the ratio that was asked for, as many stickers as were asked for, each with a face of its own. */

import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { findAreas } from '../../../engine/pixels/components.ts';
import type { Photo } from '../../../engine/vision/photo/decode.ts';
import type { Bench, Measure } from './measure.ts';
import { someone, uploadOf } from './people.ts';
import { picture } from './run.ts';

/** An area smaller than this part of the sheet is no sticker. */
const speck = 0.005;

export async function measureStickers(spec: OperationSpec, { quick }: Bench): Promise<Measure[]> {
  const on = 'astronaut';
  const upload = await uploadOf(spec, someone(on), 'head', quick);
  const measures: Measure[] = [];
  const ratios = spec.fields.find(({ name }) => name === 'aspect_ratio');
  const choices = ratios?.kind === 'choice' ? ratios.choices.map(({ value }) => String(value)) : [];
  for (const ratio of quick ? ['1:1', '9:16'] : choices) {
    const { width, height } = await picture(spec, upload, { grid_count: '1', aspect_ratio: ratio });
    const [across, down] = ratio.split(':').map(Number);
    const off = Math.abs((width / height) * (down! / across!) - 1);
    measures.push({ name: `${ratio}: error of the ratio`, on, value: off, unit: 'share', atMost: 0.01 });
  }
  for (const count of quick ? [4] : [1, 4, 6, 9]) {
    const sheet = await picture(spec, upload, { grid_count: String(count), aspect_ratio: '1:1' });
    const stickers = stickersOn(sheet);
    measures.push({
      name: `${count} asked for: stickers on the sheet`,
      on,
      value: stickers,
      unit: '',
      atLeast: count,
      atMost: count,
    });
  }
  return measures;
}

/** Areas that stand apart: of what is not transparent, or where all is opaque, not of the corner's colour. */
function stickersOn({ width, height, rgb, alpha }: Photo): number {
  const mask = new Uint8Array(width * height);
  for (let i = 0; i < mask.length; i++) {
    const differs = Math.max(...[0, 1, 2].map((c) => Math.abs(rgb[i * 3 + c]! - rgb[c]!))) > 4;
    mask[i] = (alpha ? alpha[i]! > 127 : differs) ? 1 : 0;
  }
  const { sizes, values } = findAreas(mask, width, height);
  return sizes.filter((size, i) => values[i] === 1 && size > mask.length * speck).length;
}
