import { describe, expect, it } from 'vitest';
import {
  applyRules,
  fromWire,
  isEffective,
  paramsSchema,
  readWire,
  wireFields,
} from '../../../contract/operations/params.ts';
import { operationList, operations } from '../../../contract/operations/table.ts';

const skin = operations['smart-skin-advanced'];
const apparel = operations['apparel-background-removal'];
const beauty = operations['smart-beauty'];
const retouching = operations['face-beauty-pro'];
const points = operations['face-key-points'];

describe('wireFields', () => {
  it('sends only what the user set, in the table’s order', () => {
    expect(wireFields(points, { face_field: ['landmark72', 'age'], max_face_num: 3 })).toEqual([
      ['max_face_num', '3'],
      ['face_field', 'age,landmark72'],
    ]);
    expect(wireFields(points, {})).toEqual([]);
  });

  it('omits fields that a rule makes ineffective', () => {
    expect(wireFields(skin, { smart_skin: true, acne_removal: true })).toEqual([['smart_skin', '1']]);
    expect(wireFields(skin, { smart_skin: false, acne_removal: true })).toEqual([
      ['smart_skin', '0'],
      ['acne_removal', '1'],
    ]);
  });

  it.each([
    [{ out_mode: 1 }, 'out_mode=1'],
    [{ cloth_class: ['hat', 'tops'] }, 'cloth_class=tops,hat'],
    [{ out_mode: 0, cloth_class: ['tops'] }, 'out_mode=0 cloth_class=tops'],
    [{ out_mode: 1, cloth_class: ['tops'] }, 'out_mode=1 cloth_class=tops'],
  ])('sends the mode and the garments independently: %j', (params, expected) => {
    expect(paramsSchema(apparel).safeParse(params).success).toBe(true);
    expect(
      wireFields(apparel, params)
        .map((field) => field.join('='))
        .join(' '),
    ).toBe(expected);
  });

  it('uses the interface’s words for a switch', () => {
    expect(wireFields(beauty, { multi_face: true })).toEqual([['multi_face', '1']]);
    expect(wireFields(beauty, { multi_face: false })).toEqual([['multi_face', '']]);
  });
});

describe('readWire', () => {
  it('completes defaults', () => {
    expect(readWire(points, {}).params).toEqual({ max_face_num: 1, face_field: ['age', 'gender', 'landmark4'] });
  });

  it.each([
    ['nothing', {}, true],
    ['all switches 0', { acne_removal: '0', skin_smoothing: '0' }, true],
    ['smart_skin 0 and all others 0', { smart_skin: '0', acne_removal: '0' }, true],
    ['one switch on', { acne_removal: '1' }, undefined],
  ])('handles smart_skin as the interface requires with %s', (_, texts, expected) => {
    expect(readWire(skin, texts).params.smart_skin).toBe(expected);
  });

  it('drops the other switches while smart_skin is 1', () => {
    expect(readWire(skin, { smart_skin: '1', acne_removal: '1' }).params).toEqual({ smart_skin: true });
  });

  it.each([
    [{ out_mode: '1' }, { out_mode: 1 }],
    [{ cloth_class: 'tops, bag' }, { cloth_class: ['tops', 'bag'] }],
    [
      { out_mode: '0', cloth_class: 'bag' },
      { out_mode: 0, cloth_class: ['bag'] },
    ],
    [{ out_mode: '1', cloth_class: ',' }, { out_mode: 1 }],
  ])('reads the mode and the garments independently: %j', (texts, params) => {
    expect(readWire(apparel, texts)).toEqual({ params, problems: [] });
  });

  const fields = operationList.flatMap((spec) =>
    spec.fields.map((field) => ({ name: `${spec.id} ${field.name}`, spec, field })),
  );
  it.each(fields)('treats an empty $name as missing', ({ spec, field }) => {
    const left = readWire(spec, {});
    for (const text of ['', '  ']) expect(readWire(spec, { [field.name]: text })).toEqual(left);
  });

  it('takes an empty degree as 50', () => {
    expect(readWire(retouching, { whitening: '' }).params.whitening).toBe(50);
  });

  it('treats any other word for multi_face as off', () => {
    for (const word of ['', '0', '2', 'true'])
      expect(readWire(beauty, { multi_face: word }).params.multi_face).toBe(false);
    expect(readWire(beauty, { multi_face: '1' }).params.multi_face).toBe(true);
  });
});

describe('fromWire', () => {
  const [number] = points.fields;
  const [level] = beauty.fields.filter((field) => field.name === 'beauty_level');
  it.each([
    [number, '1.5', 'format'],
    [number, '1e1', 'format'],
    [number, 'ten', 'format'],
    [number, '11', 'range'],
    [number, '0', 'range'],
    [level, '1.01', 'range'],
    [level, 'NaN', 'format'],
    [points.fields[1], 'age,beard', 'value'],
    [skin.fields[0], '2', 'value'],
  ])('rejects %o with %s as %s', (field, text, kind) => {
    expect(fromWire(field!, text)).toMatchObject({ problem: { kind } });
  });

  it('reads decimals as the interface shows them', () => {
    for (const [text, value] of [
      ['.5', 0.5],
      ['0.50', 0.5],
      ['1', 1],
      ['1.', 1],
      ['1e-1', 0.1],
    ] as const)
      expect(fromWire(level!, text)).toEqual({ value });
  });
});

describe('rules', () => {
  it('disable invalid choices in the form', () => {
    expect(isEffective(skin, 'acne_removal', { smart_skin: true })).toBe(false);
    expect(isEffective(skin, 'acne_removal', {})).toBe(true);
  });

  it('apply without changing the input', () => {
    const params = { smart_skin: true, acne_removal: true };
    expect(applyRules(skin, params)).toEqual({ smart_skin: true });
    expect(params).toEqual({ smart_skin: true, acne_removal: true });
  });
});
