/** What each command does. */
import { formatMessage } from '../../contract/messages/format-message.ts';
import { joinMessages, type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { builtInProfileId, type ConnectionReport } from '../../contract/services/profile.ts';
import { addPhotographs } from '../intake/add-photographs.ts';
import { batchTitle } from '../intake/batch-title.ts';
import { reprocess, titleOf } from '../intake/reprocess.ts';
import { queueHolders, type ReprocessSource, retryTransient } from '../store/index.ts';
import {
  addAndRun,
  batchTerms,
  expandFiles,
  outputFolder,
  type RecipeOptions,
  rethrowUnlessAway,
  serviceOf,
} from './add-and-run.ts';
import {
  type CommonOptions,
  type ExitCode,
  type LaunchEngine,
  openSession,
  type Session,
  taskQueryOptions,
} from './command-session.ts';
import type { BatchTermOptions } from './command-types.ts';
import { parseRecipe, UsageError } from './parse-recipe.ts';
import { addPhotoInfo, type InfoOptions } from './photo-info.ts';
import { type PhotoSelection, requireExactlyOne, selectionQuery } from './photo-selection.ts';
import { startReport } from './run-report.ts';
import { createStopNotice, followQueueStatus, runToEnd, waitForAbort } from './run-to-end.ts';
import { currentStatus } from './standstill-reasons.ts';
import { targetsStudio } from './studio-options.ts';
import type { sharedRun } from './studio-run.ts';
import { escapeTerminalJson, terminalLine } from './terminal-text.ts';

export interface RunOptions extends Omit<RecipeOptions, 'recipe'>, PhotoSelection, InfoOptions, BatchTermOptions {
  readonly recipe?: string;
  readonly again?: boolean;
  readonly againWith?: string;
}

/**
 * `burnish run`: takes photographs in and runs until all is done. What an earlier, broken-off run took in goes on.
 * @throws UsageError where it is not said which photographs, or which recipe
 */
export function run(paths: readonly string[], options: RunOptions, launch: LaunchEngine | null): Promise<ExitCode> {
  const { recipe, againWith, batch, picked, search } = options;
  const areNamed = batch !== undefined || picked !== undefined || search !== undefined;
  if (areNamed && againWith === undefined) throw new UsageError(msg('cli.usage.whichAgain'));
  if (againWith === undefined || paths.length > 0) {
    requireExactlyOne({ '--recipe': recipe, '--again-with': againWith });
    if (paths.length === 0) throw new UsageError(msg('cli.usage.noPaths'));
    if (areNamed) throw new UsageError(msg('cli.usage.pathsOrWhich'));
    return runPaths(paths, { ...options, recipe: recipe ?? againWith ?? '' }, launch);
  }
  if (recipe !== undefined) throw new UsageError(msg('cli.usage.noPaths'));
  return runAgainWith(againWith, options, launch);
}

/** Photographs that are here with another recipe, or (`own`) each with its own as it is now. */
function runAgainWith(words: string, options: RunOptions, launch: LaunchEngine | null): Promise<ExitCode> {
  return addAndRun(options, launch, async (session, reporter) => {
    const { store, interrupted: signal, app } = session;
    const recipe = words === ownRecipe ? null : parseRecipe(words, store.recipes.list());
    const described = addPhotoInfo(options, store);
    const sources = await app.core.review.reader.ask('photographs.sources', {
      query: selectionQuery(options),
      except: [],
    });
    const title = titleOf(sources);
    const profileId = recipe === null ? null : serviceOf(session, recipe);
    const shared = await sharedRunOf(session, reporter, {
      ...{ title, origin: 'command', profileId: profileId ?? builtInProfileId, json: options.json ?? false },
    });
    const targetFor = (source: ReprocessSource) => {
      const chosen = recipe ?? store.recipes.get(source.recipeId ?? store.settings.read().defaultRecipeId);
      return chosen && { recipe: chosen, outputFolder: outputFolder(store, chosen, options.out) };
    };
    const take = (onJobsAdded: (ids: readonly number[]) => void) => {
      const onJobs = described(onJobsAdded);
      return reprocess(sources, {
        ...{
          store,
          targetFor,
          origin: 'command',
          signal,
          terms: batchTerms(session, profileId ?? defaultOf(session), recipe, options),
        },
        take: (files, target, batch) =>
          addPhotographs(files, {
            ...{ store, ...target, batch, profileId: serviceOf(session, target.recipe), from: 'hand', onJobs, signal },
            ...(shared === null ? {} : { studio: shared }),
          }),
      });
    };
    return { take, shared };
  });
}

const defaultOf = ({ store }: Session) => store.settings.read().defaultProfileId;

/** In place of a recipe's name: each photograph's own. */
const ownRecipe = 'own';

function runPaths(
  paths: readonly string[],
  options: RecipeOptions & InfoOptions & BatchTermOptions & { again?: boolean },
  launch: LaunchEngine | null,
): Promise<ExitCode> {
  return addAndRun(options, launch, async (session, reporter) => {
    const { store, interrupted: signal } = session;
    const recipe = parseRecipe(options.recipe, store.recipes.list());
    const described = addPhotoInfo(options, store);
    const profileId = serviceOf(session, recipe);
    const terms = batchTerms(session, profileId, recipe, options);
    const batch = { title: batchTitle(paths), origin: 'command', folderId: null, ...terms } as const;
    const shouldRepeat = options.again ?? false;
    const to = outputFolder(store, recipe, options.out);
    const shared = await sharedRunOf(session, reporter, {
      ...{ title: batch.title, origin: batch.origin, profileId, json: options.json ?? false },
    });
    const inStudio = shared === null ? {} : { studio: shared };
    const take = (onJobs: (ids: readonly number[]) => void) =>
      addPhotographs(expandFiles(paths, options, session), {
        ...{
          store,
          recipe,
          batch,
          outputFolder: to,
          profileId,
          from: 'hand',
          again: shouldRepeat,
          signal,
          ...inStudio,
        },
        onJobs: described(onJobs),
      });
    return { take, shared };
  });
}

/** Nothing of a studio is loaded where there is none. */
async function sharedRunOf(
  session: Session,
  ...given: Parameters<typeof sharedRun> extends [unknown, ...infer R] ? R : never
) {
  if (session.app.studio === null) return null;
  const { sharedRun } = await import('./studio-run.ts');
  return sharedRun(session, ...given);
}

/** `burnish worker`: does what a studio has to do, until Ctrl-C. */
export async function worker(options: CommonOptions, launch: LaunchEngine | null): Promise<ExitCode> {
  const session = await openSession(options, launch, queueHolders.worker);
  const { app, store } = session;
  try {
    if (app.studio === null) throw new UsageError(msg('studio.notJoined'));
    await app.studio.check().catch(rethrowUnlessAway);
    const reporter = startReport(store, options.json ?? false, null, (progress) => currentStatus(session, progress));
    app.start();
    reporter.line(msg('studio.worker.begins'));
    const silence = followQueueStatus(session, reporter);
    const { tooOld } = app.studio.station;
    const isTooOld = await Promise.race([waitForAbort(session.interrupted).then(() => false), tooOld.then(() => true)]);
    silence();
    await session.close(createStopNotice(reporter));
    reporter.stop();
    return isTooOld ? 1 : 0;
  } catch (fault) {
    await session.close();
    throw fault;
  }
}

/** `burnish retry`: queues all failed jobs again and runs to the end. What may have been charged is left to the user's decision. */
export async function retry(options: CommonOptions, launch: LaunchEngine | null): Promise<ExitCode> {
  const session = await openSession(options, launch, queueHolders.command);
  const { store } = session;
  if (targetsStudio(session, options)) {
    const { retry: retryInStudio } = await import('./studio.ts');
    return retryInStudio(session, options).finally(() => session.close());
  }
  const failed = await retryTransient(() => store.views.retryable(), session.interrupted);
  const reporter = startReport(store, options.json ?? false, null, (progress) => currentStatus(session, progress));
  if (failed.length > 0) reporter.line(msg('cli.retry.begins', { count: failed.length }));
  else reporter.line(msg(store.views.hasOpen() ? 'cli.retry.rest' : 'cli.retry.nothing'));
  await retryTransient(() => store.actions.retry(failed), session.interrupted);
  await retryTransient(() => store.actions.hurry(null), session.interrupted);
  session.app.start();
  return runToEnd(session, reporter, { jobs: null, refused: [], givenUp: 0 });
}

/** The options that select another form of task query than the profile's, if the service understands that one. */
function hintOf({ otherTaskQuery }: ConnectionReport): MessageDescriptor | null {
  return otherTaskQuery && msg('cli.services.query', { options: taskQueryOptions(otherTaskQuery) });
}

/** `burnish services`: every profile, and what a test of it found. */
export async function services(options: CommonOptions, launch: LaunchEngine | null): Promise<ExitCode> {
  if (options.keyEnv !== undefined && options.service === undefined) throw new UsageError(msg('cli.usage.whoseKey'));
  const session = await openSession(options, launch);
  const { core } = session.app;
  let areAllOk = true;
  try {
    for (const profile of core.store.profiles.list()) {
      if (session.profileId !== null && profile.id !== session.profileId) continue;
      const report = await core.services.test(profile, undefined, session.interrupted);
      areAllOk &&= report.ok;
      const { id, name, kind, baseUrl: address } = profile;
      const findings = report.findings.map((each) => formatMessage(each, 'terminal'));
      if (options.json) console.log(escapeTerminalJson({ id, name, address, ...report, findings }));
      else {
        const found = {
          service: kind === 'built-in' ? { named: name } : name,
          message: joinMessages(...report.findings, hintOf(report)),
        };
        const line = address ? msg('cli.serviceAt', { ...found, address }) : msg('cli.service', found);
        console.log(terminalLine(line));
      }
    }
  } catch (fault) {
    if (!session.interrupted.aborted) throw fault;
    console.error(formatMessage(msg('cli.end.stopped'), 'terminal'));
    areAllOk = false;
  } finally {
    await session.close();
  }
  return areAllOk ? 0 : 1;
}
