import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Argument } from 'commander';
import { type MessageDescriptor, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { localizedName } from '../../../contract/messages/translator.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, exitCodeFor, exitCodes, UsageError } from '../exit-codes.ts';
import { type CommonOptions, jsonOption } from '../options/common-options.ts';
import { printError, printJson, printMessage } from '../output/terminal-text.ts';
import { type Session, withSession } from '../session/command-session.ts';

type RecipeAction = 'list' | 'export' | 'import';

export const command: CliCommand = {
  description: 'list recipes, export one to a file, or import files',
  options: [jsonOption],
  accept(command) {
    command
      .addArgument(
        new Argument('[action]', 'what to do')
          .choices(['list', 'export', 'import'] satisfies RecipeAction[])
          .default('list'),
      )
      .argument('[words...]', 'export: a recipe and the new file; import: the files');
  },
  rules: [{ options: ['[words...]'], needs: ['[export]', '[import]'] }],
  run,
};

async function run({
  args: [action, operands],
  options,
}: CommandInput<CommonOptions, [RecipeAction, string[]]>): Promise<ExitCode> {
  const isJson = options.json ?? false;
  return withSession(options, async (session) => {
    const print: Print = (line, data) => (isJson ? printJson(data) : printMessage(line));
    switch (action) {
      case 'export':
        await exportRecipe(operands, session, print);
        return exitCodes.done;
      case 'import':
        return importRecipes(operands, session, print);
      default:
        await listRecipes(session, print);
        return exitCodes.done;
    }
  });
}

/** Prints a line, or its data for `--json`. */
type Print = (line: MessageDescriptor, data: object) => void;

async function listRecipes({ store }: Session, print: Print): Promise<void> {
  const { operations } = await import('../../../contract/operations/table.ts');
  for (const { name, steps } of store.recipes.list()) {
    const ids = steps.map(({ operation }) => operation);
    const titles = ids.map((id) => localizedName(operations[id].title));
    print(msg('cli.recipes.one', { name, steps: titles.join(' → ') }), { name, operations: ids });
  }
}

/** @param operands the recipe and the path of the new file */
async function exportRecipe(operands: readonly string[], { store }: Session, print: Print): Promise<void> {
  const [name, file] = operands;
  if (name === undefined || file === undefined || operands.length > 2)
    throw new UsageError(msg('cli.usage.recipeAndFile'));
  const { findRecipe } = await import('../options/parse-recipe.ts');
  const { serializeRecipe } = await import('../../../contract/recipes/recipe-file.ts');
  const recipes = store.recipes.list();
  const recipe = findRecipe(name, recipes);
  if (recipe === undefined) {
    const names = recipes.map((each) => each.name).join(', ');
    throw new UsageError(msg('cli.usage.noRecipe', { recipe: name, recipes: names }));
  }
  const path = resolve(file);
  if (existsSync(path)) throw new UsageError(msg('cli.recipes.taken', { path }));
  await writeFile(path, serializeRecipe(recipe), { flag: 'wx' }).catch((error: unknown) => {
    throw new UserFacingError(msg('cli.recipes.notWritten', { path }), { cause: error });
  });
  print(msg('cli.recipes.exported', { name: recipe.name, path }), { exported: recipe.name, path });
}

/** Imports all valid files, and ends with 1 if there are others. */
async function importRecipes(files: readonly string[], session: Session, print: Print): Promise<ExitCode> {
  if (files.length === 0) throw new UsageError(msg('cli.usage.recipeFiles'));
  let isComplete = true;
  for (const path of files.map((each) => resolve(each))) {
    const name = await importRecipe(path, session).catch((error: unknown) => {
      if (!(error instanceof UserFacingError)) throw error;
      printError(error.sentence);
      return null;
    });
    if (name === null) isComplete = false;
    else print(msg('cli.recipes.imported', { name }), { imported: name, path });
  }
  return exitCodeFor(isComplete);
}

/** Saves a recipe from a file under a free name. Returns the name. @throws UserFacingError */
async function importRecipe(path: string, { store, write }: Session): Promise<string> {
  const { operations } = await import('../../../contract/operations/table.ts');
  const { readRecipe } = await import('../../delivery/recipe-file-io.ts');
  const recipe = await readRecipe(path, randomUUID()).catch((error: unknown) => {
    throw new UserFacingError(msg('cli.recipes.unreadable', { path }), { cause: error });
  });
  if (recipe === null) throw new UserFacingError(msg('cli.recipes.none', { path }));
  const incomplete = recipe.steps.find(
    ({ operation, reference }) => operations[operation].images.length > 1 && !reference,
  );
  if (incomplete !== undefined)
    throw new UserFacingError(
      msg('cli.recipes.needsReference', { path, operation: { named: operations[incomplete.operation].title } }),
    );
  const taken = new Set(store.recipes.list().map((each) => each.name));
  const name = freeName(recipe.name, taken, Object.keys(operations));
  await write(() => store.recipes.save({ ...withKnownAlternative(recipe, name, store), name }));
  return name;
}

/** Returns a name that no recipe has, and that has no other meaning after `--recipe` or `--again-with`. */
function freeName(name: string, taken: ReadonlySet<string>, operationIds: readonly string[]): string {
  const isReserved = name === 'own' || operationIds.some((id) => name === id || name.startsWith(`${id}:`));
  const wanted = isReserved ? `(${name})` : name;
  let free = wanted;
  for (let number = 2; taken.has(free); number += 1) free = `${wanted} ${number}`;
  return free;
}

/** If the recipe for excluded photographs was not imported, they wait in Review instead. */
function withKnownAlternative(recipe: Recipe, name: string, { recipes }: Session['store']): Recipe {
  const { only } = recipe;
  if (only?.otherwise.kind !== 'recipe' || recipes.get(only.otherwise.recipeId) !== null) return recipe;
  printError(msg('cli.recipes.otherGone', { name }));
  return { ...recipe, only: { ...only, otherwise: { kind: 'look' } } };
}
