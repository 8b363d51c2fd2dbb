/** Description of the path of an operation. */
import { describeFaceRule, describeRule } from '../../../contract/operations/describe-operation.ts';
import type { FaceRule, OperationSpec, ResultShape } from '../../../contract/operations/operation-spec.ts';
import { type Extension, extensionsHeader } from '../../../contract/services/engine-extensions.ts';
import type { RequestErrorKind, ResponseCode } from '../interface/request-errors.ts';
import { object, type Schema, text } from './json-schema.ts';
import { requestBody } from './request-body.ts';
import { failures, success } from './responses.ts';
import { resultSchema } from './result-schemas.ts';

/** In the order of docs/engine.md, “Errors”. */
const formRules = [
  'key missing or wrong',
  'not a form',
  'too busy',
  'broken body',
  'duplicate field',
  'text too long',
  'text instead of a file',
  'file instead of text',
  'too many images',
  'file too large',
  'image missing',
  'unexpected file',
  'unreadable parameter',
  'parameter out of range',
  'unknown parameter value',
  'image empty',
  'damaged image',
  'unsupported format',
  'too few pixels',
  'too many pixels',
  'disk full',
] as const satisfies RequestErrorKind[];

/** Failures of direct processing. */
const processingRules = ['operation failed', 'out of memory', 'timeout'] as const satisfies RequestErrorKind[];

/** The extension of the interface that a response of this shape may have. */
const extensionsByShape: Partial<Record<ResultShape, Extension>> = {
  'image-url': 'network',
  'face-analysis': 'dense_features',
  skin: 'small_face',
};

const taskId = text('Identifier for querying the result.');

/** Returns the path item of an operation. */
export function operationPath(spec: OperationSpec): Schema {
  const rules = spec.delivery === 'async' ? formRules : [...formRules, ...processingRules];
  return {
    post: {
      operationId: spec.id,
      tags: [spec.family],
      summary: spec.title,
      description: [spec.summary, ...describeFaces(spec), ...spec.rules.map(describeRule)].join(' '),
      ...extensionOf(spec),
      requestBody: requestBody(spec),
      responses: {
        200: success('The result, or the task that will provide it.', responseSchema(spec)),
        ...failures(rules, spec.delivery === 'async' ? [] : faceCodes(spec.faces)),
      },
    },
  };
}

function extensionOf({ result }: OperationSpec): Schema {
  const extension = extensionsByShape[result];
  if (extension === undefined) return {};
  const description = 'An extension of the interface, which is included in the response only if it is named here.';
  const schema = { type: 'string', enum: [extension] };
  return { parameters: [{ name: extensionsHeader, in: 'header', required: false, description, schema }] };
}

/** Direct, asynchronous, or as requested. */
function responseSchema(spec: OperationSpec): Schema {
  switch (spec.delivery) {
    case 'direct':
      return resultSchema(spec.result, 'response');
    case 'async':
      return object({ task_id: taskId });
    case 'either':
      return {
        oneOf: [
          resultSchema(spec.result, 'response'),
          object({ task_type: { type: 'string', const: 'async' }, task_id: taskId }),
        ],
      };
    default:
      return spec.delivery satisfies never;
  }
}

function faceCodes(faces: FaceRule | undefined): ResponseCode[] {
  return [
    ...(faces?.minCount ? (['ERROR_NO_FACE_IN_FILE'] as const) : []),
    ...(faces?.side ? (['ERROR_SMALL_FACE_SIZE'] as const) : []),
    ...(faces?.maxCount ? (['ERROR_FACE_COUNT_INVALID'] as const) : []),
  ];
}

function describeFaces({ faces, goodQuality }: OperationSpec): string[] {
  return [
    ...(faces ? describeFaceRule(faces).map((rule) => `${rule[0]?.toUpperCase()}${rule.slice(1)}.`) : []),
    ...(goodQuality ? [`A quality of ${goodQuality} or more is recommended for recognition.`] : []),
  ];
}
