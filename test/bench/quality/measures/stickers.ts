import { findAreas } from '../../../../engine/pixels/components.ts';
import type { Photo } from '../../../../engine/vision/photo/decode.ts';
import { type Measure, measuresOn } from '../../shared/measure.ts';
import { findPeople, uploadOf } from '../people.ts';
import type { Measurement } from '../report.ts';
import { picture } from '../run.ts';

const minStickerShare = 0.005;

export const measureStickers: Measurement = async (spec, { quick }) => {
  const on = 'astronaut';
  const measure = measuresOn(on);
  const upload = await uploadOf(spec, findPeople(on), 'head', quick);
  const measures: Measure[] = [];
  const ratios = spec.fields.find(({ name }) => name === 'aspect_ratio');
  const choices = ratios?.kind === 'choice' ? ratios.choices.map(({ value }) => String(value)) : [];
  for (const ratio of quick ? ['1:1', '9:16'] : choices) {
    const { width, height } = await picture(spec, upload, { grid_count: '1', aspect_ratio: ratio });
    const [across, down] = ratio.split(':').map(Number);
    const off = Math.abs((width / height) * (down! / across!) - 1);
    measures.push(measure(`${ratio}: error of the ratio`, off, 'share', { atMost: 0.01 }));
  }
  for (const count of quick ? [4] : [1, 4, 6, 9]) {
    const sheet = await picture(spec, upload, { grid_count: String(count), aspect_ratio: '1:1' });
    const bounds = { atLeast: count, atMost: count };
    measures.push(measure(`${count} asked for: stickers on the sheet`, countStickers(sheet), '', bounds));
  }
  return measures;
};

/** Counts separate areas that are opaque, or without alpha, that differ from the color of the corner. */
function countStickers({ width, height, rgb, alpha }: Photo): number {
  const mask = new Uint8Array(width * height);
  for (let i = 0; i < mask.length; i++) {
    const differs = Math.max(...[0, 1, 2].map((c) => Math.abs(rgb[i * 3 + c]! - rgb[c]!))) > 4;
    mask[i] = (alpha ? alpha[i]! > 127 : differs) ? 1 : 0;
  }
  const { sizes, values } = findAreas(mask, width, height);
  return sizes.filter((size, i) => values[i] === 1 && size > mask.length * minStickerShare).length;
}
