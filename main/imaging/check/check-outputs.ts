/** Checks files against the rules of the marketplaces that their outputs were made for. */
import type { FileCheck } from '../../../contract/recipes/marketplace-check.ts';
import type { Marketplace } from '../../../contract/recipes/marketplaces.ts';
import { outputsOf, type Recipe } from '../../../contract/recipes/recipe.ts';
import { checkFile } from './check-file.ts';

interface OutputFile {
  /** Number of the recipe's output, 0 for the first. */
  readonly output: number;
  /** Absolute. */
  readonly path: string;
}

interface CheckingOptions {
  readonly presets: { find(id: string | null): Marketplace | null };
  readonly signal?: AbortSignal;
  /** Does what may bring the process down. */
  readonly atRisk?: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Nothing is said of a file that cannot be measured: it is finished all the same, and may be checked later.
 * @throws the signal's reason
 */
export async function checkOutputs(
  recipe: Recipe,
  files: readonly OutputFile[],
  { presets, signal = new AbortController().signal, atRisk = (work) => work() }: CheckingOptions,
): Promise<FileCheck[]> {
  const outputs = outputsOf(recipe);
  const found: FileCheck[] = [];
  for (const { output, path } of files) {
    const preset = presets.find(outputs[output]?.marketplace ?? null);
    if (preset === null) continue;
    try {
      const { findings } = await atRisk(() => checkFile(path, preset, signal));
      found.push({ output, marketplace: preset.id, name: preset.name, findings });
    } catch {
      signal.throwIfAborted();
    }
  }
  return found;
}
