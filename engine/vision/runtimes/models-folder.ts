import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Defaults to assets/models of the repository, some levels above this file. */
export function modelsFolder(): string {
  if (process.env.BURNISH_MODELS) return process.env.BURNISH_MODELS;
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'assets', 'models');
    if (existsSync(candidate) || dirname(folder) === folder) return candidate;
  }
}

/** Returns the folder of downloaded networks, if there is one. */
export function networksFolder(): string | null {
  return process.env.BURNISH_NETWORKS || null;
}
