/** The description of one operation's path, made from its record in the operation table. */

import { describeFaceRule, describeRule } from '../../../contract/operations/describe-operation.ts';
import type { FaceRule, OperationSpec, ResultShape } from '../../../contract/operations/operation-spec.ts';
import { type Extension, extensionsHeader } from '../../../contract/services/engine-extensions.ts';
import type { AnswerCode, RequestErrorKind } from '../error-responses.ts';
import { requestBody } from './request-body.ts';
import { failures, success } from './responses.ts';
import { resultSchema } from './result-schemas.ts';
import { object, type Schema, text } from './schema.ts';

/** The rules of the form and of its images (docs/engine.md, "Errors"). */
const formRules = [
  'key missing or wrong',
  'not a form',
  'too busy',
  'broken body',
  'field twice',
  'text too long',
  'text where a file belongs',
  'file where text belongs',
  'too many images',
  'file too large',
  'image missing',
  'stray file',
  'parameter not readable',
  'parameter out of range',
  'parameter unknown value',
  'image empty',
  'not decodable',
  'format not taken',
  'too few pixels',
  'too many pixels',
  'disk full',
] as const satisfies RequestErrorKind[];

/** What may happen to work whose result is waited for. */
const workRules = ['operation failed', 'out of memory', 'took too long'] as const satisfies RequestErrorKind[];

/** The extension of the interface that a response of this shape may have. */
const extensionsByShape: Partial<Record<ResultShape, Extension>> = {
  'image-url': 'network',
  'face-analysis': 'dense_features',
  skin: 'small_face',
};

const taskId = text('Identifier for querying the result.');

/** The path item of `spec`. */
export function operationPath(spec: OperationSpec): Schema {
  const rules = spec.delivery === 'async' ? formRules : [...formRules, ...workRules];
  return {
    post: {
      operationId: spec.id,
      tags: [spec.family],
      summary: spec.title,
      description: [spec.summary, ...facesOf(spec), ...spec.rules.map(describeRule)].join(' '),
      ...extensionOf(spec),
      requestBody: requestBody(spec),
      responses: {
        200: success('The result, or the task that will provide it.', answer(spec)),
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

/** The business fields of the answer to the POST. Section "What the service does": direct, asynchronous, or as asked. */
function answer(spec: OperationSpec): Schema {
  switch (spec.delivery) {
    case 'direct':
      return resultSchema(spec.result, 'answer');
    case 'async':
      return object({ task_id: taskId });
    case 'either':
      return {
        oneOf: [
          resultSchema(spec.result, 'answer'),
          object({ task_type: { type: 'string', const: 'async' }, task_id: taskId }),
        ],
      };
    default:
      return spec.delivery satisfies never;
  }
}

/** The codes an operation has for faces that do not fit it. */
function faceCodes(faces: FaceRule | undefined): AnswerCode[] {
  return [
    ...(faces?.minCount ? (['ERROR_NO_FACE_IN_FILE'] as const) : []),
    ...(faces?.side ? (['ERROR_SMALL_FACE_SIZE'] as const) : []),
    ...(faces?.maxCount ? (['ERROR_FACE_COUNT_INVALID'] as const) : []),
  ];
}

function facesOf({ faces, goodQuality }: OperationSpec): string[] {
  return [
    ...(faces ? describeFaceRule(faces).map((words) => `${words[0]?.toUpperCase()}${words.slice(1)}.`) : []),
    ...(goodQuality ? [`A quality of ${goodQuality} or more is recommended for recognition.`] : []),
  ];
}
