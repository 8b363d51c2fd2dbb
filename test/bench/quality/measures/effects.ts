/** Effects by degree and by switch: no change at zero, more change at higher degrees, and none elsewhere. */
import type { NumberField, OperationId, OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { type Face, findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { decodePhoto, type Photo } from '../../../../engine/vision/photo/decode.ts';
import { type Measure, measuresOn } from '../../shared/measure.ts';
import { findPeople, uploadOf } from '../people.ts';
import type { Measurement } from '../report.ts';
import { picture, type Texts } from '../run.ts';
import { difference } from './compare.ts';
import { features, plainFaces, type Territory, territory } from './territory.ts';

interface Effect {
  readonly always?: Texts;
  /** Territories of each field; the whole picture without any. */
  readonly fields: Readonly<Record<string, readonly Territory[]>>;
  /** Fields that retouch skin, and must not change eyes and lips. */
  readonly skin?: readonly string[];
}

export const skinSwitches = [
  'acne_removal',
  'spot_correction',
  'skin_brightening',
  'skin_smoothing',
  'pore_control',
  'wrinkle_reduction',
  'under_eye_correction',
  'scar_reduction',
];
const switches = ['smart_skin', ...skinSwitches];

const effects: Partial<Record<OperationId, Effect>> = {
  'face-beauty-pro': {
    fields: {
      whitening: ['people'],
      smoothing: ['people'],
      thinface: ['shape'],
      shrink_face: ['shape'],
      enlarge_eye: ['eyes'],
      remove_eyebrow: ['brows'],
    },
    skin: ['whitening', 'smoothing'],
  },
  'smart-beauty': { always: { multi_face: '1' }, fields: { beauty_level: ['people', 'shape'] } },
  'smart-face-slimming': { fields: { slim_degree: ['shape'] } },
  'smart-skin-advanced': {
    fields: Object.fromEntries(switches.map((name) => [name, ['people'] as const])),
    skin: switches,
  },
};

interface Scene {
  readonly on: string;
  readonly upload: Buffer;
  readonly photo: Photo;
  readonly faces: readonly Face[];
}

async function scenes(spec: OperationSpec, quick: boolean): Promise<Scene[]> {
  const found: Scene[] = [];
  for (const on of quick ? ['group 3'] : ['group 3', 'astronaut']) {
    const upload = await uploadOf(spec, findPeople(on), 'whole', quick);
    const photo = await decodePhoto(upload);
    found.push({ on, upload, photo, faces: await findFaces(photo, 20) });
  }
  return found;
}

function neutral(spec: OperationSpec, { always = {}, fields }: Effect): Texts {
  const zeros = spec.fields.filter((field) => field.name in fields).map((field) => [field.name, zeroOf(field)]);
  return { ...always, ...Object.fromEntries(zeros) };
}

const zeroOf = (field: OperationSpec['fields'][number]): string => {
  if (field.kind === 'switch') return String(field.off);
  return String((field as NumberField).neutral ?? 0);
};

export const measureEffects: Measurement = async (spec, { quick }) => {
  const effect = effects[spec.id];
  if (!effect) return [];
  const measures: Measure[] = [];
  const zero = neutral(spec, effect);
  const isByDegree = spec.fields.some((field) => 'neutral' in field && field.neutral !== undefined);
  for (const scene of await scenes(spec, quick)) {
    const { on, upload, photo } = scene;
    if (isByDegree) {
      const { max } = difference(photo, await picture(spec, upload, zero));
      measures.push(measuresOn(on)('nothing changes at zero: largest change', max, '/255', { atMost: 0 }));
    }
    for (const field of spec.fields.filter(({ name }) => name in effect.fields)) {
      measures.push(...(await measureField(spec, field, { ...scene, zero, effect, quick })));
    }
  }
  return measures;
};

async function measureField(
  spec: OperationSpec,
  field: OperationSpec['fields'][number],
  { on, upload, photo, faces, zero, effect, quick }: Scene & { zero: Texts; effect: Effect; quick: boolean },
): Promise<Measure[]> {
  const { name } = field;
  const measure = measuresOn(on);
  const steps = field.kind === 'switch' ? [1] : quick || on === 'astronaut' ? [0.5, 1] : [0.25, 0.5, 0.75, 1];
  const changes: number[] = [];
  let full = photo;
  for (const step of steps) {
    const value = field.kind === 'switch' ? field.on : Math.round(step * (field as NumberField).max * 100) / 100;
    full = await picture(spec, upload, { ...zero, [name]: String(value) });
    changes.push(difference(photo, full).mean);
  }
  const measures = [measure(`${name}: mean change at full strength`, changes.at(-1)!, '/255')];
  if (steps.length > 1) {
    const rises = changes.map((change, i) => change - (changes[i - 1] ?? 0));
    const minRise = Math.min(...rises) / changes.at(-1)!;
    measures.push(measure(`${name}: smallest step up, of the whole`, minRise, 'share', { atLeast: 1e-6 }));
  }
  const allowed = await territory(photo, faces, effect.fields[name]!);
  const outside = difference(photo, full, allowed, 'outside');
  measures.push(measure(`${name}: largest change elsewhere`, outside.max, '/255', { atMost: 1 }));
  if (outside.max > 1) measures.push(measure(`${name}: pixels changed elsewhere`, outside.changed, 'share'));
  if (effect.skin?.includes(name)) {
    const { max } = difference(photo, full, features(photo, plainFaces(faces)));
    measures.push(measure(`${name}: largest change of eyes and lips`, max, '/255', { atMost: 1 }));
  }
  return measures;
}
