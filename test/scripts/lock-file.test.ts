import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../scripts/setup/paths.ts';
import { placesOf } from '../../scripts/third-party.ts';

type Locked = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };

const read = (name: string) => JSON.parse(readFileSync(join(projectRoot, name), 'utf8'));

// npm omits packages that its registry lacks, and `npm ci` then rejects the lock file on other platforms.
it('package-lock.json has an entry for every dependency, including those for other platforms', () => {
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
  const missing: string[] = [];
  for (const [path, { dependencies, optionalDependencies }] of Object.entries(packages)) {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      if (![...placesOf(path, name)].some((place) => place in packages))
        missing.push(`${name} of ${path || 'burnish'}`);
    }
  }
  expect(missing).toEqual([]);
});

it('no dependency compiles anything when installed', () => {
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
  const allowed = Object.entries(allowScripts).filter(([, isAllowed]) => isAllowed);
  expect(allowed.map(([name]) => name)).toEqual(['node']);
});
