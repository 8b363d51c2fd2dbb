/** What each command does. */
import type { AddReport, Decision } from '../../preload/contract/channels.ts';
import { watchFolderSchema } from '../../preload/contract/folder.ts';
import type { Recipe } from '../../preload/contract/recipe.ts';
import { expandPaths } from '../intake/expand.ts';
import { batchTitle, resultsFirst, takeIn } from '../intake/take-in.ts';
import type { Store } from '../store/index.ts';
import { printable, printableJson } from './printable.ts';
import { recipeFromWords, UsageError } from './recipe-words.ts';
import { startReport } from './report.ts';
import { runToEnd, sayWhatIsAwaited, undecidedLines, whenAborted } from './run-to-end.ts';
import { type CommonOptions, type ExitCode, findService, type LaunchEngine, openSession } from './session.ts';
import { tellTroubles } from './troubles.ts';

interface RecipeOptions extends CommonOptions {
  readonly recipe: string;
  readonly out?: string;
  readonly subfolders: boolean;
}

/** Where a command writes: --out, else the recipe's folder, else the settings'. */
function outputFolder(store: Store, recipe: Recipe, out: string | undefined): string {
  return out ?? recipe.output.folder ?? store.settings.read().outputFolder;
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
    const own = new Set<number>();
    session.app.start();
    const report = await takeIn(
      expandPaths(resultsFirst(paths, store), { recursive: options.subfolders, signal: session.interrupted }),
      {
        store,
        recipe,
        batch: { title: batchTitle(paths), origin: 'command', folderId: null },
        outputFolder: outputFolder(store, recipe, options.out),
        profileId: session.profileId ?? recipe.profileId ?? store.settings.read().defaultProfileId,
        from: 'hand',
        again: options.again ?? false,
        onJobs: (ids) => {
          for (const id of ids) own.add(id);
        },
        signal: session.interrupted,
      },
    ).catch((fault) => {
      if (session.interrupted.aborted) return null;
      throw fault;
    });
    if (report) for (const line of takenLines(report)) reporter.line(line);
    return await runToEnd(session, reporter, { jobs: own, refused: report?.refused ?? [] });
  } catch (fault) {
    await session.close();
    throw fault;
  }
}

/** What became of photographs that had been here before. */
export function takenLines({ resumed, skipped, finishedBefore, resultsGone }: AddReport): string[] {
  const say = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];
  return [
    ...say(resumed, 'One photograph continues with its earlier job.', 'photographs continue with their earlier jobs.'),
    ...say(
      finishedBefore.length,
      'One photograph was finished or given up before (--again makes it once more).',
      'photographs were finished or given up before (--again makes them once more).',
    ),
    ...say(resultsGone, 'The result of one of them is no longer there.', 'of their results are no longer there.'),
    ...say(
      skipped - finishedBefore.length,
      'One file in the folder is a result of Burnish and was left alone.',
      'files in the folder are results of Burnish and were left alone.',
    ),
  ];
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
    const silence = tellTroubles(session, reporter);
    await whenAborted(session.interrupted);
    silence();
    await session.close(sayWhatIsAwaited(reporter));
    reporter.stop();
    const { failed, uncertain } = reporter.told();
    return failed + uncertain > 0 ? 1 : 0;
  } catch (fault) {
    await session.close();
    throw fault;
  }
}

/** `burnish status`: how many jobs are in which state, at which services, what failed, and what needs a decision. */
export async function status(options: CommonOptions): Promise<ExitCode> {
  const session = await openSession(options, null);
  const { store } = session;
  const counts = store.views.counts();
  const undecided = store.views.undecided();
  const failed = store.views.summaries().filter(({ state }) => state === 'failed' || state === 'uncertain');
  const holder = store.queueLock.holder();
  const names = new Map(store.profiles.list().map(({ id, name }) => [id, name]));
  const open = store.views.openByService().map(({ profileId, count }) => ({
    service: names.get(profileId) ?? profileId,
    count,
  }));
  if (options.json) {
    const troubles = failed.map(({ id, sourcePath, state, error }) => ({
      job: id,
      file: sourcePath,
      state,
      error: error?.message ?? null,
      cause: error?.code ?? null,
    }));
    console.log(printableJson({ counts, open, troubles, undecided, runBy: holder?.what ?? null }));
  } else {
    const words = Object.entries(counts).filter(([, n]) => n > 0);
    console.log(words.length === 0 ? 'The queue is empty.' : words.map(([state, n]) => `${n} ${state}`).join(', '));
    for (const { service, count } of open) console.log(printable(`${count} unfinished at ${service}.`));
    if (holder) console.log(printable(`Run by ${holder.what} (process ${holder.pid}).`));
    for (const { id, sourcePath, state, error } of failed)
      console.log(printable(`${sourcePath} (job ${id}): ${state}. ${error?.message ?? ''}`));
    for (const line of undecidedLines(undecided)) console.log(printable(line));
  }
  await session.close();
  return counts.failed + counts.uncertain > 0 ? 1 : 0;
}

/** `burnish retry`: queues all failed jobs again and runs to the end. What may have been charged is left to the user's decision. */
export async function retry(options: CommonOptions, launch: LaunchEngine | null): Promise<ExitCode> {
  const session = await openSession(options, launch);
  const { store } = session;
  const failed = store.views.retryable();
  const reporter = startReport(store, options.json ?? false);
  if (failed.length > 0) reporter.line(`Trying ${failed.length} again.`);
  else reporter.line(store.views.hasOpen() ? 'Nothing has failed; going on with the rest.' : 'Nothing has failed.');
  store.actions.retry(failed);
  store.actions.hurry(null);
  session.app.start();
  return runToEnd(session, reporter, { jobs: null, refused: [] });
}

export interface DecideOptions extends CommonOptions {
  readonly job?: number;
  readonly cause?: string;
  readonly all?: boolean;
}

/** `burnish decide`: the user's word on photographs that may have been charged; carried out by the next run, or by the window. */
export async function decide(decision: Decision, options: DecideOptions): Promise<ExitCode> {
  const chosen = [options.job, options.cause, options.all].filter((choice) => choice !== undefined).length;
  if (chosen !== 1) throw new UsageError('Say which: --job <number>, --cause <cause> or --all.');
  const session = await openSession(options, null);
  const { store } = session;
  const decided =
    options.job === undefined
      ? store.actions.decideCause(options.cause ?? null, decision)
      : store.actions.decide([options.job], decision);
  const left = store.views.undecided();
  if (options.json) console.log(printableJson({ decided: decided.length, decision, undecided: left }));
  else {
    const which = decided.length === 1 ? 'One photograph' : `${decided.length} photographs`;
    const is = decided.length === 1 ? 'is' : 'are';
    const what =
      decision === 'give-up'
        ? `${which} ${is} given up.`
        : `${which} will be sent again, by the window or by the next burnish retry.`;
    console.log(decided.length === 0 ? 'Nothing like that is waiting for a decision.' : what);
    for (const line of undecidedLines(left)) console.log(printable(line));
  }
  await session.close();
  return left.length > 0 || decided.length === 0 ? 1 : 0;
}

export interface CancelOptions extends CommonOptions {
  readonly job?: number;
  readonly all?: boolean;
}

/**
 * `burnish cancel`: ends jobs that are not finished. What is paid is kept: the same `run` again goes on with it. What was just
 * being sent to a service that charges counts as given up.
 */
export async function cancel({ service, ...options }: CancelOptions): Promise<ExitCode> {
  const chosen = [options.job, service, options.all].filter((choice) => choice !== undefined).length;
  if (chosen !== 1) throw new UsageError('Say which: --job <number>, --service <url or name> or --all.');
  const session = await openSession(options, null);
  const { store } = session;
  try {
    const profile = service === undefined ? undefined : findService(store.profiles.list(), service);
    if (service !== undefined && profile === undefined)
      throw new UsageError(`There is no service “${service}”; burnish services lists them.`);
    const open = options.job === undefined ? store.views.open(profile?.id ?? null) : [options.job];
    const { length } = store.actions.cancel(open);
    if (options.json) console.log(printableJson({ cancelled: length }));
    else if (length === 0) console.log('There is nothing to cancel.');
    else console.log(`${length === 1 ? 'One photograph is' : `${length} photographs are`} cancelled.`);
    return length === 0 ? 1 : 0;
  } finally {
    await session.close();
  }
}

/** `burnish services`: every profile, and what a test of it found. */
export async function services(options: CommonOptions, launch: LaunchEngine | null): Promise<ExitCode> {
  if (options.keyEnv !== undefined && options.service === undefined)
    throw new UsageError('Name the service this key is for with --service: it is sent to no other one.');
  const session = await openSession(options, launch);
  const { core } = session.app;
  let allOk = true;
  try {
    for (const profile of core.store.profiles.list()) {
      if (session.profileId !== null && profile.id !== session.profileId) continue;
      const report = await core.services.test(profile, undefined, session.interrupted);
      allOk &&= report.ok;
      if (options.json)
        console.log(printableJson({ id: profile.id, name: profile.name, address: profile.baseUrl, ...report }));
      else {
        const address = profile.baseUrl ? ` (${profile.baseUrl})` : '';
        console.log(printable(`${profile.name}${address}: ${report.findings.join(' ')}`));
      }
    }
  } catch (fault) {
    if (!session.interrupted.aborted) throw fault;
    console.error('Stopped.');
    allOk = false;
  } finally {
    await session.close();
  }
  return allOk ? 0 : 1;
}
