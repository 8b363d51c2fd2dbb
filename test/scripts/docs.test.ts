import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { generated, withGenerated } from '../../scripts/docs.ts';

it.each(Object.entries(generated))('docs/%s is as it would be generated now', async (name, make) => {
  const text = await readFile(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
  expect(text, 'run `npm run docs`').toBe(withGenerated(text, make()));
});

it('says when the marks are gone', () => {
  expect(() => withGenerated('# Operations', '')).toThrow('no markers');
});
