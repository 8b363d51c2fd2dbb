/** Paths of the files that come with the app, and its version. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CatalogNetwork, parseCatalog } from '../contract/services/networks.ts';

export interface Resources {
  readonly models: string;
  readonly samples: readonly Sample[];
  readonly icon: string;
  /** Folder of the styles and scripts of a gallery's page. */
  readonly gallery: string;
  /** The engine's entry: TypeScript in a checkout, JavaScript when built. */
  readonly engineEntry: string;
}

/** A sample photograph with a suitable starter recipe. */
export interface Sample {
  /** Absolute. */
  readonly path: string;
  readonly recipeId: string;
}

function samplesIn(folder: string): Sample[] {
  try {
    const table = JSON.parse(readFileSync(join(folder, 'samples.json'), 'utf8')) as Record<string, string>;
    return Object.entries(table).map(([name, recipeId]) => ({ path: join(folder, name), recipeId }));
  } catch {
    return []; // An installation can lack its samples.
  }
}

/** Returns the folder that contains main/ in a checkout, and out/ in a build. */
function findRoot(): string {
  const moduleDir = fileURLToPath(new URL('.', import.meta.url));
  return import.meta.url.endsWith('.ts') ? join(moduleDir, '..') : join(moduleDir, '..', '..', '..');
}

export function ownVersion(): string {
  return (JSON.parse(readFileSync(join(findRoot(), 'package.json'), 'utf8')) as { version: string }).version;
}

/** @param packaged folder of extra resources of a packaged app; undefined in a checkout */
export function resources(packaged: string | undefined): Resources {
  const assets = packaged ?? join(findRoot(), 'assets');
  return {
    models: join(assets, 'models'),
    samples: samplesIn(join(assets, 'samples')),
    icon: join(findRoot(), 'assets', 'icons', 'icon.png'),
    gallery: packaged === undefined ? join(findRoot(), 'gallery') : join(packaged, 'gallery'),
    engineEntry: fileURLToPath(
      new URL(import.meta.url.endsWith('.ts') ? '../engine/main.ts' : '../engine/main.js', import.meta.url),
    ),
  };
}

/** Reads the catalog of tests from the file in BURNISH_CATALOGUE. Packaged apps ignore that. */
export function otherCatalog(isPackaged: boolean): readonly CatalogNetwork[] | undefined {
  const file = isPackaged ? undefined : process.env.BURNISH_CATALOGUE;
  return file ? parseCatalog(readFileSync(file, 'utf8')) : undefined;
}
