/** Checks that every test belongs to a source, a screen or a promise in docs/reliability.md, and that those tests exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../scripts/setup/paths.ts';

const text = readFileSync(join(projectRoot, 'docs/reliability.md'), 'utf8');
const section = text.slice(text.indexOf('## The promises and their tests'), text.indexOf('## How it is tested'));
const promises = section.split('\n').filter((line) => line.startsWith('| ') && line.includes('`test/'));
const exists = (path: string) => existsSync(join(projectRoot, path));

it.each(promises)('%s', (promise) => {
  const paths = [...promise.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path);

  for (const path of paths) {
    expect(exists(path), path).toBe(true);
    expect(path).not.toContain('.long.');
  }
});

it('are complete', () => {
  expect(promises.length).toBeGreaterThan(15);
});

/** Whether a test is named after a source file or folder. A word before `.test`, as in `client.faults.test.ts`, is its topic. */
function isMirror(test: string): boolean {
  const source = test.replace(/^test\//, '').replace(/(?:\.[a-z-]+)?\.test\.tsx?$/, '');
  return ['', '.ts', '.tsx'].some((extension) => exists(source + extension));
}

it('every test file mirrors a source, or is listed with its promise', () => {
  const tests = globSync('test/**/*.test.{ts,tsx}', { cwd: projectRoot }).map((path) => path.replaceAll('\\', '/'));
  const others = tests.filter((test) => !/^test\/(?:bench|campaign|scripts)\/|\.long\./.test(test) && !isMirror(test));

  expect(others.length).toBeGreaterThan(20);
  expect(others.filter((test) => !section.includes(`\`${test}\``))).toEqual([]);
});
