/** Requests about recipes: they are saved, and tried out on one photograph. */
import { randomUUID } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import { joinMessages, msg, UserFacingError } from '../../contract/messages/message.ts';
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import type { Step } from '../../contract/recipes/recipe.ts';
import { systemClock } from '../clock.ts';
import { readRecipe, saveRecipe } from '../delivery/recipe-file-io.ts';
import { displayPath } from '../files/stored-path.ts';
import { createChargeCheck } from '../pipeline/spending/charging-services.ts';
import { previewCharge } from '../pipeline/spending/preview-charge.ts';
import type { ServiceClient } from '../service/client.ts';
import { findRecipeUse, removeRecipe } from '../store/index.ts';
import type { DesktopActions, IpcContext } from './ipc-context.ts';
import type { Grants, ResolvePath } from './path-grants.ts';
import type { Handlers } from './register-handlers.ts';
import { UserError, withUserErrors } from './user-error.ts';

/** @throws UserError if the service lacks a step or cannot be opened */
export async function openPreviewClient(
  profileId: string,
  steps: readonly Step[],
  services: Pick<IpcContext['services'], 'available' | 'clientFor'>,
): Promise<ServiceClient> {
  const offered = await services.available(profileId).catch(() => null);
  if (offered !== null && !steps.every(({ operation }) => offered.has(operation)))
    throw new UserError(msg('ipc.recipe.notOffered'));
  const { client } = await services.clientFor(profileId).catch((error: Error) => {
    throw new UserError(error instanceof UserFacingError ? joinMessages(error.sentence) : msg('ipc.fault'));
  });
  return client;
}

export function recipeHandlers(
  {
    store,
    services,
    previews,
    previewSample,
    exports,
    offline,
  }: Pick<IpcContext, 'store' | 'services' | 'previews' | 'previewSample' | 'exports' | 'offline'>,
  desktop: Pick<DesktopActions, 'chooseRecipe'>,
  grants: Grants,
): Pick<Handlers, Extract<keyof Handlers, `recipes.${string}`>> {
  const photographFor = (source: string | null, operation: OperationId, read: ResolvePath): string => {
    const photograph = source === null ? previewSample(operation) : read(source, 'preview');
    if (photograph === null) throw new UserError(msg('ipc.choose.previewPhotograph'));
    return photograph;
  };
  return {
    'recipes.save': (recipe) => {
      const { id, only } = recipe;
      const alternativeId = only?.otherwise.kind === 'recipe' ? only.otherwise.recipeId : null;
      if (alternativeId !== null && (alternativeId === id || store.recipes.get(alternativeId) === null))
        throw new UserError(msg('ipc.recipe.noOther'));
      store.recipes.save(recipe);
    },
    'recipes.remove': ({ id }) => {
      const use = findRecipeUse(id, store);
      if (use?.kind === 'folder') throw new UserError(msg('ipc.recipe.inUse', { folder: use.path }));
      if (use?.kind === 'recipe') throw new UserError(msg('ipc.recipe.usedInstead', { recipe: use.name }));
      if (use?.kind === 'last') throw new UserError(msg('ipc.recipe.last'));
      removeRecipe(id, store);
    },
    'recipes.export': ({ id, folder }, sender) =>
      withUserErrors(async () => {
        const recipe = store.recipes.get(id);
        if (recipe === null) throw new UserError(msg('ipc.gone.recipe'));
        const to = grants.spending(sender, (read) => read(folder, 'folder'));
        return saveRecipe(recipe, to, exports);
      }),
    'recipes.import': async () => {
      const path = await desktop.chooseRecipe();
      if (path === null) return null;
      const recipe = await readRecipe(path, randomUUID());
      if (recipe === null) throw new UserError(msg('ipc.recipe.noFile'));
      return recipe;
    },
    'recipes.move': ({ id, by }) => store.recipes.move(id, by),
    'recipes.previewSource': ({ source, operation }, sender) =>
      previews.show(photographFor(source, operation, grants.reader(sender))).catch(() => {
        throw new UserError(msg('ipc.recipe.unshowable'));
      }),
    'recipes.previewOf': async ({ kind, id }, sender) => {
      const photographId = kind === 'job' ? store.photographViews.ofJob(id) : id;
      if (photographId === null) throw new UserError(msg('ipc.gone.photograph'));
      const subject = { subject: 'photograph', id: photographId } as const;
      const read = await offline.read(subject, async (path) => {
        await access(path, constants.R_OK);
        return path;
      });
      const [original = read] = store.filePlaces.pathsOf(subject).map(displayPath);
      if (read === null || original === null) throw new UserError(msg('ipc.gone.photograph'));
      // What is kept of it has a name that says nothing.
      return { ...grants.giveOne(sender, 'preview', read), path: original };
    },
    'recipes.preview': async ({ steps, profileId, source, maySend }, sender) => {
      const [first] = steps;
      if (first === undefined) throw new UserError(msg('ipc.fault'));
      const photograph = photographFor(source, first.operation, grants.reader(sender));
      const id = profileId ?? store.settings.read().defaultProfileId;
      const client = await openPreviewClient(id, steps, services);
      const charge = ({ operation }: Step) =>
        previewCharge({ profileId: id, operation, source: photograph }, store, systemClock);
      const canCharge = createChargeCheck(store)(id);
      return previews.run(steps, photograph, { id, client, maySend, ...(canCharge ? { charge } : {}) });
    },
    'recipes.compose': async ({ trial, output, marketplace }) =>
      // It is only drawn: it goes nowhere.
      previews.compose({ trial, output: { ...output, folder: null }, marketplace: store.presets.find(marketplace) }),
    'recipes.backgroundPicture': async ({ path }) => previews.show(path).catch(() => null),
  };
}
