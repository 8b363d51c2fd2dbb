/** Texts of the licenses of Burnish and everything that comes with it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LicenseId } from '../contract/app/about.ts';

export interface LicensePlaces {
  /** Folder of the checkout. Packaged apps use `packaged`. */
  readonly root: string;
  /** Folder of extra resources of a packaged app; undefined in a checkout. */
  readonly packaged: string | undefined;
  /** Possible folders of Electron's own files. */
  readonly electron: readonly string[];
}

/** Returns a license as sections of names and text. Empty if its file is missing, such as before a build. */
export async function licenseSections(id: LicenseId, { root, packaged, electron }: LicensePlaces): Promise<string[]> {
  const inPackage = (name: string, checkout: string) =>
    packaged === undefined ? join(root, checkout) : join(packaged, name);
  const readPackages = async () =>
    splitSections(await read(inPackage('licences/third-party.txt', 'out/licences/third-party.txt')));
  const readAssets = async (...names: string[]) =>
    (await Promise.all(names.map((name) => read(inPackage(name, `assets/${name}`))))).filter((text) => text !== '');
  const readElectron = (...names: string[]) =>
    readFirst(electron.flatMap((folder) => names.map((name) => join(folder, name))));

  switch (id) {
    case 'burnish':
      return splitSections(await read(inPackage('licences/Burnish.txt', 'LICENSE')));
    case 'packages':
      return readPackages();
    case 'fonts': {
      const letters = await read(inPackage('licences/rating-card-letters.txt', 'engine/effects/card/glyphs/OFL.txt'));
      const bundled = (await readPackages()).filter((section) => section.startsWith('@fontsource'));
      return [...splitSections(letters), ...bundled];
    }
    case 'models':
      return readAssets('models/LICENCES.md');
    case 'networks':
      return readAssets('licences/ISNet.txt', 'licences/BiRefNet.txt');
    case 'samples':
      return readAssets('samples/LICENCES.md');
    case 'libraw':
      return readAssets('licences/LibRaw.txt');
    case 'electron':
      // Packages rename Electron's LICENSE.
      return splitSections(await readElectron('LICENSE.electron.txt', 'LICENSE'));
    case 'chromium':
      return chromiumSections(await readElectron('LICENSES.chromium.html'));
    default:
      return id satisfies never;
  }
}

/** Splits the format of `scripts/third-party.ts`, which has a line between sections. */
function splitSections(text: string): string[] {
  return text
    .split(/^-{80}$/m)
    .map((section) => section.trim())
    .filter((section) => section !== '');
}

const productBlock = /<span class="title">([^<]*)<\/span>.*?<pre>(.*?)<\/pre>/gs;
const entities: Readonly<Record<string, string>> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' };

/** Splits the page of Chromium's licenses. Products with the same text share a section. */
function chromiumSections(page: string): string[] {
  const plain = (html: string) =>
    html.replace(/&(quot|#x27|lt|gt|amp);/g, (_, name: string) => entities[name] ?? '').trim();
  const byText = Map.groupBy(page.matchAll(productBlock), ([, , text = '']) => text.trim());
  return [...byText].map(
    ([text, products]) => `${products.map(([, name = '']) => plain(name)).join('\n')}\n\n${plain(text)}`,
  );
}

async function readFirst(paths: readonly string[]): Promise<string> {
  for (const path of paths) {
    const text = await read(path);
    if (text !== '') return text;
  }
  return '';
}

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
