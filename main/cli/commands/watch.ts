import { resolve } from 'node:path';
import { msg } from '../../../contract/messages/message.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, UsageError } from '../exit-codes.ts';
import {
  type AddingOptions,
  followLinksOption,
  noSubfoldersOption,
  outOption,
  recipeOption,
} from '../options/adding-options.ts';
import { jsonLinesOption } from '../options/common-options.ts';
import { serviceOptions, serviceRules } from '../options/service-options.ts';
import { stationOptions, stationRules } from '../options/studio-options.ts';
import { openSession, type Session } from '../session/command-session.ts';

interface WatchOptions extends Omit<AddingOptions, 'recipe'> {
  readonly recipe?: string;
  readonly newOnly?: boolean;
  readonly polling?: boolean;
  readonly moveDone?: boolean;
}

export const command: CliCommand = {
  description: 'process photographs as they appear in folders',
  options: [recipeOption, outOption, ...serviceOptions, ...stationOptions, jsonLinesOption],
  accept(command) {
    command
      .argument('[folder]', 'folder to watch, with --recipe (default: the saved watch folders)')
      .option('--new-only', 'skip photographs that are already there')
      .option('--polling', 'check the folder every few seconds, for network folders that are not recognized')
      .addOption(noSubfoldersOption)
      .addOption(followLinksOption)
      .option('--move-done', 'move originals to a “Done” folder next to them once all their work is done');
  },
  rules: [...serviceRules, ...stationRules],
  run,
};

/** @throws UsageError for a folder without a recipe, or options without a folder; and if no folder is saved */
async function run({
  args: [path],
  options,
  launch,
}: CommandInput<WatchOptions, [string | undefined]>): Promise<ExitCode> {
  const folder = path === undefined ? null : resolve(path);
  assertFolderOptions(folder, options);
  const [{ startReport }, { watchUntilStopped }, { currentStatus }] = await Promise.all([
    import('../queue/run-report.ts'),
    import('../queue/run-to-end.ts'),
    import('../queue/standstill-reasons.ts'),
  ]);
  const session = await openSession(options, { launch, role: 'watch' });
  const { app, store } = session;
  try {
    if (folder !== null) await saveFolder(folder, { ...options, recipe: options.recipe ?? '' }, session);
    const watched = store.folders.list().filter((each) => (folder === null ? !each.paused : each.path === folder));
    if (watched.length === 0) throw new UsageError(msg('cli.watch.none'));
    const reporter = startReport(store, options.json ?? false, null, (progress) => currentStatus(session, progress));
    app.onNotice(({ text }) => reporter.line(text));
    app.start();
    for (const each of watched) reporter.line(msg('cli.watch.begins', { folder: each.path }));
    return await watchUntilStopped(session, reporter);
  } catch (error) {
    await session.close();
    throw error;
  }
}

function assertFolderOptions(folder: string | null, options: WatchOptions): void {
  const { recipe, out, newOnly, polling, moveDone, followLinks, subfolders } = options;
  const hasFolderOption = [recipe, out, newOnly, polling, moveDone, followLinks].some((each) => each !== undefined);
  const isInvalid = folder === null ? hasFolderOption || !subfolders : recipe === undefined;
  if (isInvalid) throw new UsageError(msg('cli.usage.watch'));
}

/** Saves the watch folder, and its recipe if it is new. */
async function saveFolder(
  folder: string,
  options: WatchOptions & { readonly recipe: string },
  { store, profileId, write }: Session,
): Promise<void> {
  const { watchFolderSchema } = await import('../../../contract/intake/watch-folder.ts');
  const { parseRecipe } = await import('../options/parse-recipe.ts');
  const recipe = parseRecipe(options.recipe, store.recipes.list());
  if (store.recipes.get(recipe.id) === null || profileId !== null)
    await write(() => store.recipes.save({ ...recipe, profileId: profileId ?? recipe.profileId }));
  const saved = store.folders.list().find(({ path }) => path === folder);
  const watched = watchFolderSchema.parse({
    ...saved,
    id: saved?.id ?? `watch-${Date.now().toString(36)}`,
    path: folder,
    recipeId: recipe.id,
    outputFolder: options.out ?? saved?.outputFolder ?? null,
    subfolders: options.subfolders,
    existing: options.newOnly ? 'skip' : 'take',
    polling: options.polling ?? false,
    followLinks: options.followLinks ?? saved?.followLinks ?? false,
    moveDone: options.moveDone ?? saved?.moveDone ?? false,
    paused: false,
  });
  await write(() => store.folders.save(watched));
}
