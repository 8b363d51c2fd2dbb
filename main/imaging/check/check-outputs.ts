import type { FileCheck } from '../../../contract/recipes/marketplace-check.ts';
import type { Marketplace } from '../../../contract/recipes/marketplaces.ts';
import { outputsOf, type Recipe } from '../../../contract/recipes/recipe.ts';
import { checkFile } from './check-file.ts';

interface OutputFile {
  /** From 0. */
  readonly output: number;
  readonly path: string;
}

interface CheckingOptions {
  readonly presets: { find(id: string | null): Marketplace | null };
  readonly signal?: AbortSignal;
  /** Runs work with a risk of crashing the process. */
  readonly atRisk?: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Checks files by the marketplaces of their outputs. Skips files that cannot be measured: they are finished, and can be
 * checked later.
 * @throws the signal's reason
 */
export async function checkOutputs(
  recipe: Recipe,
  files: readonly OutputFile[],
  { presets, signal = new AbortController().signal, atRisk = (work) => work() }: CheckingOptions,
): Promise<FileCheck[]> {
  const outputs = outputsOf(recipe);
  const checks: FileCheck[] = [];
  for (const { output, path } of files) {
    const preset = presets.find(outputs[output]?.marketplace ?? null);
    if (preset === null) continue;
    try {
      const { findings } = await atRisk(() => checkFile(path, preset, signal));
      checks.push({ output, marketplace: preset.id, name: preset.name, findings });
    } catch {
      signal.throwIfAborted();
    }
  }
  return checks;
}
