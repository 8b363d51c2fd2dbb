import { describe, expect, test } from 'vitest';
import { operationList } from '../../../../contract/operations/table.ts';
import {
  extensionsIn,
  isInline,
  mapFiles,
  type PlacedOutput,
  resultBody,
  storeFiles,
} from '../../../../engine/service/http/results.ts';

const file = { bytes: Uint8Array.of(1), mime: 'image/png' } as const;
const box = { x: 1, y: 2, width: 3, height: 4 };

test.each([
  [
    { kind: 'image', file },
    { kind: 'image', file: 'name' },
  ],
  [
    { kind: 'images', files: [file, file] },
    { kind: 'images', files: ['name', 'name'] },
  ],
  [
    { kind: 'elements', elements: [{ file, ...box }] },
    { kind: 'elements', elements: [{ file: 'name', ...box }] },
  ],
  [
    { kind: 'apparel', image: file, classes: { tops: file } },
    { kind: 'apparel', image: 'name', classes: { tops: 'name' } },
  ],
  [
    { kind: 'analysis', body: { result: 1 } },
    { kind: 'analysis', body: { result: 1 } },
  ],
] as const)('every file of %o is placed', async (output, placed) => {
  const made = await storeFiles(structuredClone(output) as Parameters<typeof storeFiles>[0], () => 'name');
  expect(made).toEqual(placed);
  const named = mapFiles(made, (name) => `url of ${name}`);
  expect(JSON.stringify(named)).toBe(JSON.stringify(placed).replaceAll('"name"', '"url of name"'));
});

const image: PlacedOutput = { kind: 'image', file: 'F' };

test.each([
  ['image-url', 'answer', image, { data: { image_url: 'F' } }],
  ['data-image', 'task', image, { data: { image: 'F' } }],
  ['result-urls', 'task', { kind: 'images', files: ['F', 'G'] }, { data: { result_urls: ['F', 'G'] } }],
  ['result-urls', 'task', image, { data: { result_urls: ['F'] } }],
  ['base64-result', 'answer', image, { task_type: 'sync', result: 'F' }],
  ['base64-result', 'task', image, { task_type: 'async', result_url: 'F' }],
  ['base64-image', 'answer', image, { task_type: 'sync', data: { image: 'F' } }],
  ['base64-image', 'task', image, { task_type: 'async', data: { image_url: 'F' } }],
  ['elements', 'answer', { kind: 'elements', elements: [] }, { data: { elements: [] } }],
  ['landmarks', 'answer', { kind: 'analysis', body: { result: { face_num: 0 } } }, { result: { face_num: 0 } }],
] as const)('%s, with the %s', (shape, transport, output, body) => {
  expect(resultBody(shape, transport, output as PlacedOutput)).toEqual(body);
});

describe('what is beyond the interface', () => {
  const network = { used: 'u2net', passed_over: [] };
  const cutout: PlacedOutput = { ...image, network: { used: 'u2net', passed_over: [] } };
  const faces: PlacedOutput = { kind: 'analysis', body: { data: { face_count: 1 } }, denseFeatures: [1, 2] };

  const skin: PlacedOutput = { kind: 'analysis', body: { warning: ['imporper_headpose'] }, hasSmallFace: true };

  test('is a warning of small faces, only to those who ask for it', () => {
    const warningsTo = (header: string) =>
      resultBody('skin', 'answer', skin, extensionsIn({ 'burnish-extensions': header })).warning;
    expect(warningsTo('network')).toEqual(['imporper_headpose']);
    expect(warningsTo('network,small_face')).toEqual(['imporper_headpose', 'small_face']);
    expect(resultBody('skin', 'answer', { ...skin, hasSmallFace: false }, new Set(['small_face'])).warning).toEqual([
      'imporper_headpose',
    ]);
  });

  test('is not answered to those who do not ask for it', () => {
    expect(resultBody('image-url', 'answer', cutout)).toEqual({ data: { image_url: 'F' } });
    expect(resultBody('face-analysis', 'answer', faces)).toEqual({ data: { face_count: 1 } });
  });

  test('is answered where its name is in the header, and nothing else is', () => {
    const extensions = extensionsIn({ 'burnish-extensions': 'dense_features, coffee' });
    expect(resultBody('face-analysis', 'answer', faces, extensions)).toEqual({
      data: { face_count: 1, dense_features: [1, 2] },
    });
    expect(resultBody('image-url', 'answer', cutout, extensions)).toEqual({ data: { image_url: 'F' } });
    const both = extensionsIn({ 'burnish-extensions': 'network,dense_features' });
    expect(resultBody('image-url', 'answer', cutout, both)).toEqual({ data: { image_url: 'F' }, network });
  });
});

test('only the base64 shapes carry the image itself, and only in the answer', () => {
  const inline = operationList.filter((spec) => isInline(spec.result, 'answer')).map((spec) => spec.id);
  expect(inline.sort()).toEqual(['face-beauty-pro', 'smart-beauty']);
  expect(operationList.some((spec) => isInline(spec.result, 'task'))).toBe(false);
});

test('an output that does not fit its shape is a defect', () => {
  expect(() => resultBody('elements', 'answer', image)).toThrow('image where its shape needs elements');
  expect(() => resultBody('image-url', 'answer', { kind: 'images', files: [] })).toThrow('needs image');
});
