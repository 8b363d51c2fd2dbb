/** Checks that the promises in docs/reliability.md name tests that `npm test` runs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../scripts/setup/paths.ts';

const text = readFileSync(join(projectRoot, 'docs/reliability.md'), 'utf8');
const section = text.slice(text.indexOf('## The promises and their tests'), text.indexOf('## How it is tested'));
const promises = section.split('\n').filter((line) => line.startsWith('| ') && line.includes('`test/'));

it.each(promises)('%s', (promise) => {
  const paths = [...promise.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path);
  for (const path of paths) {
    expect(existsSync(join(projectRoot, path)), path).toBe(true);
    expect(path).not.toContain('.long.');
  }
});

it('are complete', () => {
  expect(promises.length).toBeGreaterThan(15);
});
