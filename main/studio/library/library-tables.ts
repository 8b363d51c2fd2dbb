/** Documents of the library by kind: their local tables, and their conversion to and from the shared form. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { exportPresetSchema } from '../../../contract/delivery/export-presets.ts';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { operationIds } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { ownPresetSchema } from '../../../contract/recipes/custom-presets.ts';
import { marketplaces } from '../../../contract/recipes/marketplaces.ts';
import { safeName } from '../../../contract/recipes/naming.ts';
import { type Recipe, starterRecipes, trials } from '../../../contract/recipes/recipe.ts';
import { mapDocumentPaths } from '../../../contract/recipes/recipe-paths.ts';
import { detailsPresetSchema } from '../../../contract/review/photo-info.ts';
import { creditsMessage, creditsSchema, priceOf } from '../../../contract/services/costs.ts';
import { builtInProfileId, canCharge, type Profile } from '../../../contract/services/profile.ts';
import { serviceIdOf } from '../../service/requests/address.ts';
import { findRecipeUse, type ListFile, maxListFileBytes, removeRecipe, type Store } from '../../store/index.ts';
import { isPortablePath, parseShareUri, type Shares, toShareUri } from '../shares/shared-path.ts';
import { toLocalRecipe, toSharedRecipe } from '../shares/shared-recipe.ts';
import type { LibraryDocument, LibraryTable } from './library-documents.ts';

export type LibraryStore = Pick<
  Store,
  'recipes' | 'presets' | 'detailsPresets' | 'exportPresets' | 'listFiles' | 'profiles' | 'folders' | 'settings'
>;

/** A table gets only its own documents. */
export function libraryTables(store: LibraryStore, shares: Shares): readonly LibraryTable[] {
  return [
    recipeTable(store, shares),
    marketplaceTable(store),
    photoInfoTable(store),
    exportTable(store, shares),
    productListTable(store),
    priceTable(store),
  ];
}

const plainTable = {
  priceOf: () => null,
  isRemoved: () => true,
  isInUse: () => false,
  needsApproval: () => false,
  approvalMessage: () => '',
  isUnmodified: () => false,
  moveUses: () => undefined,
};

const sharedRecipeSchema = z.strictObject({
  recipe: z.looseObject({ product: z.undefined().optional() }),
  trial: z.enum(trials),
  /** Null: the default service of each station. */
  service: z.strictObject({ id: z.string().max(100), name: z.string().max(80) }).nullable(),
});

function recipeTable(store: LibraryStore, shares: Shares): LibraryTable<Recipe> {
  const { recipes, profiles, folders, settings } = store;

  function serviceOf(profileId: string | null) {
    const profile = profileId === null ? null : profiles.get(profileId);
    if (profile === null) return null;
    return { id: serviceKeyOf(profile), name: profile.name };
  }

  return {
    ...plainTable,
    kind: 'recipe',
    list: recipes.list,
    find: recipes.get,
    save: recipes.save,
    remove: (id) => removeRecipe(id, store),
    async toShared(recipe) {
      const shared = await toSharedRecipe({ ...recipe, profileId: null }, shares);
      if (shared === null) throw new UserFacingError(msg('studio.library.outsideShares'));
      return { recipe: shared, trial: recipe.trial, service: serviceOf(recipe.profileId) };
    },
    async toLocal(shared, id) {
      const { recipe, trial, service } = parse(sharedRecipeSchema, shared);
      const profile = service === null ? null : profiles.list().find((each) => serviceKeyOf(each) === service.id);
      if (profile === undefined)
        throw new UserFacingError(msg('studio.library.noService', { service: service?.name ?? '' }));
      const local = await toLocalRecipe({ ...recipe, id }, shares);
      return { ...local, trial, profileId: profile?.id ?? null };
    },
    nameOf: ({ name }) => name,
    withName: (recipe, id, name) => ({ ...recipe, id, name }),
    isInUse: (id) => findRecipeUse(id, store) !== null,
    /** Names of starters are translated. Watch folders keep the recipe that they have. */
    isUnmodified: (recipe) =>
      folders.list().every(({ recipeId }) => recipeId !== recipe.id) &&
      starterRecipes.some((starter) => isDeepStrictEqual({ ...starter, name: '' }, { ...recipe, name: '' })),
    moveUses(from, to) {
      for (const folder of folders.list()) if (folder.recipeId === from) folders.save({ ...folder, recipeId: to });
      for (const recipe of recipes.list()) {
        const { only } = recipe;
        if (only?.otherwise.kind === 'recipe' && only.otherwise.recipeId === from)
          recipes.save({ ...recipe, only: { ...only, otherwise: { ...only.otherwise, recipeId: to } } });
      }
      if (settings.read().defaultRecipeId === from) settings.save({ defaultRecipeId: to });
    },
  };
}

/** The id of a service that is the same on every station. */
function serviceKeyOf({ id, baseUrl }: Profile): string {
  return id === builtInProfileId ? builtInProfileId : serviceIdOf(baseUrl);
}

function marketplaceTable({ presets }: LibraryStore): LibraryTable<z.output<typeof ownPresetSchema>> {
  return {
    ...plainTable,
    kind: 'marketplace',
    list: presets.list,
    find: presets.get,
    save: presets.save,
    remove: presets.remove,
    toShared: async (preset) => preset,
    async toLocal(shared, id) {
      const isBuiltIn = marketplaces.some((marketplace) => marketplace.id === id);
      if (isBuiltIn) throw new UserFacingError(msg('studio.library.invalid'));
      return withSameId(parse(ownPresetSchema, shared), id);
    },
    nameOf: ({ name }) => name,
    withName: (preset, id, name) => ({ ...preset, id: id as typeof preset.id, name }),
  };
}

function photoInfoTable({ detailsPresets }: LibraryStore): LibraryTable<z.output<typeof detailsPresetSchema>> {
  return {
    ...plainTable,
    kind: 'photo-info',
    list: detailsPresets.list,
    find: detailsPresets.get,
    save: detailsPresets.save,
    remove: detailsPresets.remove,
    toShared: async (preset) => preset,
    toLocal: async (shared, id) => withSameId(parse(detailsPresetSchema, shared), id),
    nameOf: ({ name }) => name,
    withName: (preset, id, name) => ({ ...preset, id, name }),
  };
}

/** A folder outside shares stays the choice of each station. */
function exportTable(
  { exportPresets }: LibraryStore,
  shares: Shares,
): LibraryTable<z.output<typeof exportPresetSchema>> {
  const toShared = async (path: string) => {
    const shared = await shares.toShared(path);
    return shared === null ? null : toShareUri(shared);
  };
  return {
    ...plainTable,
    kind: 'export',
    list: exportPresets.list,
    find: exportPresets.get,
    save: exportPresets.save,
    remove: exportPresets.remove,
    async toShared({ options, ...preset }) {
      const folder = options.folder === '' ? null : await toShared(options.folder);
      const document = { ...preset, options: { ...options, folder: folder ?? '' } };
      return mapDocumentPaths(exportPresetSchema, document, async (path) => {
        if (path === document.options.folder) return path;
        const shared = await toShared(path);
        if (shared === null) throw new UserFacingError(msg('studio.library.outsideShares'));
        return shared;
      });
    },
    async toLocal(shared, id, before) {
      const stored = withSameId(parse(exportPresetSchema, shared), id);
      const { options, ...preset } = await mapDocumentPaths(exportPresetSchema, stored, async (path) =>
        path === '' ? path : shares.toLocal(parsePath(path)),
      );
      return { ...preset, options: { ...options, folder: options.folder || (before?.options.folder ?? '') } };
    },
    nameOf: ({ name }) => name,
    withName: (preset, id, name) => ({ ...preset, id, name }),
  };
}

const sharedListSchema = z.strictObject({
  name: z.string().min(1).max(255),
  file: z.base64().max(Math.ceil(maxListFileBytes / 3) * 4),
});

/** Files of product lists, which are parsed when the user chooses one. */
function productListTable({ listFiles }: LibraryStore): LibraryTable<ListFile> {
  /** Received and not saved yet. */
  let received: { readonly hash: string; readonly file: Buffer } | null = null;
  const fileOf = ({ hash }: ListFile) => (received?.hash === hash ? received.file : listFiles.read(hash));
  return {
    ...plainTable,
    kind: 'product-list',
    list: listFiles.list,
    find: listFiles.find,
    save(list) {
      const file = fileOf(list);
      if (file !== null) listFiles.save(list, file);
    },
    remove: listFiles.remove,
    toShared: async (list) => ({ name: list.name, file: fileOf(list)?.toString('base64') ?? '' }),
    async toLocal(shared, id) {
      const { name, file: text } = parse(sharedListSchema, shared);
      const file = Buffer.from(text, 'base64');
      const hash = createHash('sha256').update(file).digest('hex');
      received = { hash, file };
      return { id, name: safeName(name), hash };
    },
    nameOf: ({ name }) => name,
    withName: (list, id, name) => ({ ...list, id, name }),
  };
}

interface Price extends LibraryDocument {
  readonly credits: number;
}

const priceSchema = z.strictObject({ credits: creditsSchema });

/** Prices of services that charge; the id names service and operation. Spending limits stay on each station. */
function priceTable({ profiles }: LibraryStore): LibraryTable<Price> {
  const list = (): Price[] => {
    const prices = profiles
      .list()
      .filter(canCharge)
      .flatMap((profile) =>
        Object.entries(profile.costs.prices).map(([operation, credits]) => ({
          id: `${serviceKeyOf(profile)}/${operation}`,
          credits,
        })),
      );
    return [...new Map(prices.map((price) => [price.id, price])).values()];
  };
  /** Returns null if this computer has no such service, or the id is invalid. */
  function pricedProfiles(id: string) {
    const [service, name] = id.split('/');
    const operation = operationIds.find((each) => each === name);
    const found = profiles.list().filter((profile) => canCharge(profile) && serviceKeyOf(profile) === service);
    const [first] = found;
    return operation === undefined || first === undefined ? null : { operation, first, profiles: found };
  }
  function setPrice(id: string, credits: number | null): void {
    const priced = pricedProfiles(id);
    for (const profile of priced?.profiles ?? []) {
      const { [priced!.operation]: _, ...others } = profile.costs.prices;
      const prices = credits === null ? others : { ...others, [priced!.operation]: credits };
      profiles.save({ ...profile, costs: { ...profile.costs, prices } });
    }
  }
  return {
    ...plainTable,
    kind: 'price',
    list,
    find: (id) => list().find((price) => price.id === id) ?? null,
    save: ({ id, credits }) => setPrice(id, credits),
    remove: (id) => setPrice(id, null),
    toShared: async ({ credits }) => ({ credits }),
    async toLocal(shared, id) {
      const { credits } = parse(priceSchema, shared);
      if (pricedProfiles(id) === null) throw new UserFacingError(msg('studio.library.noProfile'));
      return { id, credits };
    },
    nameOf: () => null,
    withName: (price) => price,
    priceOf(id) {
      const priced = pricedProfiles(id);
      if (priced === null) return null;
      const { first, operation } = priced;
      const title = msg('costs.operation', { operation: { named: operations[operation].title } });
      return { profileId: first.id, title };
    },
    /** A price stays if only its service was removed here. */
    isRemoved: (id) => pricedProfiles(id) !== null,
    approvalMessage: ({ credits }) => msg('studio.library.lowerPrice', { price: creditsMessage(credits) }),
    /** An unknown price prevents spending under a limit, so that a known one counts as lower. */
    needsApproval(id, document) {
      const priced = pricedProfiles(id);
      if (priced === null) return false;
      const { operation } = priced;
      const next = document?.credits ?? operations[operation].credits;
      return priced.profiles.some(({ costs }) => {
        const before = priceOf(operation, costs);
        return next !== null && (before === null || next < before);
      });
    },
  };
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value);
  if (error !== undefined) throw new UserFacingError(msg('studio.library.invalid'), { cause: error });
  return data as T;
}

function withSameId<T extends LibraryDocument>(document: T, id: string): T {
  if (document.id !== id) throw new UserFacingError(msg('studio.library.invalid'));
  return document;
}

function parsePath(path: string) {
  const shared = parseShareUri(path);
  if (shared === null || !isPortablePath(shared.path)) throw new UserFacingError(msg('studio.share.noPath', { path }));
  return shared;
}
