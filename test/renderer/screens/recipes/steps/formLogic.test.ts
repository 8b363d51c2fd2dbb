import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import '../../../../../renderer/locales/setup.ts';
import type { ChoiceField } from '../../../../../contract/operations/operation-spec.ts';
import { paramsSchema } from '../../../../../contract/operations/params.ts';
import { operationList, operations } from '../../../../../contract/operations/table.ts';
import {
  choicesOf,
  defaultText,
  groupsOf,
  isImplied,
  overriddenBy,
  serviceDefault,
  sliderDefault,
  withParam,
} from '../../../../../renderer/screens/recipes/steps/formLogic.ts';

const skin = operations['smart-skin-advanced'];
const clothes = operations['apparel-background-removal'];
const beauty = operations['face-beauty-pro'];
const fieldOf = (spec: (typeof operationList)[number], name: string) => {
  const field = spec.fields.find((each) => each.name === name);
  if (!field) throw new Error(`${spec.id} has no field ${name}`);
  return field;
};

describe('groupsOf', () => {
  it.each(operationList.map((spec) => [spec.id, spec] as const))('shows every field of %s once', (_, spec) => {
    const names = groupsOf(spec.fields).flatMap((group) => group.fields.map((field) => field.name));
    expect(names.sort()).toEqual(spec.fields.map((field) => field.name).sort());
  });

  it('keeps the order of the headings', () => {
    expect(groupsOf(beauty.fields).map((group) => group.title)).toEqual(['Skin', 'Shape', 'Filter', 'Delivery']);
  });

  it('puts fields without a heading first', () => {
    expect(groupsOf(operations['smart-beauty'].fields).map((group) => group.title)).toEqual([null, 'Delivery']);
  });
});

describe('choicesOf', () => {
  const choices = (spec: (typeof operationList)[number], name: string) =>
    choicesOf(fieldOf(spec, name) as ChoiceField, i18next.t).map(({ label }) => label);

  it('starts with a text for the service’s default', () => {
    expect(choices(clothes, 'return_form').slice(0, 2)).toEqual(['Transparent', 'Mask (black and white)']);
    expect(choices(beauty, 'filter_type')[0]).toMatch(/^[^ ].* \(service default\)$|^Service default$/);
  });

  it.each(operationList.map((spec) => [spec.id, spec] as const))('has each value of %s once', (_, spec) => {
    for (const field of spec.fields.filter((each) => each.kind === 'choice')) {
      const values = choicesOf(field, i18next.t).map(({ value }) => value);
      expect(values[0]).toBe(serviceDefault);
      expect(new Set(values).size).toBe(field.choices.length + 1);
    }
  });
});

describe('withParam', () => {
  it('sets a value and resets it to the service’s default', () => {
    const set = withParam({ smoothing: 10 }, 'whitening', 30);
    expect(set).toEqual({ smoothing: 10, whitening: 30 });
    expect(withParam(set, 'whitening', undefined)).toEqual({ smoothing: 10 });
  });

  it('treats an empty list as the service’s default', () => {
    expect(withParam({ cloth_class: ['hat'] }, 'cloth_class', [])).toEqual({});
  });

  it('keeps false: a switch that is off differs from the default', () => {
    expect(withParam({}, 'skin_smoothing', false)).toEqual({ skin_smoothing: false });
  });

  it('creates parameters that the validator accepts', () => {
    const params = withParam(withParam({}, 'out_mode', 1), 'cloth_class', ['tops', 'hat']);
    expect(paramsSchema(clothes).safeParse(params).success).toBe(true);
  });
});

describe('overriddenBy', () => {
  it('names the switch that overrides', () => {
    expect(overriddenBy(skin, 'skin_smoothing', { smart_skin: true })).toBe('All in one');
    expect(overriddenBy(skin, 'skin_smoothing', { smart_skin: false })).toBeNull();
    expect(overriddenBy(skin, 'smart_skin', { smart_skin: true })).toBeNull();
    expect(overriddenBy(clothes, 'cloth_class', {})).toBeNull();
  });
});

describe('isImplied', () => {
  it.each([
    [{}, true],
    [{ smart_skin: false }, true],
    [{ smart_skin: false, skin_smoothing: false }, true],
    [{ skin_smoothing: true }, false],
    [{ smart_skin: true }, false],
  ])('all in one is on automatically with %j: %s', (params, expected) => {
    expect(isImplied(skin, 'smart_skin', params)).toBe(expected);
    expect(isImplied(skin, 'skin_smoothing', params)).toBe(false);
  });
});

describe('service defaults', () => {
  it.each([
    [beauty, 'whitening', '50'],
    [beauty, 'filter_type', null],
    [beauty, 'task_type', 'Immediate'],
    [operations['ai-face-rating'], 'output_language', 'English'],
    [operations['face-key-points'], 'face_field', 'Age, Gender, 4 points'],
    [skin, 'smart_skin', null],
    [operations['smart-beauty'], 'multi_face', 'largest face only'],
  ] as const)('are put in words', (spec, name, words) => {
    expect(defaultText(fieldOf(spec, name))).toBe(words);
  });

  it('position the slider at the default, or else at the value without effect', () => {
    const slim = fieldOf(operations['smart-face-slimming'], 'slim_degree');
    if (slim.kind !== 'number') throw new Error('slim_degree is a number');
    expect(sliderDefault(slim)).toBe(1);
    const { default: _, ...without } = slim;
    expect(sliderDefault(without)).toBe(0);
  });
});
