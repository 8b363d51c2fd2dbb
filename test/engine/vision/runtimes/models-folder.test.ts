import { afterEach, expect, test, vi } from 'vitest';
import { modelsFolder } from '../../../../engine/vision/runtimes/models-folder.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('is assets/models of the repository', () => {
  vi.stubEnv('BURNISH_MODELS', '');
  expect(modelsFolder()).toBe(new URL('../../../../assets/models', import.meta.url).pathname);
});

test('is the folder of BURNISH_MODELS', () => {
  vi.stubEnv('BURNISH_MODELS', '/somewhere/else');
  expect(modelsFolder()).toBe('/somewhere/else');
});
