import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { operationIds } from '../../../../contract/operations/operation-spec.ts';
import { operationList, operations } from '../../../../contract/operations/table.ts';
import { maxBytesFor } from '../../../../engine/service/interface/check-image.ts';
import { describeEngine } from '../../../../engine/service/openapi/describe-engine.ts';
import type { OpenApiDocument } from '../../../helpers/engine/described-answers.ts';

const document = describeEngine('http://127.0.0.1:4711', 'x-my-key') as unknown as OpenApiDocument;

const postOf = (id: (typeof operationIds)[number]) => document.paths[operations[id].path]!.post!;
const formOf = (id: (typeof operationIds)[number]) => postOf(id).requestBody!.content['multipart/form-data']!;

test('a public validator accepts it as OpenAPI 3.1, with every reference resolved', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
  expect(errors).toBeUndefined();
  expect([valid, validator.version]).toEqual([true, '3.1']);
  expect(JSON.stringify(validator.resolveRefs())).not.toContain('$ref');
});

test('the validator finds errors', async () => {
  const spoilt = JSON.parse(JSON.stringify(document));
  delete spoilt.paths[operations['face-key-points'].path].post.responses;
  spoilt.paths[operations['skin-analysis'].path].post.requestBody = { content: 'nothing' };
  expect((await new Validator().validate(spoilt)).valid).toBe(false);
});

test('the key is required in its header, except for result files and the description', () => {
  expect(document.components.securitySchemes).toEqual({ apiKey: { type: 'apiKey', in: 'header', name: 'x-my-key' } });
  expect(document.security).toEqual([{ apiKey: [] }]);
  const open = Object.entries(document.paths).filter(([, item]) =>
    Object.values(item).some(({ security }) => security),
  );
  expect(open.map(([path]) => path)).toEqual(['/files/{name}', '/openapi.json']);
});

test('operations have unique names', () => {
  const names = Object.values(document.paths).flatMap((item) => Object.values(item).map((each) => each.operationId));
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining([...operationIds]));
});

describe.each(operationList)('$id', (spec) => {
  const { schema, encoding } = formOf(spec.id);

  test('has every image and field of the table, and requires only the images', () => {
    const names = [...spec.images.map((image) => image.field), ...spec.fields.map((field) => field.name)];
    expect(Object.keys(schema.properties)).toEqual(names);
    expect(schema.required).toEqual(spec.images.map((image) => image.field));
  });

  test('describes the limits of an image', () => {
    for (const image of spec.images) {
      expect(schema.properties[image.field]).toMatchObject({
        type: 'string',
        format: 'binary',
        maxLength: maxBytesFor(image),
        description: expect.stringContaining(
          `smaller than ${image.smallerThan.width} x ${image.smallerThan.height} px`,
        ),
        'x-image-limits': { formats: image.formats, smallerThan: image.smallerThan },
      });
      expect(encoding[image.field]!.contentType.split(', ')).toEqual(image.formats.map((format) => `image/${format}`));
    }
  });

  test.runIf(spec.faces)('describes how many faces it accepts, and how large', () => {
    const { minCount, maxCount, side } = spec.faces!;
    const { description } = postOf(spec.id);
    expect(description).toContain(maxCount ? `${minCount} to ${maxCount} faces` : 'At least one face');
    if (side) expect(description).toContain(`${side.bound} ${side.px} x ${side.px} px`);
  });

  test('describes range or values of every field, and its default', () => {
    for (const field of spec.fields) {
      const described = schema.properties[field.name]!;
      expect(described.default).toBe(field.default);
      switch (field.kind) {
        case 'integer':
        case 'number':
          expect(described).toMatchObject({ type: field.kind, minimum: field.min, maximum: field.max });
          break;
        case 'choice':
          expect(described.enum).toEqual(field.choices.map((choice) => choice.value));
          for (const { label } of field.choices) expect(described.description).toContain(label);
          break;
        case 'switch':
          expect(described.enum).toEqual([field.off, field.on]);
          break;
        case 'multi-choice': {
          const pattern = new RegExp(described.pattern as string);
          const words = field.choices.map((choice) => String(choice.value));
          expect(words.every((word) => pattern.test(word))).toBe(true);
          expect([pattern.test(words.join(',')), pattern.test(`${words[0]},`), pattern.test('x')]).toEqual([
            true,
            false,
            false,
          ]);
          break;
        }
      }
    }
  });

  test('describes its rules', () => {
    for (const rule of spec.rules) {
      const name = rule.kind === 'implies' ? rule.sets : rule.field;
      expect(postOf(spec.id).description).toContain(name);
    }
  });

  test('lists its error codes under their status', () => {
    const { responses } = postOf(spec.id);
    const codes = {
      400: ['MISSING_PARAMETERS', 'UNSUPPORTED_PARAMETER_VALUES', 'ERROR_PARAMETER_CONVERSION_FAILED'],
      401: ['ERROR_APPLICATIONS_NOT_EXISTS'],
      413: ['FILE_SIZE_EXCEEDS_LIMIT', 'FILE_RESOLUTION_EXCEEDS_LIMITS'],
      415: ['UNSUPPORTED_FILE_TYPES'],
      422: ['ERROR_LOW_RESOLUTION', 'FILE_DECODING_FAILURE'],
    };
    for (const [status, each] of Object.entries(codes)) {
      expect(responses[status]!.description.split(', ')).toEqual(expect.arrayContaining(each));
    }
    const waited = spec.delivery !== 'async';
    expect(responses[422]!.description.includes('ERROR_NO_FACE_IN_FILE')).toBe(waited && spec.faces !== undefined);
    expect(responses[422]!.description.includes('ERROR_FACE_COUNT_INVALID')).toBe(spec.id === 'smart-face-slimming');
  });
});

test('some values are exactly those of the interface', () => {
  expect(formOf('face-beauty-pro').schema.properties.whitening).toMatchObject({
    type: 'integer',
    minimum: 0,
    maximum: 100,
    default: 50,
  });
  expect(formOf('smart-beauty').schema.properties.multi_face).toMatchObject({ type: 'string', enum: ['', '1'] });
  expect(formOf('smart-face-slimming').schema.properties.slim_degree).toMatchObject({ type: 'number', maximum: 2 });
  expect(formOf('ai-eyebrows').schema.required).toEqual(['image', 'reference_image']);
  expect(formOf('smart-skin-advanced').schema.properties.acne_removal).toMatchObject({ type: 'integer', enum: [0, 1] });
  expect(formOf('universal-background-removal').schema.properties.image!.description).toBe(
    'Photograph. JPEG, BMP, WEBP, PNG; up to 3 MB; larger than 32 x 32 px; smaller than 2000 x 2000 px; ' +
      'longest side at most 1999 px; no PNG with 8, 16, 64 bits per pixel. The format is detected from the content.',
  );
});
