import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { resources } from '../../../main/bundled-resources.ts';
import { sampleFor } from '../../../main/intake/samples.ts';

const { samples } = resources(undefined);

it.each<[OperationId, string]>([
  ['portrait-background-removal', 'astronaut.png'],
  ['smart-skin-advanced', 'astronaut.png'],
  ['face-beauty-pro', 'astronaut.png'],
  ['commodity-background-removal', 'coffee.png'],
])('%s is shown on %s', (operation, name) => {
  expect(basename(sampleFor(operation, samples) ?? '')).toBe(name);
});

it('is shown on any available photograph, or none', () => {
  const [first] = samples;
  expect(sampleFor('commodity-background-removal', [first!])).toBe(first!.path);
  expect(sampleFor('commodity-background-removal', [])).toBeNull();
});

it.each(samples.map(({ path }) => path))('%s has its credit beside it', (path) => {
  expect(readFileSync(join(dirname(path), 'LICENCES.md'), 'utf8')).toContain(`| ${basename(path)} |`);
});
