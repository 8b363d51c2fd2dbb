/** Multipart form of an operation: images with limits, parameters with ranges. */
import { describeImageInput, describeValues } from '../../../contract/operations/describe-operation.ts';
import type { Field, ImageFormat, ImageInput, OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { maxBytesFor } from '../interface/check-image.ts';
import { object, type Schema } from './json-schema.ts';

const mimeOf: Record<ImageFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  bmp: 'image/bmp',
  webp: 'image/webp',
};

/** Sections “Endpoints” and “Limits” of the interface. */
export function requestBody(spec: OperationSpec): Schema {
  const files = spec.images.map((input) => [input.field, imageSchema(input)] as const);
  const fields = spec.fields.map((field) => [field.name, fieldSchema(field)] as const);
  const optional = [
    ...spec.images.filter((input) => !input.required).map((input) => input.field),
    ...spec.fields.map((field) => field.name),
  ];
  const encoding = spec.images.map((input) => [
    input.field,
    { contentType: input.formats.map((format) => mimeOf[format]).join(', ') },
  ]);
  return {
    required: true,
    content: {
      'multipart/form-data': {
        schema: object(Object.fromEntries([...files, ...fields]), optional),
        encoding: Object.fromEntries(encoding),
      },
    },
  };
}

function imageSchema(input: ImageInput): Schema {
  const { field: _, label, required, maxBytes: _tableBytes, ...limits } = input;
  const maxBytes = maxBytesFor(input);
  return {
    type: 'string',
    format: 'binary',
    contentMediaType: 'application/octet-stream',
    maxLength: maxBytes,
    description: `${label}. ${describeImageInput(input).join('; ')}. The format is detected from the content.`,
    'x-image-limits': { ...limits, maxBytes },
  };
}

/** Returns the schema of a text field. A list is comma-separated. */
export function fieldSchema(field: Field): Schema {
  const title = [field.label, ...(field.help ? [field.help.replace(/\.$/, '')] : [])];
  const describe = (...details: string[]) => `${[...title, ...details].join('. ')}.`;
  const defaultValue = field.default === undefined ? {} : { default: field.default };
  switch (field.kind) {
    case 'integer':
    case 'number': {
      const range = { minimum: field.min, maximum: field.max };
      return { type: field.kind, ...range, ...defaultValue, description: describe(describeValues(field)) };
    }
    case 'choice': {
      const values = field.choices.map((choice) => choice.value);
      return { type: typeOf(values), enum: values, ...defaultValue, description: describe(describeValues(field)) };
    }
    case 'multi-choice': {
      const alternatives = field.choices.map((choice) => choice.value).join('|');
      const pattern = `^(${alternatives})(,(${alternatives}))*$`;
      return {
        type: 'string',
        pattern,
        ...defaultValue,
        description: describe('A comma-separated list', describeValues(field)),
      };
    }
    case 'switch': {
      const values = [field.off, field.on];
      return { type: typeOf(values), enum: values, ...defaultValue, description: describe(describeValues(field)) };
    }
    default:
      return field satisfies never;
  }
}

function typeOf(values: readonly (string | number)[]): 'integer' | 'string' {
  return values.every((value) => typeof value === 'number') ? 'integer' : 'string';
}
