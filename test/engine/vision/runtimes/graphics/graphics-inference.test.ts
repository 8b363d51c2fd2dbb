import { expect, test } from 'vitest';
import { providersFor } from '../../../../../engine/vision/runtimes/graphics/graphics-inference.ts';

test.each([
  ['linux', ['cpu', 'webgpu', 'cuda', 'tensorrt'], ['cuda', 'webgpu']],
  ['win32', ['cpu', 'dml', 'webgpu'], ['dml', 'webgpu']],
  ['darwin', ['cpu', 'coreml', 'webgpu'], ['coreml', 'webgpu']],
  ['linux', ['cpu'], []],
  ['freebsd', ['cpu', 'webgpu'], []],
] as const)('on %s with %o: %o', (platform, backends, providers) => {
  expect(providersFor(platform, backends)).toEqual(providers);
});
