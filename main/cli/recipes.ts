/** `burnish recipes`: lists recipes, and hands them on as files. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type MessageDescriptor, msg, UserFacingError } from '../../contract/messages/message.ts';
import { localizedName } from '../../contract/messages/translator.ts';
import { operationIds } from '../../contract/operations/operation-spec.ts';
import { operations } from '../../contract/operations/table.ts';
import type { Recipe } from '../../contract/recipes/recipe.ts';
import { serializeRecipe } from '../../contract/recipes/recipe-file.ts';
import { readRecipe } from '../delivery/recipe-file-io.ts';
import { retryTransient } from '../store/index.ts';
import { type CommonOptions, type ExitCode, openSession, type Session } from './command-session.ts';
import { findRecipe, UsageError } from './parse-recipe.ts';
import { escapeTerminalJson, terminalLine } from './terminal-text.ts';

export type RecipeAction = 'list' | 'export' | 'import';

/**
 * @param words of `export`, the name of a recipe and the file to be made; of `import`, files
 * @throws UsageError, UserFacingError
 */
export async function recipesCommand(
  action: RecipeAction,
  words: readonly string[],
  options: CommonOptions,
): Promise<ExitCode> {
  const session = await openSession(options, null);
  try {
    const print = (line: MessageDescriptor, data: object) =>
      console.log(options.json ? escapeTerminalJson(data) : terminalLine(line));
    if (action === 'export') await exportOne(words, session, print);
    else if (action === 'import') return await importAll(filesIn(words), session, print);
    else list(session, options.json ?? false);
    return 0;
  } finally {
    await session.close();
  }
}

function list({ store }: Session, isJson: boolean): void {
  for (const { name, steps } of store.recipes.list()) {
    const titles = steps.map(({ operation }) => localizedName(operations[operation].title));
    if (isJson) console.log(escapeTerminalJson({ name, operations: steps.map(({ operation }) => operation) }));
    else console.log(terminalLine(msg('cli.recipes.one', { name, steps: titles.join(' → ') })));
  }
}

type Print = (line: MessageDescriptor, data: object) => void;

async function exportOne(words: readonly string[], { store }: Session, print: Print): Promise<void> {
  const [name, to] = words;
  if (name === undefined || to === undefined || words.length > 2) throw new UsageError(msg('cli.usage.recipeAndFile'));
  const recipes = store.recipes.list();
  const recipe = findRecipe(name, recipes);
  if (recipe === undefined)
    throw new UsageError(
      msg('cli.usage.noRecipe', { recipe: name, recipes: recipes.map((each) => each.name).join(', ') }),
    );
  const path = resolve(to);
  if (existsSync(path)) throw new UsageError(msg('cli.recipes.taken', { path }));
  await writeFile(path, serializeRecipe(recipe), { flag: 'wx' }).catch((fault: unknown) => {
    throw new UserFacingError(msg('cli.recipes.notWritten', { path }), { cause: fault });
  });
  print(msg('cli.recipes.exported', { name: recipe.name, path }), { exported: recipe.name, path });
}

function filesIn(words: readonly string[]): readonly string[] {
  if (words.length === 0) throw new UsageError(msg('cli.usage.recipeFiles'));
  return words;
}

/** Each that is one; of the others, why not is said. */
async function importAll(paths: readonly string[], session: Session, print: Print): Promise<ExitCode> {
  let code: ExitCode = 0;
  for (const path of paths.map((each) => resolve(each))) {
    const name = await importOne(path, session).catch((fault: unknown) => {
      if (!(fault instanceof UserFacingError)) throw fault;
      console.error(terminalLine(fault.sentence));
      return null;
    });
    if (name === null) code = 1;
    else print(msg('cli.recipes.imported', { name }), { imported: name, path });
  }
  return code;
}

/** Under a name that is free, and that means nothing else to `--recipe`. @throws UserFacingError */
async function importOne(path: string, { store, interrupted }: Session): Promise<string> {
  const read = await readRecipe(path, randomUUID()).catch((fault: unknown) => {
    throw new UserFacingError(msg('cli.recipes.unreadable', { path }), { cause: fault });
  });
  if (read === null) throw new UserFacingError(msg('cli.recipes.none', { path }));
  const lacking = read.steps.find(({ operation, reference }) => operations[operation].images.length > 1 && !reference);
  if (lacking !== undefined)
    throw new UserFacingError(
      msg('cli.recipes.needsReference', { path, operation: { named: operations[lacking.operation].title } }),
    );
  const names = new Set(store.recipes.list().map(({ name }) => name));
  const meansMore =
    read.name === 'own' || operationIds.some((id) => read.name === id || read.name.startsWith(`${id}:`));
  const wanted = meansMore ? `(${read.name})` : read.name;
  let name = wanted;
  for (let nth = 2; names.has(name); nth += 1) name = `${wanted} ${nth}`;
  await retryTransient(() => store.recipes.save({ ...withOtherHere(read, name, store), name }), interrupted);
  return name;
}

/** What it is not for waits to be looked through where the recipe for that stayed elsewhere, and that is said. */
function withOtherHere(recipe: Recipe, name: string, { recipes }: Session['store']): Recipe {
  const { only } = recipe;
  if (only?.otherwise.kind !== 'recipe' || recipes.get(only.otherwise.recipeId) !== null) return recipe;
  console.error(terminalLine(msg('cli.recipes.otherGone', { name })));
  return { ...recipe, only: { ...only, otherwise: { kind: 'look' } } };
}
