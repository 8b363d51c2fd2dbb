/** JSON documents that the user edits, by table, and the settings. */
import { type Settings, settingsSchema } from '../../../contract/app/settings.ts';
import { exportPresetSchema } from '../../../contract/delivery/export-presets.ts';
import { watchFolderSchema } from '../../../contract/intake/watch-folder.ts';
import { ownPresetSchema } from '../../../contract/recipes/custom-presets.ts';
import { type Marketplace, marketplaces } from '../../../contract/recipes/marketplaces.ts';
import { recipeSchema, starterRecipes } from '../../../contract/recipes/recipe.ts';
import { detailsPresetSchema } from '../../../contract/review/photo-info.ts';
import {
  builtInProfile,
  builtInProfileId,
  canCharge,
  type Profile,
  storedProfileSchema,
} from '../../../contract/services/profile.ts';
import type { StoreContext } from '../store-context.ts';
import { jsonDocuments } from './json-documents.ts';

export function recipes(context: StoreContext) {
  const table = jsonDocuments(context, {
    table: 'recipes',
    column: 'recipe',
    parse: (document) => recipeSchema.safeParse(document).data ?? null,
  });
  return {
    ...table,
    /** Adds the recipes of a new installation. @param translateName translates an English name */
    addStarters: (translateName: (name: string) => string): void => {
      for (const recipe of starterRecipes) table.save({ ...recipe, name: translateName(recipe.name) });
    },
  };
}

export const folders = (context: StoreContext) =>
  jsonDocuments(context, {
    table: 'folders',
    column: 'folder',
    parse: (document) => watchFolderSchema.safeParse(document).data ?? null,
  });

/** Profiles; their keys are elsewhere. */
export function profiles(context: StoreContext) {
  const table = jsonDocuments(context, { table: 'profiles', column: 'profile', parse: parseProfile });
  const orBuiltIn = (id: string, profile: Profile | null) =>
    profile ?? (id === builtInProfileId ? builtInProfile : null);
  const get = (id: string): Profile | null => orBuiltIn(id, table.get(id));
  return {
    /** The built-in engine comes first and always exists. */
    list: (): Profile[] => [
      get(builtInProfileId) ?? builtInProfile,
      ...table.list().filter(({ id }) => id !== builtInProfileId),
    ],
    get,
    recent: (id: string): Profile | null => orBuiltIn(id, table.recent(id)),
    save: table.save,
    /** Removes a profile; the built-in one gets its defaults back. */
    remove: table.remove,
  };
}

/** Sets `charges`, because older documents may leave it open. The built-in engine never charges. */
function parseProfile(document: unknown): Profile | null {
  const profile = storedProfileSchema.safeParse(document).data;
  return profile ? { ...profile, charges: canCharge(profile) } : null;
}

/** Custom rules of marketplaces. */
export function presets(context: StoreContext) {
  const table = jsonDocuments(context, {
    table: 'presets',
    column: 'preset',
    parse: (document) => ownPresetSchema.safeParse(document).data ?? null,
  });
  return {
    ...table,
    /** Includes built-in marketplaces. */
    find(id: string | null): Marketplace | null {
      if (id === null) return null;
      return marketplaces.find((marketplace) => marketplace.id === id) ?? table.get(id);
    },
  };
}

export const detailsPresets = (context: StoreContext) =>
  jsonDocuments(context, {
    table: 'details_presets',
    column: 'preset',
    parse: (document) => detailsPresetSchema.safeParse(document).data ?? null,
  });

export const exportPresets = (context: StoreContext) =>
  jsonDocuments(context, {
    table: 'export_presets',
    column: 'preset',
    parse: (document) => exportPresetSchema.safeParse(document).data ?? null,
  });

interface RecipeStore {
  readonly recipes: Pick<ReturnType<typeof recipes>, 'list' | 'remove'>;
  readonly folders: Pick<ReturnType<typeof folders>, 'list'>;
  readonly settings: Pick<ReturnType<typeof settings>, 'read' | 'save'>;
}

/** A document that uses a recipe; `last`: there is no other recipe. */
export type RecipeUse =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'recipe'; readonly name: string }
  | { readonly kind: 'last' };

/** Returns the reason to keep a recipe, or null. */
export function findRecipeUse(id: string, { recipes, folders }: RecipeStore): RecipeUse | null {
  const folder = folders.list().find(({ recipeId }) => recipeId === id);
  if (folder !== undefined) return { kind: 'folder', path: folder.path };
  const all = recipes.list();
  const user = all.find(({ only }) => only?.otherwise.kind === 'recipe' && only.otherwise.recipeId === id);
  if (user !== undefined) return { kind: 'recipe', name: user.name };
  return all.every((recipe) => recipe.id === id) ? { kind: 'last' } : null;
}

/** Removes a recipe. If it was the default, the first one takes its place. */
export function removeRecipe(id: string, { recipes, settings }: RecipeStore): void {
  recipes.remove(id);
  const [first] = recipes.list();
  if (first && settings.read().defaultRecipeId === id) settings.save({ defaultRecipeId: first.id });
}

interface SettingRow {
  name: string;
  value: string;
}

const selectSettings = 'SELECT name, value FROM settings';
const saveSetting = 'INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)';

/** The settings of the app, a row each, completed with defaults. */
export function settings({ db, changes }: StoreContext) {
  const selectAll = db.prepare<[], SettingRow>(selectSettings);
  const saveOne = db.prepare(saveSetting);

  function read(): Settings {
    const knownNames = new Set(Object.keys(settingsSchema.shape));
    const rows = selectAll.all().filter(({ name }) => knownNames.has(name));
    const stored = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
    // An invalid setting gets its default; the others keep their values.
    const issues = settingsSchema.safeParse(stored).error?.issues;
    const invalidNames = new Set(issues?.map((issue) => String(issue.path[0])));
    return settingsSchema.parse(Object.fromEntries(Object.entries(stored).filter(([name]) => !invalidNames.has(name))));
  }
  const saveAll = db.transaction((values: Partial<Settings>) => {
    for (const [name, value] of Object.entries(values)) saveOne.run(name, JSON.stringify(value));
  });
  let cached: Settings | null = null;
  const clear = () => {
    cached = null;
  };
  changes.clearOnForeign(clear);

  return {
    read,
    /** As of the last look for changes by other processes; see `jsonDocuments`. */
    recent: (): Settings => (cached ??= read()),
    /** Writes the given settings and keeps the others. */
    save(values: Partial<Settings>): void {
      saveAll(values);
      clear();
      changes.list('settings');
    },
  };
}
