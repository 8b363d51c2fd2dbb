/** Cutouts held against an alpha that is known, beside what a network alone would give: its small mask, enlarged. */
import sharp from 'sharp';
import type { OperationId, OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { createPlane, enlarge } from '../../../engine/pixels/plane.ts';
import { objectMatte } from '../../../engine/vision/matting/networks/object-matte.ts';
import { portraitMatte } from '../../../engine/vision/matting/networks/portrait-matte.ts';
import type { Photo } from '../../../engine/vision/photo/decode.ts';
import { group } from '../../helpers/faces.ts';
import {
  composite,
  errorsOf,
  type GroundTruthAlpha,
  hairyHead,
  mug,
  tableWithShadow,
} from '../../helpers/ground-truth-alpha.ts';
import type { Bench, Measure } from './measure.ts';
import { encodeFor, nobody } from './people.ts';
import { alphaOf, peopleOn } from './people-on.ts';
import { picture } from './run.ts';

interface Case extends GroundTruthAlpha {
  readonly on: string;
}

/** Measures the operation and its peer on every picture it is meant for. */
export async function measureCutouts(spec: OperationSpec, { quick }: Bench): Promise<Measure[]> {
  const measures: Measure[] = [];
  const peer = spec.id === 'portrait-background-removal' ? 'MODNet enlarged' : 'U²-Net enlarged';
  for (const { on, photo, alpha } of await casesFor(spec.id, quick)) {
    const upload = await encodeFor(spec, sharp(photo.rgb, { raw: { ...sizeOf(photo), channels: 3 } }));
    const ours = errorsOf(alphaOf(await picture(spec, upload)), alpha);
    const small = spec.id === 'portrait-background-removal' ? await portraitMatte(photo) : await objectMatte(photo);
    const theirs = errorsOf(enlarge(small ?? createPlane(1, 1), photo.width, photo.height), alpha);
    const row = (name: string, value: number, atMost?: number): Measure => {
      return { name, on, value, unit: '0..1', ...(atMost === undefined ? {} : { atMost }) };
    };
    measures.push(
      row('mean absolute error', ours.all, theirs.all),
      row(`mean absolute error, ${peer}`, theirs.all),
      row('error at the edge (8 px)', ours.edge, theirs.edge),
      row(`error at the edge, ${peer}`, theirs.edge),
      row('gradient error at the edge', ours.gradient, theirs.gradient),
      row(`gradient error at the edge, ${peer}`, theirs.gradient),
    );
  }
  return measures;
}

const sizeOf = ({ width, height }: Photo) => ({ width, height });

/** Backgrounds that are photographs themselves, without anybody in the way. */
async function backgrounds() {
  return {
    'a café, out of focus': await sharp(nobody).blur(10).png().toBuffer(),
    'a staircase': await sharp(group(5)).extract({ left: 0, top: 0, width: 400, height: 600 }).png().toBuffer(),
  };
}

async function casesFor(id: OperationId, quick: boolean): Promise<Case[]> {
  const cases: Case[] = [];
  if (id !== 'commodity-background-removal') {
    const chosenBackgrounds = Object.entries(await backgrounds()).slice(0, quick ? 1 : undefined);
    for (const [name, background] of chosenBackgrounds) {
      for (const who of quick ? ['group 6'] : ['group 6', 'group 4']) {
        cases.push({ on: `${who} before ${name}`, ...(await peopleOn(who, background)) });
      }
    }
  }
  if (id === 'portrait-background-removal') return cases;
  const table = await tableWithShadow(1120, 880);
  const red = mug(1120, 880, ['#8c2f24', '#d9604a', '#5e1b14']);
  const white = mug(1120, 880, ['#e6e2da', '#fbfaf7', '#b9b3a8']);
  cases.push({ on: 'a red mug (drawn) with a shadow', ...(await composite(red, table)) });
  if (quick) return cases;
  cases.push({
    on: 'a white mug (drawn) in a café',
    ...(await composite(white, (await backgrounds())['a café, out of focus'])),
  });
  if (id === 'universal-background-removal') {
    const strands = hairyHead(1000, 1000);
    cases.push({ on: 'a drawn head with strands', ...(await composite(strands, await plainWall())) });
  }
  return cases;
}

function plainWall(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: '#9fb4c4' } })
    .png()
    .toBuffer();
}
