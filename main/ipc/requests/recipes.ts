import { randomUUID } from 'node:crypto';
import { msg } from '../../../contract/messages/message.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { Step } from '../../../contract/recipes/recipe.ts';
import type { recipeRequests } from '../../../preload/requests/recipes.ts';
import { systemClock } from '../../clock.ts';
import { readRecipe, saveRecipe } from '../../delivery/recipe-file-io.ts';
import { displayPath } from '../../files/stored-path.ts';
import { createChargeCheck } from '../../pipeline/spending/charging-services.ts';
import { previewCharge } from '../../pipeline/spending/preview-charge.ts';
import { findRecipeUse, removeRecipe } from '../../store/index.ts';
import type { ResolvePath } from '../bridge/path-grants.ts';
import type { Handlers, HandlersOf, RequestContext } from '../bridge/request-handlers.ts';
import { UserError, withUserErrors } from '../bridge/user-error.ts';
import { findReadableFile, openPreviewClient } from '../shared/preview-access.ts';

export function recipeHandlers(context: RequestContext): HandlersOf<typeof recipeRequests> {
  const { core, desktop, grants } = context;
  const { store } = core;
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
    'recipes.move': ({ id, by }) => store.recipes.move(id, by),
    'recipes.export': ({ id, folder }, sender) =>
      withUserErrors(async () => {
        const recipe = store.recipes.get(id);
        if (recipe === null) throw new UserError(msg('ipc.gone.recipe'));
        const to = grants.spending(sender, (read) => read(folder, 'folder'));
        return saveRecipe(recipe, to, core.exports);
      }),
    'recipes.import': async () => {
      const path = await desktop.chooseRecipe();
      if (path === null) return null;
      const recipe = await readRecipe(path, randomUUID());
      if (recipe === null) throw new UserError(msg('ipc.recipe.noFile'));
      return recipe;
    },
    ...previewHandlers(context),
  };
}

type PreviewNames = `recipes.${'previewSource' | 'previewOf' | 'preview' | 'compose' | 'backgroundPicture'}`;

/** Recipes tried out on one photograph. */
function previewHandlers({ core, grants }: RequestContext): Pick<Handlers, PreviewNames> {
  const { store, services, previews } = core;
  const findSource = (source: string | null, operation: OperationId, read: ResolvePath): string => {
    const photograph = source === null ? core.previewSample(operation) : read(source, 'preview');
    if (photograph === null) throw new UserError(msg('ipc.choose.previewPhotograph'));
    return photograph;
  };
  return {
    'recipes.previewSource': ({ source, operation }, sender) =>
      previews.show(findSource(source, operation, grants.reader(sender))).catch(() => {
        throw new UserError(msg('ipc.recipe.unshowable'));
      }),
    'recipes.previewOf': async ({ kind, id }, sender) => {
      const photographId = kind === 'job' ? store.photographViews.ofJob(id) : id;
      if (photographId === null) throw new UserError(msg('ipc.gone.photograph'));
      const file = await findReadableFile(photographId, core.offline);
      const paths = store.filePlaces.pathsOf({ subject: 'photograph', id: photographId });
      const [original = file] = paths.map(displayPath);
      if (file === null || original === null) throw new UserError(msg('ipc.gone.photograph'));
      // The file may be a kept preview, whose name means nothing to the user.
      return { ...grants.giveOne(sender, 'preview', file), path: original };
    },
    'recipes.preview': async ({ steps, profileId, source, maySend }, sender) => {
      const [first] = steps;
      if (first === undefined) throw new UserError(msg('ipc.fault'));
      const photograph = findSource(source, first.operation, grants.reader(sender));
      const id = profileId ?? store.settings.read().defaultProfileId;
      const client = await openPreviewClient(id, steps, services);
      const charge = ({ operation }: Step) =>
        previewCharge({ profileId: id, operation, source: photograph }, store, systemClock);
      const canCharge = createChargeCheck(store)(id);
      return previews.run(steps, photograph, { id, client, maySend, ...(canCharge ? { charge } : {}) });
    },
    'recipes.compose': async ({ trial, output, marketplace }) =>
      // Only drawn, so the folder does not matter.
      previews.compose({ trial, output: { ...output, folder: null }, marketplace: store.presets.find(marketplace) }),
    'recipes.backgroundPicture': async ({ path }) => previews.show(path).catch(() => null),
  };
}
