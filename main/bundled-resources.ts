/** Where the files are that come with the app: models, sample photographs, icons; and which version of it this is. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CatalogNetwork, parseCatalog } from '../contract/services/networks.ts';

export interface Resources {
  readonly models: string;
  readonly samples: readonly Sample[];
  readonly icon: string;
  /** What the page of a client's gallery is made of. */
  readonly gallery: string;
  /** The engine's entry: TypeScript in a checkout, JavaScript when built. */
  readonly engineEntry: string;
}

/** A photograph the app comes with, and the starter recipe that suits it. */
export interface Sample {
  /** Absolute. */
  readonly path: string;
  readonly recipeId: string;
}

/** `samples.json` says which recipe suits which photograph. */
function samplesIn(folder: string): Sample[] {
  try {
    const table = JSON.parse(readFileSync(join(folder, 'samples.json'), 'utf8')) as Record<string, string>;
    return Object.entries(table).map(([name, recipeId]) => ({ path: join(folder, name), recipeId }));
  } catch {
    return []; // An installation without its samples works all the same.
  }
}

/** The folder above main/ in a checkout and above out/ when built. */
function root(): string {
  const moduleDir = fileURLToPath(new URL('.', import.meta.url));
  return import.meta.url.endsWith('.ts') ? join(moduleDir, '..') : join(moduleDir, '..', '..', '..');
}

/** What package.json calls it, which a packaged app has too. */
export function ownVersion(): string {
  return (JSON.parse(readFileSync(join(root(), 'package.json'), 'utf8')) as { version: string }).version;
}

/** @param packaged the folder of extra resources of a packaged app; undefined in a checkout. */
export function resources(packaged: string | undefined): Resources {
  const assets = packaged ?? join(root(), 'assets');
  return {
    models: join(assets, 'models'),
    samples: samplesIn(join(assets, 'samples')),
    icon: join(root(), 'assets', 'icons', 'icon.png'),
    gallery: packaged === undefined ? join(root(), 'gallery') : join(packaged, 'gallery'),
    engineEntry: fileURLToPath(
      new URL(import.meta.url.endsWith('.ts') ? '../engine/main.ts' : '../engine/main.js', import.meta.url),
    ),
  };
}

/** Tests serve networks of their own: BURNISH_CATALOGUE names a file with their addresses. Never in a packaged app. */
export function otherCatalog(isPackaged: boolean): readonly CatalogNetwork[] | undefined {
  const file = isPackaged ? undefined : process.env.BURNISH_CATALOGUE;
  return file ? parseCatalog(readFileSync(file, 'utf8')) : undefined;
}
