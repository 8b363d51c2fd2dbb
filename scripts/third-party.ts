/**
 * The licenses of everything in a packaged Burnish, as one text: its packages, and the packages bundled into its files.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A package with its license, in Vite's format for bundled packages (`build.license`). */
interface Licensed {
  readonly name: string;
  readonly version: string;
  /** SPDX identifier; optional. */
  readonly identifier?: string;
  readonly text?: string;
}

/** Vite's file of licenses in each folder of out/. */
export const bundledLicenses = '.vite/licences.json';

const licenseFile = /^(?:(?:un)?licen[cs]e|copying|notice|third.?party)(?!.*\.(?:[cm]?[jt]sx?|json|map)$)/i;

/**
 * Returns the installed packages that the app needs at run time: sorted paths such as `node_modules/a/node_modules/b`.
 * @param root the folder of package-lock.json
 * @param omitted names of packages that this build omits
 */
export async function shippedPackages(root: string, omitted: readonly string[] = []): Promise<string[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const packages = lock.packages as Record<string, LockedPackage>;
  const found = new Set<string>();
  const waiting = [''];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = [...placesOf(path, name)].find((each) => each in packages);
      if (place === undefined || found.has(place) || omitted.includes(name)) continue;
      // Packages for other platforms are not installed.
      if ((await manifestOf(join(root, place))) === null) continue;
      found.add(place);
      waiting.push(place);
    }
  }
  return [...found].sort();
}

/** Yields the places where the package at `path` looks for `name`: its own node_modules, then each one above. */
export function* placesOf(path: string, name: string): Generator<string> {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    yield folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (folder === '') return;
  }
}

/**
 * @param root the project, built and with its packages installed
 * @param omitted names of packages that this build omits
 */
export async function thirdPartyText(root: string, omitted: readonly string[] = []): Promise<string> {
  const shipped = await Promise.all(
    (await shippedPackages(root, omitted)).map((path) => readPackage(join(root, path))),
  );
  const bundled = await Promise.all(
    ['main', 'preload', 'renderer'].map((name) => bundledPackages(join(root, 'out', name))),
  );
  const packages = new Map([...bundled.flat(), ...shipped].map((each) => [`${each.name} ${each.version}`, each]));
  const byText = new Map<string, string[]>();
  for (const key of [...packages.keys()].sort()) {
    const { identifier, text } = packages.get(key) as Licensed;
    const license = text ?? 'This package contains only the name of its license.';
    byText.set(license, [...(byText.get(license) ?? []), identifier ? `${key} (${identifier})` : key]);
  }
  const line = '-'.repeat(80);
  return [
    'Burnish contains the packages below, each under the license that follows its name. The licenses of Electron and Chromium are',
    'next to the program; those of models and sample photographs are in their folders.',
    ...[...byText].map(([text, names]) => `${line}\n${names.join('\n')}\n\n${text}\n`),
  ].join('\n');
}

/** Writes out/licences for the packaged app. Arguments as for `thirdPartyText`. */
export async function writeThirdParty(root: string, omitted: readonly string[] = []): Promise<string> {
  const folder = join(root, 'out/licences');
  // A new file each time: an app packaged before may share the old one through a hard link.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'third-party.txt'), await thirdPartyText(root, omitted));
  return folder;
}

async function bundledPackages(folder: string): Promise<Licensed[]> {
  return JSON.parse(await readFile(join(folder, bundledLicenses), 'utf8'));
}

async function readPackage(folder: string): Promise<Licensed> {
  const { name, version, license } = (await manifestOf(folder)) as { name: string; version: string; license?: unknown };
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && licenseFile.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.slice(folder.length).includes('node_modules'))
    .sort();
  const texts = await Promise.all(files.map((path) => readFile(path, 'utf8')));
  const text = texts.length > 0 ? texts.map((each) => each.trim()).join('\n\n') : await licenseInReadme(folder);
  return { name, version, ...(typeof license === 'string' ? { identifier: license } : {}), ...(text ? { text } : {}) };
}

/** Returns the text under a heading such as “License”, for packages without a license file. */
async function licenseInReadme(folder: string): Promise<string | undefined> {
  const readme = (await readdir(folder)).find((name) => /^readme/i.test(name));
  if (readme === undefined) return undefined;
  const text = await readFile(join(folder, readme), 'utf8');
  return (
    /^#+[ \t]*(?:the )?(?:MIT )?licen[cs](?:e|es|ing)\b[^\n]*\n(.*?)(?=^#+ |$(?![\s\S]))/ims.exec(text)?.[1]?.trim() ||
    undefined
  );
}

async function manifestOf(folder: string): Promise<Record<string, unknown> | null> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
  return text === null ? null : JSON.parse(text);
}
