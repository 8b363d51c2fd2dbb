/** What each command does. */
import type { AddReport } from '../../preload/contract/channels.ts';
import { watchFolderSchema } from '../../preload/contract/folder.ts';
import type { Recipe } from '../../preload/contract/recipe.ts';
import { expandPaths } from '../intake/expand.ts';
import { batchTitle, takeIn } from '../intake/take-in.ts';
import type { Store } from '../store/index.ts';
import { printable, printableJson } from './printable.ts';
import { recipeFromWords } from './recipe-words.ts';
import { type Reporter, startReport } from './report.ts';
import { type CommonOptions, type ExitCode, type LaunchEngine, openSession, type Session } from './session.ts';

interface RecipeOptions extends CommonOptions {
  readonly recipe: string;
  readonly out?: string;
  readonly subfolders: boolean;
}

/** Where a command writes: --out, else the recipe's folder, else the settings'. */
function outputFolder(store: Store, recipe: Recipe, out: string | undefined): string {
  return out ?? recipe.output.folder ?? store.settings.read().outputFolder;
}

/** What another process does reaches this one's reports within this time, in ms. */
const foreignEvery = 500;

/** Runs the queue to its end (or shows how another process does), then says how it went. */
async function runToEnd(session: Session, reporter: Reporter, refused: AddReport['refused']): Promise<ExitCode> {
  const { app, store, interrupted } = session;
  const holder = app.otherHolder();
  if (holder) reporter.line(`The queue is run by ${holder.what} (process ${holder.pid}); this command waits for it.`);
  const foreign = setInterval(() => store.lookForForeignChanges(), foreignEvery);
  const ended = new Promise<string | null>((resolve) => {
    interrupted.addEventListener('abort', () => resolve('Stopped. The rest goes on when you run it again.'), {
      once: true,
    });
    if (holder) {
      const look = () => {
        if (!app.otherHolder()) void app.drained().then((end) => resolve(end.finished ? null : end.because));
        else if (store.views.throughput().total === 0) resolve(null);
        else setTimeout(look, foreignEvery);
      };
      look();
    } else void app.drained().then((end) => resolve(end.finished ? null : end.because));
  });
  const because = await ended;
  clearInterval(foreign);
  await session.close();
  await reporter.stop();
  const { done, failed, uncertain, cancelled } = reporter.told;
  for (const { path, message } of refused) reporter.line(`${path}: ${message}`);
  reporter.line(
    [
      `${done} done`,
      `${failed} failed`,
      ...(uncertain ? [`${uncertain} uncertain`] : []),
      ...(cancelled ? [`${cancelled} cancelled`] : []),
    ].join(', '),
  );
  if (because) reporter.line(because);
  return failed + uncertain + refused.length > 0 || because !== null ? 1 : 0;
}

/** `burnish run`: takes photographs in and runs until all is done. What an earlier, broken-off run took in goes on. */
export async function run(
  paths: readonly string[],
  options: RecipeOptions & { again?: boolean },
  launch: LaunchEngine | null,
): Promise<ExitCode> {
  const session = await openSession(options, launch);
  const { store } = session;
  try {
    const recipe = recipeFromWords(options.recipe, store.recipes.list());
    const reporter = startReport(store, options.json ?? false);
    session.app.start();
    const report = await takeIn(expandPaths(paths, { recursive: options.subfolders, signal: session.interrupted }), {
      store,
      recipe,
      batch: { title: batchTitle(paths), origin: 'command', folderId: null },
      outputFolder: outputFolder(store, recipe, options.out),
      profileId: session.profileId ?? recipe.profileId ?? store.settings.read().defaultProfileId,
      from: 'hand',
      again: options.again ?? false,
      signal: session.interrupted,
    }).catch((fault) => {
      if (session.interrupted.aborted) return null;
      throw fault;
    });
    if (report?.skipped) {
      const were = report.skipped === 1 ? 'photograph was' : 'photographs were';
      reporter.line(`${report.skipped} ${were} taken in before (--again takes them once more).`);
    }
    return await runToEnd(session, reporter, report?.refused ?? []);
  } catch (fault) {
    await session.close();
    throw fault;
  }
}

/** `burnish watch`: a watch folder until Ctrl-C. */
export async function watch(
  folder: string,
  options: RecipeOptions & { newOnly?: boolean; polling?: boolean },
  launch: LaunchEngine | null,
): Promise<ExitCode> {
  const session = await openSession(options, launch);
  const { app, store } = session;
  try {
    const recipe = recipeFromWords(options.recipe, store.recipes.list());
    if (store.recipes.get(recipe.id) === null || session.profileId !== null) {
      store.recipes.save({ ...recipe, profileId: session.profileId ?? recipe.profileId });
    }
    const known = store.folders.list().find(({ path }) => path === folder);
    store.folders.save(
      watchFolderSchema.parse({
        ...known,
        id: known?.id ?? `watch-${Date.now().toString(36)}`,
        path: folder,
        recipeId: recipe.id,
        outputFolder: options.out ?? known?.outputFolder ?? null,
        subfolders: options.subfolders,
        existing: options.newOnly ? 'skip' : 'take',
        polling: options.polling ?? false,
        paused: false,
      }),
    );
    const reporter = startReport(store, options.json ?? false);
    app.onNotice(({ text }) => reporter.line(text));
    app.start();
    reporter.line(`Watching ${folder}. Ctrl-C stops.`);
    await new Promise<void>((resolve) =>
      session.interrupted.addEventListener('abort', () => resolve(), { once: true }),
    );
    await session.close();
    await reporter.stop();
    return reporter.told.failed + reporter.told.uncertain > 0 ? 1 : 0;
  } catch (fault) {
    await session.close();
    throw fault;
  }
}

/** `burnish status`: how many jobs are in which state, and what failed. */
export async function status(options: CommonOptions): Promise<ExitCode> {
  const session = await openSession(options, null);
  const { store } = session;
  const counts = store.views.counts();
  const failed = store.views.summaries().filter(({ state }) => state === 'failed' || state === 'uncertain');
  const holder = store.queueLock.holder();
  if (options.json) {
    const troubles = failed.map(({ sourcePath, state, error }) => ({
      file: sourcePath,
      state,
      error: error?.message ?? null,
    }));
    console.log(printableJson({ counts, troubles, runBy: holder?.what ?? null }));
  } else {
    const words = Object.entries(counts).filter(([, n]) => n > 0);
    console.log(words.length === 0 ? 'The queue is empty.' : words.map(([state, n]) => `${n} ${state}`).join(', '));
    if (holder) console.log(printable(`Run by ${holder.what} (process ${holder.pid}).`));
    for (const { sourcePath, state, error } of failed)
      console.log(printable(`${sourcePath}: ${state}. ${error?.message ?? ''}`));
  }
  await session.close();
  return counts.failed + counts.uncertain > 0 ? 1 : 0;
}

/** `burnish retry`: queues all failed jobs again and runs to the end. What may have been charged is left to the user's decision. */
export async function retry(options: CommonOptions, launch: LaunchEngine | null): Promise<ExitCode> {
  const session = await openSession(options, launch);
  const { store } = session;
  const failed = store.views.summaries(100_000).filter(({ state }) => state === 'failed');
  const reporter = startReport(store, options.json ?? false);
  reporter.line(failed.length === 0 ? 'Nothing has failed.' : `Trying ${failed.length} again.`);
  store.actions.retry(failed.map(({ id }) => id));
  session.app.start();
  return runToEnd(session, reporter, []);
}

/** `burnish services`: every profile, and what a test of it found. */
export async function services(options: CommonOptions, launch: LaunchEngine | null): Promise<ExitCode> {
  const session = await openSession(options, launch);
  const { core } = session.app;
  let allOk = true;
  for (const profile of core.store.profiles.list()) {
    const key = options.keyEnv !== undefined && profile.kind === 'remote' ? process.env[options.keyEnv] : undefined;
    const report = await core.services.test(profile, key);
    allOk &&= report.ok;
    if (options.json)
      console.log(printableJson({ id: profile.id, name: profile.name, address: profile.baseUrl, ...report }));
    else {
      const address = profile.baseUrl ? ` (${profile.baseUrl})` : '';
      console.log(printable(`${profile.name}${address}: ${report.findings.join(' ')}`));
    }
  }
  await session.close();
  return allOk ? 0 : 1;
}
