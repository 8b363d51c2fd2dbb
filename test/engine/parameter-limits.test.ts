/** Every parameter of the operation table at its limits and just outside, sent to a running server. */
import { beforeAll, expect, test } from 'vitest';
import type { Field } from '../../contract/operations/operation-spec.ts';
import { operationList } from '../../contract/operations/table.ts';
import { imageOf } from '../helpers/engine/engine-images.ts';
import { errorCodeOf, postImage, sharedEngine } from '../helpers/engine/running-engine.ts';

const engine = sharedEngine();
const rows = operationList.flatMap((spec) =>
  spec.fields.map((field) => ({ name: `${spec.id} ${field.name}`, spec, field })),
);

let image: Buffer;
beforeAll(async () => {
  image = await imageOf('jpeg', 300, 300);
});

/** Values that a field accepts, and values just outside with their error codes. */
function valuesOf(field: Field): { taken: string[]; refused: [string, string][] } {
  const strange: [string, string] = ['no such word', 'UNSUPPORTED_PARAMETER_VALUES'];
  switch (field.kind) {
    case 'integer':
    case 'number': {
      const beyond = field.kind === 'integer' ? 1 : 0.01;
      const far = [field.min - beyond, field.max + beyond];
      return {
        taken: [field.min, field.max].map(String),
        refused: [
          ...far.map((value): [string, string] => [String(value), 'UNSUPPORTED_PARAMETER_VALUES']),
          ['much', 'ERROR_PARAMETER_CONVERSION_FAILED'],
        ],
      };
    }
    case 'choice':
      return { taken: field.choices.map(({ value }) => String(value)), refused: [strange] };
    case 'multi-choice': {
      const words = field.choices.map(({ value }) => String(value));
      return { taken: [words[0]!, words.join(',')], refused: [strange, [`${words[0]},x`, strange[1]]] };
    }
    case 'switch':
      // According to the interface, unknown words for multi_face mean "off".
      return {
        taken: [String(field.on), String(field.off), ...(typeof field.on === 'string' ? ['any other'] : [])],
        refused: typeof field.on === 'string' ? [] : [['2', strange[1]]],
      };
    default:
      return field satisfies never;
  }
}

test.each(rows)('$name accepts its values', async ({ spec, field }) => {
  const { taken } = valuesOf(field);
  const seen = await Promise.all(
    taken.map(async (value) => errorCodeOf(await postImage(engine(), spec.id, image, { [field.name]: value }))),
  );
  expect(seen).toEqual(taken.map(() => 'taken'));
});

const strict = rows.filter(({ field }) => valuesOf(field).refused.length > 0);

test.each(strict)('$name rejects values just outside its range', async ({ spec, field }) => {
  const { refused } = valuesOf(field);
  const seen = await Promise.all(
    refused.map(async ([value]) => [
      value,
      errorCodeOf(await postImage(engine(), spec.id, image, { [field.name]: value })),
    ]),
  );
  expect(seen).toEqual(refused);
});

test.each(['out_mode=0', 'out_mode=1', 'cloth_class=hat', 'out_mode=0&cloth_class=hat', 'out_mode=1&cloth_class=hat'])(
  'garments are accepted with %s: neither field requires the other',
  async (query) => {
    const entries = Object.fromEntries(new URLSearchParams(query));
    expect(errorCodeOf(await postImage(engine(), 'apparel-background-removal', image, entries))).toBe('taken');
  },
);
