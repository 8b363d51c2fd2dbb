import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { projectRoot } from '../../scripts/setup/paths.ts';
import { bundledLicenses, shippedPackages, thirdPartyText } from '../../scripts/third-party.ts';
import { scratchFolder } from '../helpers/photograph/photographs.ts';

let folder: string;
beforeEach(() => {
  folder = scratchFolder();
});

const write = (path: string, content: unknown) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
};

/** Installs the packages of the lock file except `left`. */
function project(packages: Record<string, object>, left: readonly string[] = []): void {
  write('package-lock.json', { packages });
  for (const path of Object.keys(packages)) {
    const name = path.split('node_modules/').at(-1);
    if (path !== '' && !left.includes(path)) write(`${path}/package.json`, { name, version: '1.0.0', license: 'MIT' });
  }
  for (const part of ['main', 'preload', 'renderer']) write(`out/${part}/${bundledLicenses}`, []);
}

it('finds the packages that the app needs at run time, nested ones too, without those of other platforms and of development', async () => {
  project(
    {
      '': { dependencies: { a: '1' }, devDependencies: { d: '1' } },
      'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { mac: '1' } },
      'node_modules/a/node_modules/b': { dependencies: { c: '1', a: '1' } },
      'node_modules/b': {},
      'node_modules/c': {},
      'node_modules/d': {},
      'node_modules/mac': { dependencies: { e: '1' } },
      'node_modules/e': {},
    },
    ['node_modules/mac'],
  );
  expect(await shippedPackages(folder)).toEqual(['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c']);
  expect(await shippedPackages(folder, ['b'])).toEqual(['node_modules/a']);
});

it('takes the text from licence files, from the readme, or the name of the licence alone; equal texts once', async () => {
  project({
    '': { dependencies: { file: '1', twin: '1', readme: '1', name: '1', parts: '1' } },
    'node_modules/file': {},
    'node_modules/twin': {},
    'node_modules/readme': {},
    'node_modules/name': {},
    'node_modules/parts': {},
  });
  write('node_modules/file/LICENSE.md', 'Do as you like.\n');
  write('node_modules/twin/license', 'Do as you like.');
  write('node_modules/readme/README.md', '# Readme\n\n## License\n\nThanks to Ann.\n\n## Thanks\n\nTo Tom.\n');
  write('node_modules/name/README.md', '# Name\n\nNothing.\n');
  write('node_modules/parts/LICENSE', 'Of the whole.');
  write('node_modules/parts/wasm/NOTICE', 'Of a part.');
  write(`out/renderer/${bundledLicenses}`, [{ name: 'bundled', version: '2.0.0', text: 'Of the window.' }]);
  const text = await thirdPartyText(folder);
  const parts = text.split(/^-{80}$/m).map((part) => part.trim());
  expect(parts.slice(1)).toEqual([
    'bundled 2.0.0\n\nOf the window.',
    'file 1.0.0 (MIT)\ntwin 1.0.0 (MIT)\n\nDo as you like.',
    'name 1.0.0 (MIT)\n\nThis package contains only the name of its license.',
    'parts 1.0.0 (MIT)\n\nOf the whole.\n\nOf a part.',
    'readme 1.0.0 (MIT)\n\nThanks to Ann.',
  ]);
});

it('finds Burnish’s own packages, including those whose licence requires its text', async () => {
  const shipped = await shippedPackages(projectRoot);
  expect(shipped).toContain('node_modules/libheif-js');
  expect(shipped).not.toContain('node_modules/vitest');
  expect(await shippedPackages(projectRoot, ['libheif-js'])).not.toContain('node_modules/libheif-js');
});
