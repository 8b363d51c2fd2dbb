import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generated, withGenerated } from '../../scripts/docs.ts';

it.each(Object.entries(generated))('docs/%s is up to date', async (name, make) => {
  const text = await readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
  expect(text, 'run `npm run docs`').toBe(withGenerated(text, make()));
});

it('reports missing markers', () => {
  expect(() => withGenerated('# Operations', '')).toThrow('no markers');
});
