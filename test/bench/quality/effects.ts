/** Effects by degree and by switch: nothing at zero, more with more, and nothing where the effect has no business. */

import type { NumberField, OperationId, OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { type Face, findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { difference } from './compare.ts';
import type { Bench, Measure } from './measure.ts';
import { someone, uploadOf } from './people.ts';
import { picture, type Texts } from './run.ts';
import { features, plainFaces, type Territory, territory } from './territory.ts';

interface Effect {
  /** Sent with every request: everybody is to be done. */
  readonly always?: Texts;
  /** What each field may change. Fields without a territory change the whole picture. */
  readonly fields: Readonly<Record<string, readonly Territory[]>>;
  /** Fields that work on skin, and so must leave eyes and lips alone. */
  readonly skin?: readonly string[];
}

/** The switches of smart-skin-advanced, each for one thing. */
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
    const upload = await uploadOf(spec, someone(on), 'whole', quick);
    const photo = await decodePhoto(upload);
    found.push({ on, upload, photo, faces: await findFaces(photo, 20) });
  }
  return found;
}

/** The parameters without any effect. */
function neutral(spec: OperationSpec, { always = {}, fields }: Effect): Texts {
  const zeros = spec.fields.filter((field) => field.name in fields).map((field) => [field.name, zeroOf(field)]);
  return { ...always, ...Object.fromEntries(zeros) };
}

const zeroOf = (field: OperationSpec['fields'][number]): string => {
  if (field.kind === 'switch') return String(field.off);
  return String((field as NumberField).neutral ?? 0);
};

export async function measureEffects(spec: OperationSpec, { quick }: Bench): Promise<Measure[]> {
  const effect = effects[spec.id];
  if (!effect) return [];
  const measures: Measure[] = [];
  const zero = neutral(spec, effect);
  const isByDegree = spec.fields.some((field) => 'neutral' in field && field.neutral !== undefined);
  for (const scene of await scenes(spec, quick)) {
    const { on, upload, photo } = scene;
    if (isByDegree) {
      const { most } = difference(photo, await picture(spec, upload, zero));
      measures.push({ name: 'nothing changes at zero: largest change', on, value: most, unit: '/255', atMost: 0 });
    }
    for (const field of spec.fields.filter(({ name }) => name in effect.fields)) {
      measures.push(...(await measureField(spec, field, { ...scene, zero, effect, quick })));
    }
  }
  return measures;
}

async function measureField(
  spec: OperationSpec,
  field: OperationSpec['fields'][number],
  { on, upload, photo, faces, zero, effect, quick }: Scene & { zero: Texts; effect: Effect; quick: boolean },
): Promise<Measure[]> {
  const measures: Measure[] = [];
  const { name } = field;
  const steps = field.kind === 'switch' ? [1] : quick || on === 'astronaut' ? [0.5, 1] : [0.25, 0.5, 0.75, 1];
  const changes: number[] = [];
  let full = photo;
  for (const step of steps) {
    const value = field.kind === 'switch' ? field.on : Math.round(step * (field as NumberField).max * 100) / 100;
    full = await picture(spec, upload, { ...zero, [name]: String(value) });
    changes.push(difference(photo, full).mean);
  }
  measures.push({ name: `${name}: mean change at full strength`, on, value: changes.at(-1)!, unit: '/255' });
  if (steps.length > 1) {
    const rises = changes.map((change, i) => change - (changes[i - 1] ?? 0));
    const minRise = Math.min(...rises) / changes.at(-1)!;
    measures.push({
      name: `${name}: smallest step up, of the whole`,
      on,
      value: minRise,
      unit: 'share',
      atLeast: 1e-6,
    });
  }
  const where = await territory(photo, faces, effect.fields[name]!);
  const outside = difference(photo, full, where, 'outside');
  measures.push({ name: `${name}: largest change elsewhere`, on, value: outside.most, unit: '/255', atMost: 1 });
  if (outside.most > 1) {
    measures.push({ name: `${name}: pixels changed elsewhere`, on, value: outside.changed, unit: 'share' });
  }
  if (effect.skin?.includes(name)) {
    const { most } = difference(photo, full, features(photo, plainFaces(faces)));
    measures.push({ name: `${name}: largest change of eyes and lips`, on, value: most, unit: '/255', atMost: 1 });
  }
  return measures;
}
