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
  const get = (id: string): Profile | null => table.get(id) ?? (id === builtInProfileId ? builtInProfile : null);
  return {
    /** The built-in engine comes first and always exists. */
    list: (): Profile[] => [
      get(builtInProfileId) ?? builtInProfile,
      ...table.list().filter(({ id }) => id !== builtInProfileId),
    ],
    get,
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

  return {
    read,
    /** Writes the given settings and keeps the others. */
    save(values: Partial<Settings>): void {
      saveAll(values);
      changes.list('settings');
    },
  };
}
