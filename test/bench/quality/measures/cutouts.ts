/** Errors of cutouts against a known alpha, next to those of the network alone with its small matte enlarged. */
import sharp from 'sharp';
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import { createPlane, enlarge } from '../../../../engine/pixels/plane.ts';
import { objectMatte } from '../../../../engine/vision/matting/networks/object-matte.ts';
import { portraitMatte } from '../../../../engine/vision/matting/networks/portrait-matte.ts';
import type { Photo } from '../../../../engine/vision/photo/decode.ts';
import { group } from '../../../helpers/face/faces.ts';
import {
  composite,
  errorsOf,
  type GroundTruthAlpha,
  hairyHead,
  mug,
  tableWithShadow,
} from '../../../helpers/photograph/ground-truth-alpha.ts';
import { type Measure, measuresOn } from '../../shared/measure.ts';
import { encodeFor, sceneWithoutPeople } from '../people.ts';
import { alphaOf, peopleOn } from '../people-on.ts';
import type { Measurement } from '../report.ts';
import { picture } from '../run.ts';

interface Case extends GroundTruthAlpha {
  readonly on: string;
}

export const measureCutouts: Measurement = async (spec, { quick }) => {
  const measures: Measure[] = [];
  const peer = spec.id === 'portrait-background-removal' ? 'MODNet enlarged' : 'U²-Net enlarged';
  for (const { on, photo, alpha } of await casesFor(spec.id, quick)) {
    const upload = await encodeFor(spec, sharp(photo.rgb, { raw: { ...sizeOf(photo), channels: 3 } }));
    const ours = errorsOf(alphaOf(await picture(spec, upload)), alpha);
    const small = spec.id === 'portrait-background-removal' ? await portraitMatte(photo) : await objectMatte(photo);
    const theirs = errorsOf(enlarge(small ?? createPlane(1, 1), photo.width, photo.height), alpha);
    const measure = measuresOn(on);
    for (const [kind, name, detail] of [
      ['all', 'mean absolute error', ''],
      ['edge', 'error at the edge', ' (8 px)'],
      ['gradient', 'gradient error at the edge', ''],
    ] as const) {
      measures.push(measure(`${name}${detail}`, ours[kind], '0..1', { atMost: theirs[kind] }));
      measures.push(measure(`${name}, ${peer}`, theirs[kind], '0..1'));
    }
  }
  return measures;
};

const sizeOf = ({ width, height }: Photo) => ({ width, height });

async function backgrounds() {
  return {
    'a café, out of focus': await sharp(sceneWithoutPeople).blur(10).png().toBuffer(),
    'a staircase': await sharp(group(5)).extract({ left: 0, top: 0, width: 400, height: 600 }).png().toBuffer(),
  };
}

async function casesFor(id: OperationId, quick: boolean): Promise<Case[]> {
  const cases: Case[] = [];
  if (id !== 'commodity-background-removal') {
    for (const [name, background] of Object.entries(await backgrounds()).slice(0, quick ? 1 : undefined)) {
      for (const who of quick ? ['group 6'] : ['group 6', 'group 4']) {
        cases.push({ on: `${who} before ${name}`, ...(await peopleOn(who, background)) });
      }
    }
  }
  if (id === 'portrait-background-removal') return cases;
  const table = await tableWithShadow(1120, 880);
  const add = async (on: string, ...parts: Parameters<typeof composite>) =>
    cases.push({ on, ...(await composite(...parts)) });
  await add('a red mug (drawn) with a shadow', mug(1120, 880, ['#8c2f24', '#d9604a', '#5e1b14']), table);
  if (quick) return cases;
  const cafe = (await backgrounds())['a café, out of focus'];
  await add('a white mug (drawn) in a café', mug(1120, 880, ['#e6e2da', '#fbfaf7', '#b9b3a8']), cafe);
  if (id === 'universal-background-removal') {
    const wall = sharp({ create: { width: 64, height: 64, channels: 3, background: '#9fb4c4' } });
    await add('a drawn head with strands', hairyHead(1000, 1000), await wall.png().toBuffer());
  }
  return cases;
}
