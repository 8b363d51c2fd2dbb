/** The licences of all that a packaged Burnish brings along, as one text for people: its packages, and what is bundled into its own files. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A package with what it says of its licence; as Vite writes it for the packages that it bundles (`build.license`). */
interface Licensed {
  readonly name: string;
  readonly version: string;
  /** As in SPDX; packages may leave it out. */
  readonly identifier?: string;
  readonly text?: string;
}

/** Where Vite leaves the licences of what it bundled, below each folder of out/. */
export const bundledLicenses = '.vite/licences.json';

const licenseFile = /^(?:(?:un)?licen[cs]e|copying|notice|third.?party)(?!.*\.(?:[cm]?[jt]sx?|json|map)$)/i;

/**
 * The packages that the app needs when it runs, of those that are installed: paths such as `node_modules/a/node_modules/b`, sorted.
 * @param root the folder with package-lock.json
 * @param leftOut names of packages that this build does without
 */
export async function shippedPackages(root: string, leftOut: readonly string[] = []): Promise<string[]> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const packages = lock.packages as Record<string, LockedPackage>;
  const found = new Set<string>();
  const waiting = [''];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = [...placesOf(path, name)].find((each) => each in packages);
      if (place === undefined || found.has(place) || leftOut.includes(name)) continue;
      // For other platforms.
      if ((await manifestOf(join(root, place))) === null) continue;
      found.add(place);
      waiting.push(place);
    }
  }
  return [...found].sort();
}

/** Where `name` is looked for from the package at `path`: in its own node_modules, then in each one above. */
export function* placesOf(path: string, name: string): Generator<string> {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    yield folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (folder === '') return;
  }
}

/**
 * @param root the project, built and with its packages installed
 * @param leftOut names of packages that this build does without
 */
export async function thirdPartyText(root: string, leftOut: readonly string[] = []): Promise<string> {
  const shipped = await Promise.all((await shippedPackages(root, leftOut)).map((path) => licensed(join(root, path))));
  const bundled = await Promise.all(
    ['main', 'preload', 'renderer'].map((name) => bundledInto(join(root, 'out', name))),
  );
  const packages = new Map([...bundled.flat(), ...shipped].map((each) => [`${each.name} ${each.version}`, each]));
  const byText = new Map<string, string[]>();
  for (const key of [...packages.keys()].sort()) {
    const { identifier, text } = packages.get(key) as Licensed;
    const words = text ?? 'No more than the name of its licence is in this package.';
    byText.set(words, [...(byText.get(words) ?? []), identifier ? `${key} (${identifier})` : key]);
  }
  const line = '-'.repeat(80);
  return [
    'Burnish is made with the packages below, each under the licence that follows its name. Electron and Chromium have files of their',
    'own beside the program; models and sample photographs are described where they lie.',
    ...[...byText].map(([text, names]) => `${line}\n${names.join('\n')}\n\n${text}\n`),
  ].join('\n');
}

/** Writes it into out/licences, where a checkout shows it, and the app that is packaged takes it along. As for `thirdPartyText`. */
export async function writeThirdParty(root: string, leftOut: readonly string[] = []): Promise<string> {
  const folder = join(root, 'out/licences');
  // A new file each time: an app that was packaged before may share the old one by a hard link.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'third-party.txt'), await thirdPartyText(root, leftOut));
  return folder;
}

async function bundledInto(folder: string): Promise<Licensed[]> {
  return JSON.parse(await readFile(join(folder, bundledLicenses), 'utf8'));
}

async function licensed(folder: string): Promise<Licensed> {
  const { name, version, license } = (await manifestOf(folder)) as { name: string; version: string; license?: unknown };
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && licenseFile.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.slice(folder.length).includes('node_modules'))
    .sort();
  const texts = await Promise.all(files.map((path) => readFile(path, 'utf8')));
  const text = texts.length > 0 ? texts.map((each) => each.trim()).join('\n\n') : await fromReadme(folder);
  return { name, version, ...(typeof license === 'string' ? { identifier: license } : {}), ...(text ? { text } : {}) };
}

/** What stands under a heading such as “License”: where packages without a file for it say it. */
async function fromReadme(folder: string): Promise<string | undefined> {
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
