/** Documents of the page with their paths read: what is stored in that place may stay, a new one must have been granted. */
import type { Composition } from '../../preload/contract/composition.ts';
import type { WatchFolder } from '../../preload/contract/folder.ts';
import { type Output, outputsOf, type Recipe, type Step } from '../../preload/contract/recipe.ts';
import { confirmedSettings, type Settings } from '../../preload/contract/settings.ts';
import type { Store } from '../store/index.ts';
import type { ReadPath } from './grants.ts';

type Lists = Pick<Store, 'folders' | 'recipes' | 'settings'>;

/** @throws Refusal, as all of these, where a path was sent that is neither stored there nor granted */
export function savedFolder(sent: WatchFolder, { folders }: Lists, read: ReadPath): WatchFolder {
  const stored = folders.get(sent.id);
  return {
    ...sent,
    path: read(sent.path, 'folder', [stored?.path ?? null]),
    outputFolder: orNull(sent.outputFolder, (folder) => read(folder, 'folder', [stored?.outputFolder ?? null])),
  };
}

/** A recipe may be a copy of another one: what any of them has in the same place was chosen for that place. */
export function savedRecipe(sent: Recipe, lists: Lists, read: ReadPath): Recipe {
  const stored = lists.recipes.list();
  const folders = stored.flatMap((recipe) => outputsOf(recipe).map(({ folder }) => folder));
  const backgrounds = knownBackgrounds(lists);
  const withPaths = (output: Output): Output => ({
    ...output,
    folder: orNull(output.folder, (folder) => read(folder, 'folder', folders)),
    composition: withBackground(output.composition, backgrounds, read),
  });
  return {
    ...sent,
    steps: sent.steps.map((step) => withReference(step, stored, read)),
    output: withPaths(sent.output),
    alsoAs: sent.alsoAs.map(withPaths),
  };
}

/** An output whose file is only drawn: it goes nowhere. */
export function outputToDraw(sent: Output, lists: Lists, read: ReadPath): Output {
  return { ...sent, folder: null, composition: withBackground(sent.composition, knownBackgrounds(lists), read) };
}

/** Every background picture that a recipe has. */
export function knownBackgrounds({ recipes }: Lists): (string | null)[] {
  return recipes.list().flatMap((recipe) => outputsOf(recipe).map(({ composition }) => pictureOf(composition)));
}

function withBackground(
  composition: Composition | null,
  known: readonly (string | null)[],
  read: ReadPath,
): Composition | null {
  if (composition === null || composition.background.kind !== 'picture') return composition;
  const { background } = composition;
  return { ...composition, background: { ...background, path: read(background.path, 'reference', known) } };
}

function pictureOf(composition: Composition | null): string | null {
  return composition?.background.kind === 'picture' ? composition.background.path : null;
}

export function stepToTry(sent: Step, { recipes }: Lists, read: ReadPath): Step {
  return withReference(sent, recipes.list(), read);
}

function withReference(step: Step, recipes: readonly Recipe[], read: ReadPath): Step {
  const stored = recipes.flatMap(({ steps }) => steps.map(({ reference }) => reference));
  return { ...step, reference: orNull(step.reference, (path) => read(path, 'reference', stored)) };
}

export function savedSettings(sent: Settings, { settings }: Lists, read: ReadPath): Settings {
  const stored = settings.read();
  const confirmed = Object.fromEntries(confirmedSettings.map((name) => [name, stored[name]]));
  return { ...sent, ...confirmed, outputFolder: read(sent.outputFolder, 'folder', [stored.outputFolder]) };
}

function orNull(sent: string | null, read: (sent: string) => string): string | null {
  return sent === null ? null : read(sent);
}

/** Every folder the user has chosen for something. */
export function knownFolders({ folders, recipes, settings }: Lists): string[] {
  return [
    settings.read().outputFolder,
    ...folders.list().flatMap(({ path, outputFolder }) => [path, outputFolder]),
    ...recipes.list().flatMap((recipe) => outputsOf(recipe).map(({ folder }) => folder)),
  ].filter((folder) => folder !== null);
}
