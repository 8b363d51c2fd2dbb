/** `burnish watch`: watch folders until Ctrl-C, one that is named or those that are set up in the window. */

import { watchFolderSchema } from '../../contract/intake/watch-folder.ts';
import { msg } from '../../contract/messages/message.ts';
import { queueHolders, retryTransient } from '../store/index.ts';
import type { RecipeOptions } from './add-and-run.ts';
import { type ExitCode, type LaunchEngine, openSession, type Session } from './command-session.ts';
import { parseRecipe, UsageError } from './parse-recipe.ts';
import { startReport } from './run-report.ts';
import { watchUntilStopped } from './run-to-end.ts';
import { currentStatus } from './standstill-reasons.ts';

export interface WatchOptions extends Omit<RecipeOptions, 'recipe'> {
  readonly recipe?: string;
  readonly newOnly?: boolean;
  readonly polling?: boolean;
  readonly moveDone?: boolean;
}

/**
 * @param folder null = the watch folders of the data folder
 * @throws UsageError where a folder is named without a recipe, or the other way round, or there is none to watch
 */
export async function watch(
  folder: string | null,
  options: WatchOptions,
  launch: LaunchEngine | null,
): Promise<ExitCode> {
  const { recipe, out, newOnly, polling, moveDone, followLinks, subfolders } = options;
  const aboutFolder = [recipe, out, newOnly, polling, moveDone, followLinks].some((each) => each !== undefined);
  if (folder === null ? aboutFolder || !subfolders : recipe === undefined) throw new UsageError(msg('cli.usage.watch'));
  const session = await openSession(options, launch, queueHolders.watch);
  const { app, store } = session;
  try {
    if (folder !== null) await save(folder, { ...options, recipe: recipe ?? '' }, session);
    const watched = store.folders.list().filter(({ path, paused }) => (folder === null ? !paused : path === folder));
    if (watched.length === 0) throw new UsageError(msg('cli.watch.none'));
    const reporter = startReport(store, options.json ?? false, null, (progress) => currentStatus(session, progress));
    app.onNotice(({ text }) => reporter.line(text));
    app.start();
    for (const { path } of watched) reporter.line(msg('cli.watch.begins', { folder: path }));
    return await watchUntilStopped(session, reporter);
  } catch (fault) {
    await session.close();
    throw fault;
  }
}

/** Has the data folder watch it from now on, as the options say. */
async function save(folder: string, options: WatchOptions & { readonly recipe: string }, session: Session) {
  const { store, profileId, interrupted } = session;
  const recipe = parseRecipe(options.recipe, store.recipes.list());
  if (store.recipes.get(recipe.id) === null || profileId !== null) {
    const kept = { ...recipe, profileId: profileId ?? recipe.profileId };
    await retryTransient(() => store.recipes.save(kept), interrupted);
  }
  const known = store.folders.list().find(({ path }) => path === folder);
  const watched = watchFolderSchema.parse({
    ...known,
    id: known?.id ?? `watch-${Date.now().toString(36)}`,
    path: folder,
    recipeId: recipe.id,
    outputFolder: options.out ?? known?.outputFolder ?? null,
    subfolders: options.subfolders,
    existing: options.newOnly ? 'skip' : 'take',
    polling: options.polling ?? false,
    followLinks: options.followLinks ?? known?.followLinks ?? false,
    moveDone: options.moveDone ?? known?.moveDone ?? false,
    paused: false,
  });
  await retryTransient(() => store.folders.save(watched), interrupted);
}
