/** `burnish recipes`: lists recipes, and hands them on as files. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { operations } from '../../contract/operations/table.ts';
import { recipeFile } from '../../contract/recipe-file.ts';
import { SaidError, say } from '../../contract/sentence.ts';
import { readRecipe } from '../delivery/recipe-files.ts';
import { patiently } from '../store/index.ts';
import { printableJson, terminalLine } from './printable.ts';
import { UsageError } from './recipe-words.ts';
import { type CommonOptions, type ExitCode, openSession, type Session } from './session.ts';

export type RecipeAction = 'list' | 'export' | 'import';

/**
 * @param words of `export`, the name of a recipe and the file to be made; of `import`, files
 * @throws UsageError, SaidError
 */
export async function recipesCommand(
  action: RecipeAction,
  words: readonly string[],
  options: CommonOptions,
): Promise<ExitCode> {
  const session = await openSession(options, null);
  try {
    if (action === 'export') await exportOne(words, session);
    else if (action === 'import') for (const path of filesIn(words)) await importOne(resolve(path), session);
    else list(session, options.json ?? false);
    return 0;
  } finally {
    await session.close();
  }
}

function list({ store }: Session, json: boolean): void {
  for (const { name, steps } of store.recipes.list()) {
    const titles = steps.map(({ operation }) => operations[operation].title);
    if (json) console.log(printableJson({ name, operations: steps.map(({ operation }) => operation) }));
    else console.log(terminalLine(say('cli.recipes.one', { name, steps: titles.join(' → ') })));
  }
}

async function exportOne(words: readonly string[], { store }: Session): Promise<void> {
  const [name, to] = words;
  if (name === undefined || to === undefined || words.length > 2) throw new UsageError(say('cli.usage.recipeAndFile'));
  const recipes = store.recipes.list();
  const recipe = recipes.find((each) => each.id === name || each.name.toLowerCase() === name.toLowerCase());
  if (recipe === undefined)
    throw new UsageError(
      say('cli.usage.noRecipe', { recipe: name, recipes: recipes.map((each) => each.name).join(', ') }),
    );
  const path = resolve(to);
  if (existsSync(path)) throw new UsageError(say('cli.products.taken', { path }));
  await writeFile(path, recipeFile(recipe), { flag: 'wx' });
}

function filesIn(words: readonly string[]): readonly string[] {
  if (words.length === 0) throw new UsageError(say('cli.usage.recipeFiles'));
  return words;
}

/** Under a name that is free. */
async function importOne(path: string, { store, interrupted }: Session): Promise<void> {
  const recipe = await readRecipe(path, randomUUID()).catch(() => null);
  if (recipe === null) throw new SaidError(say('cli.recipes.none', { path }));
  const names = new Set(store.recipes.list().map(({ name }) => name));
  let name = recipe.name;
  for (let nth = 2; names.has(name); nth += 1) name = `${recipe.name} ${nth}`;
  await patiently(() => store.recipes.save({ ...recipe, name }), interrupted);
  console.log(terminalLine(say('cli.recipes.imported', { name })));
}
