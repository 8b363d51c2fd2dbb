/** Reads and saves data through the page, as its screens do. */
import type { Page } from 'playwright';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { type Profile, profileSchema } from '../../../contract/services/profile.ts';
import type { OpenWindow, PageGlobals } from './window.ts';

/** Saves a remote service, with the defaults of its form. */
export async function saveProfile({ page }: OpenWindow, profile: object, key?: string): Promise<Profile> {
  const parsed = profileSchema.parse({ kind: 'remote', ...profile });
  const reply = await page.evaluate(
    (request) => (globalThis as unknown as PageGlobals).burnish.profiles.save(request),
    { profile: parsed, key },
  );
  if (!reply.ok) throw new Error(JSON.stringify(reply.message));
  return parsed;
}

/** Changes parts of a stored service. */
export async function changeProfile(window: OpenWindow, id: string, change: Partial<Profile>): Promise<void> {
  const { profiles } = await window.snapshot();
  await saveProfile(window, { ...profiles.find((profile) => profile.id === id), ...change });
}

/** Changes parts of a stored recipe. */
export async function changeRecipe(
  window: OpenWindow,
  id: string,
  change: (recipe: Recipe) => Partial<Recipe>,
): Promise<void> {
  const recipe = (await window.snapshot()).recipes.find((each) => each.id === id);
  if (recipe === undefined) throw new Error(`There is no recipe ${id}.`);
  const reply = await window.page.evaluate(
    (changed) => (globalThis as unknown as PageGlobals).burnish.recipes.save(changed),
    { ...recipe, ...change(recipe) },
  );
  if (!reply.ok) throw new Error(JSON.stringify(reply.message));
}

/** Returns the number of photographs that match a query. */
export async function countOf(page: Page, query: object): Promise<number> {
  const reply = await page.evaluate(
    (wanted) => (globalThis as unknown as PageGlobals).burnish.photographs.count(wanted),
    query,
  );
  if (!reply.ok) throw new Error(JSON.stringify(reply.message));
  return reply.value;
}

/** Returns the flags of the first photographs by file name. */
export async function flagsByName(page: Page): Promise<Record<string, number>> {
  const reply = await page.evaluate(() =>
    (globalThis as unknown as PageGlobals).burnish.photographs.head({ sort: 'name', descending: false }),
  );
  if (!reply.ok) throw new Error(JSON.stringify(reply.message));
  return Object.fromEntries(reply.value.rows.map(({ name, decision }) => [name, decision.flag]));
}
