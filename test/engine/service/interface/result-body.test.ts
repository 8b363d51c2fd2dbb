import { describe, expect, test } from 'vitest';
import { operationList } from '../../../../contract/operations/table.ts';
import type { PlacedOutput } from '../../../../engine/service/interface/placed-output.ts';
import { isInline, requestedExtensionsOf, resultBody } from '../../../../engine/service/interface/result-body.ts';

const image: PlacedOutput = { kind: 'image', file: 'F' };

test.each([
  ['image-url', 'response', image, { data: { image_url: 'F' } }],
  ['data-image', 'task', image, { data: { image: 'F' } }],
  ['result-urls', 'task', { kind: 'images', files: ['F', 'G'] }, { data: { result_urls: ['F', 'G'] } }],
  ['result-urls', 'task', image, { data: { result_urls: ['F'] } }],
  ['base64-result', 'response', image, { task_type: 'sync', result: 'F' }],
  ['base64-result', 'task', image, { task_type: 'async', result_url: 'F' }],
  ['base64-image', 'response', image, { task_type: 'sync', data: { image: 'F' } }],
  ['base64-image', 'task', image, { task_type: 'async', data: { image_url: 'F' } }],
  ['elements', 'response', { kind: 'elements', elements: [] }, { data: { elements: [] } }],
  ['landmarks', 'response', { kind: 'analysis', body: { result: { face_num: 0 } } }, { result: { face_num: 0 } }],
] as const)('%s, with the %s', (shape, transport, output, body) => {
  expect(resultBody(shape, transport, output as PlacedOutput)).toEqual(body);
});

describe('extensions of the interface', () => {
  const network = { used: 'u2net', passed_over: [] };
  const cutout: PlacedOutput = { ...image, network: { used: 'u2net', passed_over: [] } };
  const faces: PlacedOutput = { kind: 'analysis', body: { data: { face_count: 1 } }, denseFeatures: [1, 2] };

  const skin: PlacedOutput = { kind: 'analysis', body: { warning: ['imporper_headpose'] }, hasSmallFace: true };

  test('the warning of small faces is sent on request only', () => {
    const warningsTo = (header: string) =>
      resultBody('skin', 'response', skin, requestedExtensionsOf({ 'burnish-extensions': header })).warning;
    expect(warningsTo('network')).toEqual(['imporper_headpose']);
    expect(warningsTo('network,small_face')).toEqual(['imporper_headpose', 'small_face']);
    expect(resultBody('skin', 'response', { ...skin, hasSmallFace: false }, new Set(['small_face'])).warning).toEqual([
      'imporper_headpose',
    ]);
  });

  test('are not sent without a request', () => {
    expect(resultBody('image-url', 'response', cutout)).toEqual({ data: { image_url: 'F' } });
    expect(resultBody('face-analysis', 'response', faces)).toEqual({ data: { face_count: 1 } });
  });

  test('are sent if the header names them', () => {
    const extensions = requestedExtensionsOf({ 'burnish-extensions': 'dense_features, coffee' });
    expect(resultBody('face-analysis', 'response', faces, extensions)).toEqual({
      data: { face_count: 1, dense_features: [1, 2] },
    });
    expect(resultBody('image-url', 'response', cutout, extensions)).toEqual({ data: { image_url: 'F' } });
    const both = requestedExtensionsOf({ 'burnish-extensions': 'network,dense_features' });
    expect(resultBody('image-url', 'response', cutout, both)).toEqual({ data: { image_url: 'F' }, network });
  });
});

test('only the base64 shapes contain the image, and only in the direct response', () => {
  const inline = operationList.filter((spec) => isInline(spec.result, 'response')).map((spec) => spec.id);
  expect(inline.sort()).toEqual(['face-beauty-pro', 'smart-beauty']);
  expect(operationList.some((spec) => isInline(spec.result, 'task'))).toBe(false);
});

test('an output that does not fit its shape throws', () => {
  expect(() => resultBody('elements', 'response', image)).toThrow('returned image, but its shape requires elements');
  expect(() => resultBody('image-url', 'response', { kind: 'images', files: [] })).toThrow('requires image');
});
