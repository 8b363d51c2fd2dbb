/** The licences of all that comes with Burnish, as texts: each from files of its own, which nobody names but this table. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LicenseId } from '../contract/app/about.ts';

export interface LicensePlaces {
  /** The checkout; a packaged app has `packaged`. */
  readonly root: string;
  /** The folder of extra resources of a packaged app; undefined in a checkout. */
  readonly packaged: string | undefined;
  /** The folders that Electron may have put its own files into. */
  readonly electron: readonly string[];
}

/** The licence as sections, each of one or several names and a text; empty where the file is not there, as before a build. */
export async function licenseSections(id: LicenseId, { root, packaged, electron }: LicensePlaces): Promise<string[]> {
  /** Where it is in a package, and in a checkout. */
  const inPackage = (name: string, checkout: string) =>
    packaged === undefined ? join(root, checkout) : join(packaged, name);
  const packages = async () =>
    sectionsOf(await read(inPackage('licences/third-party.txt', 'out/licences/third-party.txt')));
  const assets = async (...names: string[]) =>
    (await Promise.all(names.map((name) => read(inPackage(name, `assets/${name}`))))).filter((text) => text !== '');
  const ofElectron = (...names: string[]) =>
    first(electron.flatMap((folder) => names.map((name) => join(folder, name))));

  switch (id) {
    case 'burnish':
      return sectionsOf(await read(inPackage('licences/Burnish.txt', 'LICENSE')));
    case 'packages':
      return packages();
    case 'fonts': {
      const letters = await read(inPackage('licences/rating-card-letters.txt', 'engine/effects/card/glyphs/OFL.txt'));
      const bundled = (await packages()).filter((section) => section.startsWith('@fontsource'));
      return [...sectionsOf(letters), ...bundled];
    }
    case 'models':
      return assets('models/LICENCES.md');
    case 'networks':
      return assets('licences/ISNet.txt', 'licences/BiRefNet.txt');
    case 'samples':
      return assets('samples/LICENCES.md');
    case 'libraw':
      return assets('licences/LibRaw.txt');
    case 'electron':
      // Electron's own name for it, that of the package for Linux, and ours in one for the Mac.
      return sectionsOf(await ofElectron('LICENSE.electron.txt', 'LICENSE'));
    case 'chromium':
      return chromiumSections(await ofElectron('LICENSES.chromium.html'));
    default:
      return id satisfies never;
  }
}

/** As `scripts/third-party.ts` writes them, with a line between any two. */
function sectionsOf(text: string): string[] {
  return text
    .split(/^-{80}$/m)
    .map((section) => section.trim())
    .filter((section) => section !== '');
}

const product = /<span class="title">([^<]*)<\/span>.*?<pre>(.*?)<\/pre>/gs;
const entities: Readonly<Record<string, string>> = { quot: '"', '#x27': "'", lt: '<', gt: '>', amp: '&' };

/** The page that comes with Chromium: what has the same text is one section. */
function chromiumSections(page: string): string[] {
  const plain = (html: string) =>
    html.replace(/&(quot|#x27|lt|gt|amp);/g, (_, name: string) => entities[name] ?? '').trim();
  const byText = Map.groupBy(page.matchAll(product), ([, , text = '']) => text.trim());
  return [...byText].map(
    ([text, products]) => `${products.map(([, name = '']) => plain(name)).join('\n')}\n\n${plain(text)}`,
  );
}

async function first(paths: readonly string[]): Promise<string> {
  for (const path of paths) {
    const text = await read(path);
    if (text !== '') return text;
  }
  return '';
}

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
