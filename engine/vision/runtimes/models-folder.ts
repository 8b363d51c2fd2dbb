/** Where the model files are: those that come with the engine, and networks that were fetched. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Folder of the model files: BURNISH_MODELS where it is set, else assets/models of the repository.
 * The built files lie deeper than the sources, so the repository is found by walking up.
 */
export function modelsFolder(): string {
  if (process.env.BURNISH_MODELS) return process.env.BURNISH_MODELS;
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'assets', 'models');
    if (existsSync(candidate) || dirname(folder) === folder) return candidate;
  }
}

/** Folder of the networks that were fetched from the catalogue: BURNISH_NETWORKS; null where it is not set. */
export function networksFolder(): string | null {
  return process.env.BURNISH_NETWORKS || null;
}
