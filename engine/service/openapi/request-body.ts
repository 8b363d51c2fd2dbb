/** The multipart form of an operation as a schema: its images with their limits, its parameters with their ranges. */
import { describeImageInput, describeValues } from '../../../contract/operations/describe-operation.ts';
import type { Field, ImageFormat, ImageInput, OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { maxBytesFor } from '../http/check-image.ts';
import { object, type Schema } from './schema.ts';

const mimeOf: Record<ImageFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  bmp: 'image/bmp',
  webp: 'image/webp',
};

/** The request body of `spec`. Sections "Endpoints" and "Limits" of the interface. */
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
  const { field: _, label, required, maxBytes: _sent, ...limits } = input;
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

/** One text field. A list is sent as one comma-separated text. */
export function fieldSchema(field: Field): Schema {
  const words = [field.label, ...(field.help ? [field.help.replace(/\.$/, '')] : [])];
  const about = (...more: string[]) => `${[...words, ...more].join('. ')}.`;
  const byDefault = field.default === undefined ? {} : { default: field.default };
  switch (field.kind) {
    case 'integer':
    case 'number': {
      const range = { minimum: field.min, maximum: field.max };
      return { type: field.kind, ...range, ...byDefault, description: about(describeValues(field)) };
    }
    case 'choice': {
      const values = field.choices.map((choice) => choice.value);
      return { type: typeOf(values), enum: values, ...byDefault, description: about(describeValues(field)) };
    }
    case 'multi-choice': {
      const alternatives = field.choices.map((choice) => choice.value).join('|');
      const pattern = `^(${alternatives})(,(${alternatives}))*$`;
      return {
        type: 'string',
        pattern,
        ...byDefault,
        description: about('A comma-separated list', describeValues(field)),
      };
    }
    case 'switch': {
      const values = [field.off, field.on];
      return { type: typeOf(values), enum: values, ...byDefault, description: about(describeValues(field)) };
    }
    default:
      return field satisfies never;
  }
}

function typeOf(values: readonly (string | number)[]): 'integer' | 'string' {
  return values.every((value) => typeof value === 'number') ? 'integer' : 'string';
}
