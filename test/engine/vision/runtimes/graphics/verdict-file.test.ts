import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { GraphicsVerdict } from '../../../../../contract/services/graphics.ts';
import { openVerdictFile } from '../../../../../engine/vision/runtimes/graphics/verdict-file.ts';
import { scratchFolder } from '../../../../helpers/photograph/photographs.ts';

const verdict: GraphicsVerdict = {
  network: 'modnet',
  outcome: 'faster',
  provider: 'webgpu',
  processor_ms: 600,
  card_ms: 20,
};
const day = 24 * 3_600_000;

afterEach(() => void vi.unstubAllEnvs());

function open() {
  const folder = scratchFolder();
  const model = join(folder, 'modnet.onnx');
  writeFileSync(model, 'weights');
  vi.stubEnv('BURNISH_MODELS', folder);
  const path = join(folder, 'graphics.json');
  return { path, model, openAt: (time: number, runtime = '1.30.0') => openVerdictFile(path, runtime, () => time) };
}

test('a verdict is found at the next start', () => {
  const { openAt } = open();
  openAt(0).save('modnet', verdict);
  expect(openAt(29 * day).find('modnet')).toEqual(verdict);
  expect(openAt(0).find('u2net')).toBeUndefined();
});

test('a verdict expires after 30 days, with another ONNX Runtime, or for another file', () => {
  const { openAt, model } = open();
  openAt(0).save('modnet', verdict);
  expect(openAt(31 * day).find('modnet')).toBeUndefined();
  expect(openAt(0, '1.31.0').find('modnet')).toBeUndefined();
  utimesSync(model, 1, 1);
  expect(openAt(0).find('modnet')).toBeUndefined();
});

test.each(['', '{"modnet": {"verdict": 1}}'])('a damaged file counts as missing: %o', (text) => {
  const { path, openAt } = open();
  writeFileSync(path, text);
  expect(openAt(0).find('modnet')).toBeUndefined();
});
