/** Contents of the package: everything the app needs, its licences, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { describe, expect, inject, it } from 'vitest';
import { languageFontFamilies } from '../../contract/messages/language.ts';
import { projectRoot } from '../../scripts/setup/paths.ts';
import { shippedPackages } from '../../scripts/third-party.ts';
import { resourcesOf } from './packaged-app.ts';

const resources = resourcesOf(inject('packaged'));
const archive = join(resources, 'app.asar');
/** Paths in the archive, without a leading slash. */
const files = listPackage(archive, { isPack: false })
  .map((path) => path.slice(1).replaceAll('\\', '/'))
  .filter((path) => !('files' in statFile(archive, path)));
const text = (path: string) => extractFile(archive, path).toString('utf8');
const nameAndVersion = (manifest: string) => {
  const { name, version } = JSON.parse(manifest);
  return `${name} ${version}`;
};
/** Excludes additional manifests of parts of a package. */
const packages = files
  .filter((path) => /(^|\/)node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(path))
  .map((path) => nameAndVersion(text(path)));

describe.runIf(process.platform === 'linux')('the package', () => {
  it('has nothing outside its archive but native libraries and the replaceable decoders', () => {
    const unpacked = readdirSync(`${archive}.unpacked`, { recursive: true, withFileTypes: true });
    const names = unpacked.filter((entry) => entry.isFile()).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !/\.(node|dll|dylib|so(\.[\d.]+)?)$/.test(name))).toEqual([
      'libheif.wasm',
      'libraw.wasm',
    ]);
    expect(names).toEqual([...new Set(names)]);
  });

  it('has the packages that the app needs when it runs, and no others', async () => {
    // The folders differ in the package, so only names and versions are compared.
    const needed = (await shippedPackages(projectRoot)).map((path) =>
      nameAndVersion(readFileSync(join(projectRoot, path, 'package.json'), 'utf8')),
    );
    expect([...new Set(packages)].sort()).toEqual([...new Set(needed)].sort());
  });

  it('has the files that the code reads: every migration, every model, the gallery’s page', () => {
    const migrations = readdirSync(join(projectRoot, 'main/store/migrations'));
    const inArchive = files.filter((path) => path.startsWith('out/main/main/store/migrations/'));
    expect(inArchive.map((path) => basename(path)).filter((name) => name.endsWith('.sql'))).toEqual(
      migrations.filter((name) => name.endsWith('.sql')),
    );
    const models = JSON.parse(readFileSync(join(projectRoot, 'scripts/setup/models.json'), 'utf8'));
    expect(readdirSync(join(resources, 'models')).sort()).toEqual(
      ['LICENCES.md', ...models.map(({ file }: { file: string }) => file)].sort(),
    );
    expect(readdirSync(join(resources, 'gallery'))).toEqual(
      readdirSync(join(projectRoot, 'gallery')).filter((name) => /\.(js|css)$/.test(name)),
    );
  });

  it('has every slice of the fonts of captions', () => {
    const fonts = files.filter((path) => /^node_modules\/@fontsource-variable\/[^/]+\/unicode\.json$/.test(path));
    expect(fonts).toHaveLength(5);
    for (const path of fonts) {
      const family = basename(dirname(path));
      const slices = Object.keys(JSON.parse(text(path))).map((name) => name.replace(/[[\]]/g, ''));
      const named = slices.map((slice) => `${dirname(path)}/files/${family}-${slice}-wght-normal.woff2`);
      expect(named.filter((each) => !files.includes(each))).toEqual([]);
    }
  });

  it('has the style sheets of the window’s fonts', () => {
    const sheets = languageFontFamilies.map((family) => `node_modules/@fontsource-variable/${family}/index.css`);
    expect(sheets.filter((path) => !files.includes(path))).toEqual([]);
  });

  it('has no sources, no source maps and no tests', () => {
    const unwanted = /\.(map|ts|mts|cts|tsx)$|(^|[/._-])(tests?|spec|__tests__|bench(marks?)?)(\/|\.[cm]?js$)/;
    // Package names may match too.
    const inPackage = (path: string) => path.replaceAll(/node_modules\/(@[^/]+\/)?[^/]+/g, '');
    // Compiled from `contract/operations/operation-spec.ts`.
    const chunk = 'out/main/shared/operation-spec.js';
    expect(files.filter((path) => path !== chunk && unwanted.test(inPackage(path)))).toEqual([]);
  });

  it('names no path of the build machine, and no source map in the code itself', () => {
    const ours = files.filter((path) => /\.(c?js|css|html|json|sql)$/.test(path));
    const telling = (path: string) => {
      const content = text(path);
      return (
        content.includes(projectRoot) || content.includes(`${homedir()}/`) || content.includes('Mapping' + 'URL=data:')
      );
    };
    expect(ours.length).toBeGreaterThan(500);
    expect(ours.filter(telling)).toEqual([]);
  });

  it('has the licences of all its parts, where people find them', () => {
    const licenses = join(resources, 'licences');
    expect(readdirSync(licenses).sort()).toEqual([
      'BiRefNet.txt',
      'Burnish.txt',
      'ISNet.txt',
      'LibRaw.txt',
      'rating-card-letters.txt',
      'third-party.txt',
    ]);
    const thirdParty = readFileSync(join(licenses, 'third-party.txt'), 'utf8');
    expect(packages.filter((each) => !thirdParty.includes(`\n${each}`))).toEqual([]);
    // Bundled into the files of the window and of the main process.
    for (const name of ['@mantine/core', 'react-dom', 'i18next'])
      expect(thirdParty).toMatch(new RegExp(`^${name} \\d`, 'm'));
    for (const words of ['GNU LESSER GENERAL PUBLIC LICENSE', 'SIL OPEN FONT LICENSE', 'Apache License'])
      expect(thirdParty).toContain(words);
    expect(readFileSync(join(licenses, 'LibRaw.txt'), 'utf8')).toContain('LibRaw 0.22');
  });
});
