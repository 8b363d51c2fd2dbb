import { describe, expect, it } from 'vitest';
import { type Field, operationIds } from '../../../contract/operations/operation-spec.ts';
import { fieldSchema, fromWire, type ParamValue, paramsSchema, toWire } from '../../../contract/operations/params.ts';
import { operationList, operations } from '../../../contract/operations/table.ts';

/** Decimal, because a service may count that way. */
const megabyte = 1_000_000;

/** The limits table of the interface, row by row: formats, megabytes, lower bound, upper bound (both exclusive). */
const limits = {
  'ai-face-rating': ['jpeg png webp', 10, null, [4096, 4096]],
  'face-key-points': ['jpeg bmp png', 8, null, [1920, 1080]],
  'face-beauty-pro': ['jpeg png', 2, [48, 48], [4096, 4096]],
  'smart-skin-advanced': ['jpeg png webp', 10, null, [4096, 4096]],
  'smart-beauty': ['jpeg bmp png', 5, null, [4096, 4096]],
  'apparel-background-removal': ['jpeg bmp png', 5, [50, 50], [3000, 3000]],
  'ai-lip-bite-expressions': ['jpeg png webp', 10, null, [4096, 4096]],
  'smart-face-slimming': ['jpeg png', 6, [128, 128], [5000, 5000]],
  'avatar-extraction': ['jpeg bmp png', 3, [32, 32], [2000, 2000]],
  'ai-eyebrows': ['jpeg png webp', 10, null, [4096, 4096]],
  'skin-analysis': ['jpeg', 2, [200, 200], [4096, 4096]],
  'hairstyle-extraction': ['jpeg bmp png', 3, [32, 32], [2000, 2000]],
  'universal-background-removal': ['jpeg bmp webp png', 3, [32, 32], [2000, 2000]],
  'commodity-background-removal': ['jpeg bmp png', 3, null, [2000, 2000]],
  'portrait-background-removal': ['jpeg bmp webp png', 3, null, [2000, 2000]],
  'ai-red-lip-gloss': ['jpeg png', 5, null, [4096, 4096]],
  'face-analyzer-advanced': ['jpeg png bmp', 20, [32, 32], [4096, 4096]],
} as const;

const fields = {
  'ai-face-rating': ['output_language'],
  'face-key-points': ['max_face_num', 'face_field'],
  'skin-analysis': [],
  'face-analyzer-advanced': [],
  'face-beauty-pro': [
    ...['whitening', 'smoothing', 'thinface', 'shrink_face', 'enlarge_eye', 'remove_eyebrow'],
    ...['filter_type', 'task_type'],
  ],
  'smart-beauty': ['multi_face', 'beauty_level', 'task_type'],
  'smart-skin-advanced':
    'smart_skin acne_removal spot_correction skin_brightening skin_smoothing pore_control wrinkle_reduction under_eye_correction scar_reduction'.split(
      ' ',
    ),
  'ai-lip-bite-expressions': ['grid_count', 'aspect_ratio'],
  'smart-face-slimming': ['slim_degree'],
  'ai-red-lip-gloss': [],
  'ai-eyebrows': ['resolution'],
  'apparel-background-removal': ['out_mode', 'cloth_class', 'return_form'],
  'universal-background-removal': ['return_form'],
  'commodity-background-removal': ['return_form'],
  'portrait-background-removal': ['return_form'],
  'avatar-extraction': ['return_form'],
  'hairstyle-extraction': [],
} as const;

const asynchronous = [
  'ai-face-rating',
  'smart-skin-advanced',
  'ai-lip-bite-expressions',
  'ai-red-lip-gloss',
  'ai-eyebrows',
];

/** Values at the limits of a field, and values just outside. */
function extremes(field: Field): { inside: ParamValue[]; outside: unknown[] } {
  switch (field.kind) {
    case 'integer':
      return { inside: [field.min, field.max], outside: [field.min - 1, field.max + 1, field.min + 0.5, '1', null] };
    case 'number':
      return {
        inside: [field.min, field.max, (field.min + field.max) / 2],
        outside: [field.min - 0.01, field.max + 0.01, '1', Number.NaN],
      };
    case 'choice':
      return { inside: field.choices.map((choice) => choice.value), outside: ['no such choice', 9999, true] };
    case 'multi-choice':
      return {
        inside: [field.choices.map((choice) => String(choice.value)), [String(field.choices[0]?.value)]],
        outside: [[], ['stranger'], 'tops'],
      };
    case 'switch':
      return { inside: [true, false], outside: [1, 'yes', null] };
  }
}

describe('the operation table', () => {
  it('has the seventeen operations, each at the path that ends in its id', () => {
    expect(operationList.map((spec) => spec.id).sort()).toEqual([...operationIds].sort());
    for (const spec of operationList) {
      expect(spec.path).toMatch(
        new RegExp(`^/api/(portrait|cutout)/(analysis|effects|editing|general|portrait)/${spec.id}$`),
      );
    }
  });

  it.each(operationIds)('%s has the limits of the interface', (id) => {
    const [formats, megabytes, larger, smaller] = limits[id];
    for (const input of operations[id].images) {
      expect([...input.formats].sort()).toEqual(formats.split(' ').sort());
      expect(input.maxBytes).toBe(megabytes * megabyte);
      expect(input.largerThan ? [input.largerThan.width, input.largerThan.height] : null).toEqual(larger);
      expect([input.smallerThan.width, input.smallerThan.height]).toEqual(smaller);
      expect(input.maxSidePx).toBe(id === 'universal-background-removal' ? 1999 : undefined);
    }
  });

  it.each([
    ['smart-face-slimming', { minCount: 1, maxCount: 3, side: { bound: 'larger than', px: 64 } }],
    ['face-analyzer-advanced', { minCount: 1, side: { bound: 'at least', px: 64 } }],
    [
      'skin-analysis',
      { minCount: 1, side: { bound: 'at least', px: 160 }, advice: { side: 200, edgePart: 10, turn: 45 } },
    ],
  ] as const)('%s has the face rules of the interface', (id, faces) => {
    expect(operations[id].faces).toEqual(faces);
  });

  it.each(operationIds)('%s accepts and rejects values as the interface requires', (id) => {
    const spec = operations[id];
    expect(spec.fields.map((field) => field.name)).toEqual([...fields[id]]);
    for (const field of spec.fields) {
      const { inside, outside } = extremes(field);
      for (const value of inside) {
        expect(fieldSchema(field).safeParse(value).success, `${field.name}=${value}`).toBe(true);
        expect(fromWire(field, toWire(field, value)), `${field.name}=${value} over the wire`).toEqual({ value });
      }
      for (const value of outside)
        expect(fieldSchema(field).safeParse(value).success, `${field.name}=${value}`).toBe(false);
      if (field.default !== undefined)
        expect(fromWire(field, String(field.default)), `default of ${field.name}`).not.toHaveProperty('problem');
    }
    expect(paramsSchema(spec).safeParse({ stranger: 1 }).success).toBe(false);
    expect(paramsSchema(spec).safeParse({}).success).toBe(true);
  });

  it.each(operationIds)('%s has rules about its own fields only', (id) => {
    const names = new Set(operations[id].fields.map((field) => field.name));
    for (const rule of operations[id].rules) {
      const mentioned = rule.kind === 'overrides' ? [rule.field, ...rule.ignored] : [rule.sets, ...rule.fields];
      expect(mentioned.filter((name) => !names.has(name))).toEqual([]);
    }
    const form = operations[id].outputForm;
    if (form !== undefined) expect(names.has(form)).toBe(true);
  });

  it('knows which operations are tasks and which can be', () => {
    expect(
      operationList
        .filter((spec) => spec.delivery === 'async')
        .map((spec) => spec.id)
        .sort(),
    ).toEqual(asynchronous.sort());
    expect(operationList.filter((spec) => spec.delivery === 'either').map((spec) => spec.id)).toEqual([
      'face-beauty-pro',
      'smart-beauty',
    ]);
  });

  it('has two image inputs for eyebrows and the name image_target for smart beauty', () => {
    expect(operations['ai-eyebrows'].images.map((input) => input.field)).toEqual(['image', 'reference_image']);
    expect(operations['smart-beauty'].images.map((input) => input.field)).toEqual(['image_target']);
    const singleImageSpecs = operationList.filter((spec) => spec.id !== 'ai-eyebrows' && spec.id !== 'smart-beauty');
    for (const spec of singleImageSpecs) expect(spec.images.map((input) => input.field)).toEqual(['image']);
  });

  it('names 35 filters and the nine output languages', () => {
    const filter = operations['face-beauty-pro'].fields.find((field) => field.name === 'filter_type');
    const choices = filter?.kind === 'choice' ? filter.choices : [];
    expect(choices.map((choice) => choice.value)).toEqual(Array.from({ length: 35 }, (_, index) => index + 1));
    expect(choices[0]?.label).toBe('Black and White');
    expect(choices[34]?.label).toBe('Misty Rain');
    expect(choices.filter((choice) => /^Filter \d+$/.test(choice.label)).map((choice) => choice.value)).toEqual([
      11, 15, 21, 30,
    ]);
    const language = operations['ai-face-rating'].fields[0];
    expect(language?.kind === 'choice' && language.choices.map((choice) => choice.value)).toEqual(
      'de-DE en-US es-ES fr-FR ja-JP ko-KR ru-RU zh-CN zh-TW'.split(' '),
    );
  });

  it('rejects 8, 16 and 64 bit PNG where the interface does', () => {
    const refusing = operationList
      .filter((spec) => spec.images[0]?.refusedPngBits !== undefined)
      .map((spec) => spec.id);
    expect(refusing).toEqual([
      'universal-background-removal',
      'commodity-background-removal',
      'portrait-background-removal',
    ]);
  });
});
