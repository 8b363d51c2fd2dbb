/** Stability of analyses when the photograph is compressed again. */
import sharp from 'sharp';
import type { OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { type Measure, measuresOn } from '../../shared/measure.ts';
import { mean } from '../../shared/statistics.ts';
import { people, uploadOf } from '../people.ts';
import type { Measurement } from '../report.ts';
import { analysis } from '../run.ts';

/** Opinions (enumerated values) and measurements (confidences, scores) of an analysis, by name. */
interface Reading {
  readonly opinions: ReadonlyMap<string, number>;
  readonly measurements: ReadonlyMap<string, number>;
}

const qualities = [85, 60];

export const measureStability: Measurement = async (spec, { quick }) => {
  const measures: Measure[] = [];
  const kept: number[] = [];
  for (const who of people.slice(0, quick ? 2 : 7)) {
    const upload = await uploadOf(spec, who, 'head', quick);
    const original = read(spec, await analysis(spec, upload));
    for (const quality of quick ? qualities.slice(1) : qualities) {
      const again = await sharp(upload).jpeg({ quality }).toBuffer();
      const found = read(spec, await analysis(spec, again));
      const same = [...original.opinions].map(([name, value]) => Number(found.opinions.get(name) === value));
      const shift = [...original.measurements].map(([name, value]) => Math.abs(found.measurements.get(name)! - value));
      kept.push(mean(same));
      const measure = measuresOn(who.name);
      const jpeg = `JPEG of quality ${quality}`;
      measures.push(
        measure(`${jpeg}: the same of ${same.length} opinions`, mean(same), 'share'),
        measure(`${jpeg}: mean shift of a measurement`, mean(shift), unitOf(spec)),
      );
    }
  }
  return [...measures, measuresOn('everybody')('the same opinions', mean(kept), 'share', { atLeast: 0.9 })];
};

const unitOf = ({ result }: OperationSpec) => (result === 'skin' ? '0..1' : 'of 100');

// biome-ignore lint/suspicious/noExplicitAny: the interface's JSON
function read(spec: OperationSpec, body: any): Reading {
  const opinions = new Map<string, number>();
  const measurements = new Map<string, number>();
  if (spec.result === 'skin') {
    for (const [name, finding] of Object.entries<{ value?: number; confidence?: number }>(body.result)) {
      if (finding.value === undefined) continue;
      opinions.set(name, finding.value);
      measurements.set(name, finding.confidence!);
    }
    opinions.set('skin_type', body.result.skin_type.skin_type);
    return { opinions, measurements };
  }
  const { data } = body;
  for (const name of ['gender_list', 'expressions', 'hat_list', 'glasses', 'masks']) opinions.set(name, data[name][0]);
  for (const name of ['age_list', 'beauty_list']) measurements.set(name, data[name][0]);
  for (const [name, list] of Object.entries<number[]>(data.qualities)) measurements.set(name, list[0]!);
  return { opinions, measurements };
}
