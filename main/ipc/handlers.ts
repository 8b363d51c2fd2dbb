/** What each request of the window does. Arguments are checked already; a refusal carries a sentence for people. */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { msg } from '../../contract/messages/message.ts';
import { builtInProfileId } from '../../contract/services/profile.ts';
import { displayPath, toStoredPath } from '../files/stored-path.ts';
import { withTimeout } from '../files/with-timeout.ts';
import { isSourceFixed } from '../intake/locate-source.ts';
import { originOf } from '../service/keys/key-store.ts';
import { parseBaseUrl } from '../service/requests/address.ts';
import { crashHandlers } from './about-handlers.ts';
import { rowHandlers } from './bulk-handlers.ts';
import { cardHandlers } from './card-handlers.ts';
import { comparisonHandlers } from './comparison-handlers.ts';
import { costHandlers } from './cost-handlers.ts';
import { displayHandlers } from './display-handlers.ts';
import { exportHandlers } from './export-handlers.ts';
import { galleryHandlers } from './gallery-handlers.ts';
import type { DesktopActions, IpcContext } from './ipc-context.ts';
import { listHandlers } from './list-handlers.ts';
import { loupeHandlers } from './loupe-handlers.ts';
import { networkHandlers } from './network-handlers.ts';
import { offlineHandlers } from './offline-handlers.ts';
import { originalHandlers } from './original-handlers.ts';
import type { Grants } from './path-grants.ts';
import { detailsHandlers } from './photo-info-handlers.ts';
import { presetHandlers } from './preset-handlers.ts';
import { productHandlers } from './product-handlers.ts';
import { recipeHandlers } from './recipe-handlers.ts';
import type { Handlers } from './register-handlers.ts';
import { knownFolders, resolvingPaths } from './resolve-paths.ts';
import { snapshot } from './snapshot.ts';
import { studioHandlers } from './studio-handlers.ts';
import { systemHandlers } from './system-handlers.ts';
import { touchHandlers } from './touch-up-handlers.ts';
import { trialHandlers } from './trial-handlers.ts';
import { updateHandlers } from './update-handlers.ts';
import { UserError } from './user-error.ts';

export function createHandlers(core: IpcContext, desktop: DesktopActions, grants: Grants): Handlers {
  const { store } = core;
  const handlers: Handlers = {
    'app.snapshot': () => snapshot(core),
    'app.started': () => desktop.startWork(),
    'app.chooseImages': async (_, sender) => {
      const paths = await desktop.chooseImages();
      return paths.length === 0 ? null : grants.give(sender, 'photographs', paths);
    },
    'app.choosePhotograph': async ({ purpose }, sender) => {
      const path = await desktop.chooseImage();
      return path === null ? null : grants.giveOne(sender, purpose, path);
    },
    'app.chooseFolder': async ({ title, start }, sender) => {
      // The dialog looks at the folder it begins in: that may be one of the user's only.
      const path = await desktop.chooseFolder(title, knownFolders(store).find((known) => known === start) ?? null);
      return path === null ? null : grants.giveOne(sender, 'folder', path);
    },
    'app.revealDataFolder': () => reveal(desktop, store.folder),
    'app.revealLogs': () => reveal(desktop, desktop.logFolder),
    'app.diagnostics': () => desktop.diagnostics(),
    'app.menu': ({ possible }) => desktop.enableInMenu(possible),
    'app.leaving': (closeState) => desktop.reportCloseState(closeState),
    ...crashHandlers(core, desktop),
    ...intakeHandlers(core, grants),
    ...jobHandlers(core, desktop),
    ...listHandlers(store, core.review),
    ...originalHandlers(store, core.review),
    ...rowHandlers(store, core.review, grants),
    ...cardHandlers(core, desktop),
    ...costHandlers(core, grants),
    ...trialHandlers(core),
    ...comparisonHandlers(core),
    ...detailsHandlers(store, core.review),
    ...resultHandlers(core, desktop),
    ...folderHandlers(core, desktop),
    ...recipeHandlers(core, desktop, grants),
    ...presetHandlers(core, desktop, grants),
    ...productHandlers(core, desktop, grants),
    ...profileHandlers(core),
    ...outputHandlers(core, desktop),
    ...systemHandlers(core, desktop),
    ...updateHandlers(desktop),
    ...displayHandlers(store, desktop),
    ...studioHandlers(core, desktop, grants),
    ...networkHandlers(core),
    ...loupeHandlers(core, desktop),
    ...offlineHandlers(core, grants),
    ...exportHandlers(core, desktop, grants),
    ...galleryHandlers(core, desktop, grants),
    ...touchHandlers(core.review),
    'settings.save': (changed) => {
      const { defaultRecipeId: recipe, defaultProfileId: profile } = changed;
      if (recipe !== undefined && store.recipes.get(recipe) === null)
        throw new UserError(msg('ipc.choose.knownRecipe'));
      if (profile !== undefined && store.profiles.get(profile) === null)
        throw new UserError(msg('ipc.choose.knownService'));
      store.settings.save(changed);
      if (changed.plainKeyFile) core.keys.persistSession();
    },
  };
  return resolvingPaths(handlers, grants, store);
}

type Part<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>;

type WithNames = `${'jobs' | 'photographs'}.processWith`;

function intakeHandlers(core: IpcContext, grants: Grants): Part<'intake'> & Pick<Handlers, WithNames> {
  const { reader } = core.review;
  return {
    'jobs.processWith': async ({ on, recipeId, profileId }) =>
      core.processWith(await reader.ask('jobs.sources', on), recipeId, profileId),
    'photographs.processWith': async ({ on, recipeId, profileId }) =>
      core.processWith(await reader.ask('photographs.sources', on), recipeId, profileId),
    'intake.lookFirst': ({ grant, recipeId }, sender) =>
      core.lookFirst(grants.take(sender, 'photographs', grant), recipeId),
    'intake.add': ({ grant, recipeId }, sender) => core.add(grants.take(sender, 'photographs', grant), recipeId),
    'intake.samples': () => core.addSamples(),
  };
}

/** Of earlier ones, each row says it. */
const maxReportedBatches = 3;

type JobNames =
  | 'jobs.decideCause'
  | 'jobs.detail'
  | 'jobs.notMeant'
  | 'jobs.notMeantIn'
  | 'jobs.isMended'
  | 'jobs.revealSource';

function jobHandlers(
  { store, offline }: IpcContext,
  desktop: DesktopActions,
): Part<'queue' | 'batches'> & Pick<Handlers, JobNames> {
  return {
    'queue.setPaused': ({ paused }) => store.settings.save({ paused }),
    'batches.setHeld': ({ id, held }) => {
      store.batches.setHeld(id, held);
      if (!held) store.trials.choose(id);
    },
    'batches.cancel': ({ id }) => void store.actions.cancelBatch(id),
    'batches.forgettable': ({ id }) => store.analysisRemoval.find({ batchId: id }),
    'batches.forget': ({ id }) => store.analysisRemoval.forget({ batchId: id }),
    'jobs.decideCause': ({ cause, decision, seen }) => {
      store.actions.decideCause(cause, decision, seen);
      return store.views.undecided().find((each) => each.cause === cause) ?? null;
    },
    'batches.setPickRule': ({ id, rule }) => {
      if (store.batches.get(id) === null) throw new UserError(msg('ipc.gone.batch'));
      if (rule !== null && store.recipes.get(rule.recipeId) === null)
        throw new UserError(msg('ipc.choose.knownRecipe'));
      store.pickRules.set(id, rule);
    },
    'jobs.notMeant': () => store.excluded.left(maxReportedBatches),
    'jobs.notMeantIn': ({ id }) => store.excluded.leftIn(id),
    'jobs.detail': async ({ id }) => {
      const found = store.views.detail(id);
      if (found === null) return null;
      return {
        ...found,
        events: store.events.ofJob(id),
        steps: store.stepRuns.ofJob(id),
        results: await store.results.ofJob(id),
      };
    },
    'jobs.isMended': async ({ id }) => {
      const [job, row] = [store.jobs.get(id), store.views.detail(id)?.job];
      if (job === null || row === undefined) return false;
      // Of a share that does not answer, nothing is known to have changed.
      return withTimeout(isSourceFixed({ ...row, contentHash: job.contentHash }, store.availability), 5000).catch(
        () => false,
      );
    },
    'jobs.revealSource': async ({ id }) => {
      const photographId = store.photographViews.ofJob(id);
      const [at] = photographId === null ? [] : await offline.presence([photographId]);
      if (at === undefined) throw new UserError(msg('ipc.gone.photograph'));
      const { state, path } = at.original;
      if (state === 'outside') throw new UserError(msg('studio.share.fileOutside', { name: basename(path) }));
      if (state === 'gone' || state === 'away') throw new UserError(msg('ipc.gone.path', { path }));
      desktop.reveal(path);
    },
  };
}

function resultHandlers({ store, review }: IpcContext, desktop: DesktopActions): Part<'results'> {
  const fileOf = async (id: number, output?: number): Promise<string> => {
    const stored = output === undefined ? store.results.pathOf(id) : store.results.furtherPathOf(id, output);
    if (stored === null) throw new UserError(msg('ipc.gone.noFile'));
    const { state, path } = await store.availability.locate(stored);
    if (state === 'here') return path;
    const shown = displayPath(stored);
    if (state === 'outside') throw new UserError(msg('studio.share.fileOutside', { name: basename(shown) }));
    throw new UserError(msg('ipc.gone.resultFile', { path: shown }));
  };
  return {
    'results.others': async ({ on, kept }) =>
      store.variants.others(await review.reader.ask('photographs.chosen', on), kept).length,
    'results.keepOnly': async ({ on, kept }) =>
      review.keepOneResult(await review.reader.ask('photographs.chosen', on), kept),
    'results.analysis': ({ id }) => store.results.analysis(id),
    'results.reveal': async ({ id, output }) => desktop.reveal(await fileOf(id, output)),
    'results.revealFolder': async ({ id }) => {
      const shown = store.photographs.folderPath(id);
      if (shown === null) throw new UserError(msg('ipc.gone.photograph'));
      const { state, path } = await store.availability.locateFolder(toStoredPath(shown));
      if (state === 'outside') throw new UserError(msg('studio.share.fileOutside', { name: basename(shown) }));
      if (path === null) throw new UserError(msg('ipc.gone.path', { path: shown }));
      reveal(desktop, path);
    },
  };
}

function folderHandlers(core: IpcContext, desktop: DesktopActions): Part<'folders'> {
  const { store } = core;
  return {
    'folders.progress': ({ id }) => core.review.reader.ask('folders.progress', id),
    'folders.save': (folder) => {
      if (store.recipes.get(folder.recipeId) === null) throw new UserError(msg('ipc.choose.recipeForFolder'));
      const twin = store.folders
        .list()
        .find((candidate) => candidate.path === folder.path && candidate.id !== folder.id);
      if (twin) throw new UserError(msg('ipc.folder.alreadyWatched'));
      store.folders.save(folder);
    },
    'folders.setPaused': ({ id, paused }) => {
      const folder = store.folders.get(id);
      if (folder) store.folders.save({ ...folder, paused });
    },
    'folders.remove': ({ id }) => store.folders.remove(id),
    'folders.reveal': ({ id, which }) => {
      const path = which === 'watched' ? store.folders.get(id)?.path : core.outputOf(id);
      if (path == null) throw new UserError(msg('ipc.folder.notWatched'));
      reveal(desktop, path);
    },
  };
}

function profileHandlers(core: IpcContext): Part<'profiles'> {
  const { store, services, keys } = core;
  return {
    'profiles.save': ({ profile, key }) => {
      const before = store.profiles.get(profile.id);
      if ((profile.id === builtInProfileId) !== (profile.kind === 'built-in'))
        throw new UserError(msg('ipc.service.oneEngine'));
      if (profile.kind === 'remote' && profile.baseUrl === '') throw new UserError(msg('ipc.service.needsAddress'));
      const address = parseBaseUrl(profile.baseUrl);
      if (profile.kind === 'remote' && !address.ok) throw new UserError(address.problem);
      const origin = originOf(profile.baseUrl);
      // A key belongs to the place it was entered for: a new path there keeps it, another host never gets it.
      if (key === '' || (before && originOf(before.baseUrl) !== origin)) keys.remove(profile.id);
      if (key && origin !== null) keys.set(profile.id, key, origin);
      // In one spelling, as the command line compares it.
      store.profiles.save({ ...profile, baseUrl: address.ok ? address.url : '' });
      core.profileChanged(profile.id);
    },
    'profiles.remove': ({ id }) => {
      if (id === builtInProfileId) throw new UserError(msg('ipc.service.engineStays'));
      keys.remove(id);
      store.profiles.remove(id);
      if (store.settings.read().defaultProfileId === id) store.settings.save({ defaultProfileId: builtInProfileId });
      core.profileChanged(id);
    },
    'profiles.test': ({ profile, key }) => {
      return services.test(profile, key);
    },
    'profiles.refresh': ({ id }) => {
      core.profileChanged(id);
      return services.refresh(id);
    },
    'profiles.tryNow': ({ id }) => {
      if (store.profiles.get(id) === null) throw new UserError(msg('ipc.gone.service'));
      core.tryNow(id);
    },
  };
}

function outputHandlers({ store, live, outputs }: IpcContext, desktop: DesktopActions): Part<'outputs'> {
  return {
    'outputs.tryNow': () => outputs.tryNow(),
    'outputs.redirect': async ({ folder }) => {
      if (!live.outputs().some((output) => output.folder === folder))
        throw new UserError(msg('ipc.folder.takesResults'));
      const newFolder = await desktop.chooseFolder(msg('ipc.choose.otherOutput'), null);
      if (newFolder !== null) store.actions.redirectAll(folder, newFolder);
      return newFolder !== null;
    },
  };
}

function reveal(desktop: DesktopActions, path: string): void {
  if (!existsSync(path)) throw new UserError(msg('ipc.gone.path', { path }));
  desktop.reveal(path);
}
