/** Business fields of a response, by the result shape of the operation table. */
import { clothClasses } from '../../../contract/operations/cutout.ts';
import type { ResultShape } from '../../../contract/operations/operation-spec.ts';
import type { ResultTransport } from '../interface/result-body.ts';
import { landmarksSchema, skinSchema } from './analysis-schemas.ts';
import { faceAnalysisSchema } from './face-analysis-schema.ts';
import { imageUrl, number, object, type Schema } from './json-schema.ts';
import { networkUse } from './network-schemas.ts';

const base64Image: Schema = { type: 'string', contentEncoding: 'base64', description: 'The image data.' };
const taskType = (value: 'sync' | 'async'): Schema => ({ type: 'string', const: value });

const elements: Schema = {
  type: 'array',
  minItems: 1,
  items: object({
    image_url: imageUrl,
    width: number('px', 1),
    height: number('px', 1),
    x: number('px from the left border of the picture to that of the element.'),
    y: number('px from the top of the picture to that of the element.'),
  }),
};

const apparel: Schema = {
  type: 'array',
  description: 'First the picture, then the garments by class.',
  prefixItems: [
    object({ image_url: imageUrl }),
    object({ class_url: object(Object.fromEntries(clothClasses.map((name) => [name, imageUrl])), clothClasses) }),
  ],
  items: false,
  minItems: 2,
  maxItems: 2,
};

/** Section “Resources and their fields” of the interface. */
export function resultSchema(shape: ResultShape, transport: ResultTransport): Schema {
  switch (shape) {
    case 'image-url':
      return object({ data: object({ image_url: imageUrl }), network: networkUse }, ['network']);
    case 'data-image':
      return object({ data: object({ image: imageUrl }) });
    case 'result-urls':
      return object({ data: object({ result_urls: { type: 'array', minItems: 1, items: imageUrl } }) });
    case 'base64-result':
      return transport === 'response'
        ? object({ task_type: taskType('sync'), result: base64Image })
        : object({ task_type: taskType('async'), result_url: imageUrl });
    case 'base64-image':
      return transport === 'response'
        ? object({ task_type: taskType('sync'), data: object({ image: base64Image }) })
        : object({ task_type: taskType('async'), data: object({ image_url: imageUrl }) });
    case 'elements':
      return object({ data: object({ elements }) });
    case 'apparel':
      return object({ data: object({ elements: apparel }) });
    case 'landmarks':
      return landmarksSchema;
    case 'skin':
      return skinSchema;
    case 'face-analysis':
      return faceAnalysisSchema;
    default:
      return shape satisfies never;
  }
}
