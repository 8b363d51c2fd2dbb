/** Checks placed files against the rules of the marketplaces that their outputs were made for. */
import type { FileCheck } from '../../../preload/contract/check.ts';
import { outputsOf, type Recipe } from '../../../preload/contract/recipe.ts';
import { checkFile } from '../../imaging/check/check.ts';
import type { FurtherFile } from '../../store/index.ts';
import type { StageTools } from './stage.ts';

/** A file that cannot be measured is finished all the same, and may be checked later. */
export async function checkPlaced(
  recipe: Recipe,
  files: readonly FurtherFile[],
  { store, signal, atRisk }: Pick<StageTools, 'store' | 'signal' | 'atRisk'>,
): Promise<FileCheck[]> {
  const outputs = outputsOf(recipe);
  const found: FileCheck[] = [];
  for (const { output, path } of files) {
    const preset = store.presets.find(outputs[output]?.marketplace ?? null);
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
