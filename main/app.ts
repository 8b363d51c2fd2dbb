/** The composition root: the one file where the parts of Burnish are wired together, with or without a window. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { CatalogueNetwork } from '../contract/networks.ts';
import { builtInProfileId } from '../contract/profile.ts';
import type { Recipe } from '../contract/recipe.ts';
import { asLogged, type Message, paragraph, say } from '../contract/sentence.ts';
import type { Notice, Snapshot } from '../contract/snapshot.ts';
import { type QueueStanding, queueStanding } from '../contract/standing.ts';
import { defaultDataDir, networksIn } from './data-dir.ts';
import { finishMoves } from './delivery/export/move-file.ts';
import { exportTools } from './delivery/export/tools.ts';
import { keepCopiesIn } from './imaging/develop/copies.ts';
import { expandPaths } from './intake/expand.ts';
import { lookFirst } from './intake/look-first.ts';
import { batchTitle, resultsFirst } from './intake/named-paths.ts';
import { type ProcessWithOptions, processWith } from './intake/process-with.ts';
import { sampleFor, takeSamples } from './intake/samples.ts';
import { type TakeInOptions, takeIn } from './intake/take-in.ts';
import { outputFolderOf, watchFolders } from './intake/watch-folders.ts';
import type { Core } from './ipc/core.ts';
import { holderSentence, profileStatusOf } from './ipc/live.ts';
import type { PictureSources } from './ipc/pictures.ts';
import { Refusal } from './ipc/refusal.ts';
import type { Counts } from './ipc/snapshot.ts';
import { systemClock } from './pipeline/clock.ts';
import { watchForEnd } from './pipeline/ending/end-of-work.ts';
import { batteryPause } from './pipeline/flow/battery.ts';
import { withoutStudio } from './pipeline/flow/fence.ts';
import { createQueue, type Drained } from './pipeline/flow/queue.ts';
import { queueTurn } from './pipeline/flow/turn.ts';
import { outputTroublesIn } from './pipeline/output/outputs.ts';
import { placeFolder } from './pipeline/output/place-folder.ts';
import { openPreviews } from './previews/preview.ts';
import type { Sample } from './resources.ts';
import { picturesForOthers } from './review/kept-previews/for-others.ts';
import { openOffline } from './review/offline.ts';
import { openReview } from './review/review.ts';
import { measureInBackground } from './review/stacks/background.ts';
import { followHealth, releaseNetwork } from './service/engine/health.ts';
import { createEngineHost, type EngineChild } from './service/engine/host.ts';
import { modelsKey } from './service/engine/models-key.ts';
import { fetchOnce } from './service/engine/networks/by-itself.ts';
import { createNetworks } from './service/engine/networks/networks.ts';
import { chosenRoutes } from './service/http/network/chosen-routes.ts';
import type { KeyStore } from './service/keys.ts';
import { createServices } from './service/services.ts';
import { type DataFolder, openTelling, type TroubleTold } from './store/follow-trouble.ts';
import { holdFile, type QueueHolder, type Source, type Store, unlessTrouble } from './store/index.ts';
import { upkeepOf } from './store/upkeep.ts';
import { createMembership } from './studio/membership.ts';
import { servedServices } from './studio/served-services.ts';
import { createServing } from './studio/serving.ts';
import type { ServedService } from './studio/station-types.ts';
import type { Studio, StudioAccess } from './studio/studio.ts';

export interface AppOptions {
  readonly onEnd?: TroubleTold['onEnd'];
  readonly onTrouble?: (sentence: Message) => void;
  /** Absolute; holds the database, work files and caches. */
  readonly dataDir: string;
  readonly samples: readonly Sample[];
  /** As in `Resources`. */
  readonly galleryParts: string;
  readonly version: string;
  /** The user's folder for pictures: where results go until another folder is chosen. */
  readonly picturesFolder: string;
  /** Who this is, for the sentence another process shows: one of `queueHolders`. */
  readonly who: string;
  readonly keys: (store: Pick<Store, 'settings' | 'profiles'>) => KeyStore;
  readonly launchEngine: () => EngineChild;
  /** In the place of the catalogue: for tests. */
  readonly catalogue?: readonly CatalogueNetwork[] | undefined;
  /** Whether the network that is the default comes by itself, when the built-in engine is at work. Default: no. */
  readonly fetchesNetwork?: boolean;
  /** Whether to ask the default service at start what it offers: for a window, which shows it. It starts the engine. */
  readonly showsServices: boolean;
  /** As in `DataFolder`: a full disk is for whoever is to go on by himself. */
  readonly waitsFor?: DataFolder['waitsFor'];
  /** Moves a file to the system's trash; absent where there is none. */
  readonly trash?: (path: string) => Promise<void>;
  /** What the system's settings say of a proxy, as Chromium puts it; absent without a window. */
  readonly systemProxy?: (url: string) => Promise<string>;
  readonly log: { info(text: string): void; warn(text: string): void };
  /**
   * The studio to take part in: `as-joined`, the one of the settings, as soon as it can be reached; or the one that a command says.
   * Absent or null: none.
   */
  readonly studio?: 'as-joined' | ((store: Pick<Store, 'settings'>) => Promise<StudioAccess | null>);
  /** Absolute; the engine's models. */
  readonly models: string;
  /** Puts into words what people find in the data folder. */
  readonly toWords: (message: Message) => string;
}

export interface BurnishApp {
  readonly core: Core;
  /** Null on a computer that is in none. */
  readonly studio: Studio | null;
  /** The service of a profile, as a studio knows it. */
  sharedService(profileId: string): Promise<ServedService | null>;
  readonly pictures: PictureSources;
  /** Takes the queue and begins; when another process has it, waits for it. Watches folders while it has the queue. */
  start(): void;
  /**
   * Ends in order; everything unfinished is in the database. `onWait`: as in `Queue`.
   * @param lastLook called once nothing is done any more, while the database can still be asked and nobody else has the queue
   */
  stop(onWait?: (ms: number) => void, lastLook?: () => void): Promise<void>;
  /** The computer is about to sleep; it woke up. */
  suspend(): void;
  wake(): void;
  /** True while anything is being done for a photograph. */
  isAtWork(): boolean;
  /** Who runs the queue, when it is not this process. */
  otherHolder(): QueueHolder | null;
  drained(): Promise<Drained>;
  onLive(listener: () => void): void;
  onNotice(listener: (notice: Notice) => void): void;
  /** Told with one sentence when the last open batch has come to its end. */
  onDrained(listener: (text: Message) => void): void;
  /** How things stand. @param counted over all jobs */
  standing(counted: Counts): QueueStanding;
}

/** How often a queue that another process holds is tried for, and the engine asked how it is, in ms. */
const holdEvery = 2000;
const healthEvery = 5000;

/** @throws DatabaseDamaged, DatabaseTooNew */
export async function createApp(options: AppOptions): Promise<BurnishApp> {
  const { dataDir, samples, log } = options;
  const noticeListeners: ((notice: Notice) => void)[] = [];
  const notice = (tone: Notice['tone'], text: Message) => noticeListeners.forEach((tell) => void tell({ tone, text }));
  const store = await openTelling(options, dataDir === defaultDataDir(), options.showsServices ? 1000 : 5000, {
    log,
    onTrouble: (text, isOver) => {
      options.onTrouble?.(text);
      notice(isOver ? 'info' : 'warning', text);
    },
    onEnd: options.onEnd ?? (() => undefined),
  });
  keepCopiesIn(join(dataDir, 'thumbnails', 'developed'));
  const keys = options.keys(store);
  const liveListeners: (() => void)[] = [];
  const drainedListeners: ((text: Message) => void)[] = [];
  const tellLive = () => liveListeners.forEach((tell) => void tell());

  const host = createEngineHost({
    launch: options.launchEngine,
    onChange: ({ condition, message }) => {
      if (message !== null) log.warn(asLogged(message));
      if (condition === 'ready') services.forget(builtInProfileId);
      if (condition === 'ready' && options.fetchesNetwork) fetchNetwork();
      tellLive();
    },
  });
  const health = followHealth(host, tellLive);
  const { systemProxy, showsServices } = options;
  const routes = chosenRoutes({ settings: store.settings.read, keys, env: process.env, systemProxy });
  const networks = createNetworks({
    folder: networksIn(dataDir),
    catalogue: options.catalogue,
    hold: holdFile,
    routes,
    release: (id) => releaseNetwork(host, id),
    onChange: (isOver) => {
      tellLive();
      // Another network is the best one now.
      if (isOver) void health.look();
    },
  });
  const fetchNetwork = unlessTrouble(fetchOnce(networks, store.settings));
  const services = createServices({ store, keys, engine: host, onChange: tellLive, routes });
  const served = servedServices({
    ...{ store, keys },
    engineKey: () => modelsKey([options.models, networksIn(dataDir)]),
  });
  const studio = createMembership({
    ...{ store, keys, log, program: options.version, services: served.list, sharedService: served.of },
    alone: withoutStudio(store),
    setShare: (profileId, requests) => queue.setShare(profileId, requests),
    breakOff: (jobIds) => queue.breakOff(jobIds),
    resume: (profileId) => queue.resume(profileId),
    setHeld: (held) => hold('studio', held),
    pictures: {
      ofSubject: (of) => forOthers.ofSubject(of),
      ofFile: (path) => forOthers.ofFile(path),
      keep: (of, picture) => forOthers.keep(of, picture),
    },
    onChange: tellLive,
    onNotice: (text) => {
      options.onTrouble?.(text);
      notice('warning', text);
    },
  });
  const queue = createQueue({
    store,
    services,
    fence: studio.fence,
    ...(options.trash ? { trash: options.trash } : {}),
    onWake: () => {
      routes.dropIdle();
      folders.lookAgain();
      studio.studio?.station.wake();
    },
    onFault: (fault, jobId) =>
      log.warn(`Job ${jobId}: ${fault instanceof Error ? (fault.stack ?? fault.message) : fault}`),
  });
  /** Who holds new work back. */
  const holders = new Set<'battery' | 'studio'>();
  const hold = (who: 'battery' | 'studio', held: boolean) => {
    if (holders.has(who) === held) return;
    if (held) holders.add(who);
    else holders.delete(who);
    queue.setHeld(holders.size > 0);
    tellLive();
  };
  const battery = batteryPause(store.settings.read, (held) => hold('battery', held));
  const unwatchSettings = store.changes.subscribe(({ lists, foreign }) => {
    if (foreign || lists.has('settings')) battery.look();
  });
  const offline = openOffline({
    ...{ store, clock: systemClock, log, fetch: studio.wantPreview },
    isBusy: () => queue.isAtWork || battery.isHolding,
  });
  const forOthers = picturesForOthers({ store, atHand: offline, now: Date.now });
  const review = openReview(store, { trash: options.trash, tell: (text) => notice('info', text) });
  const previews = openPreviews(store.previewFolder);
  const folders = watchFolders({
    store,
    onChange: tellLive,
    onNotice: notice,
    studio: {
      isIn: () => studio.studio !== null,
      watcherOf: studio.watcherOf,
      intake: (batch, profileId) => studio.intake(batch, profileId, 'watch'),
    },
  });

  const profileStatus = profileStatusOf({ store, keys, services, queue, engine: host, holder: () => turn.holder });

  const takeFiles = (
    files: Parameters<typeof takeIn>[0],
    { recipe, outputFolder }: Pick<TakeInOptions, 'recipe' | 'outputFolder'>,
    batch: TakeInOptions['batch'],
    course: Pick<TakeInOptions, 'signal' | 'onJobs'> = {},
  ) => {
    const profileId = recipe.profileId ?? store.settings.read().defaultProfileId;
    const inStudio =
      'title' in batch ? studio.intake({ key: randomUUID(), title: batch.title }, profileId, 'drop') : null;
    return takeIn(files, {
      ...{ store, recipe, batch, outputFolder, profileId, from: 'hand' },
      ...(inStudio ? { studio: inStudio } : {}),
      ...course,
    });
  };
  const usualFolder = (recipe: Recipe) => recipe.output.folder ?? store.settings.read().outputFolder;
  const filesIn = (paths: readonly string[]) => expandPaths(resultsFirst(paths, store), { recursive: true });
  const take = (paths: readonly string[], recipe: Recipe, batch: TakeInOptions['batch']) =>
    takeFiles(filesIn(paths), { recipe, outputFolder: usualFolder(recipe) }, batch);
  const recipeWith = (recipeId: string): Recipe => {
    const recipe = store.recipes.get(recipeId);
    if (recipe === null) throw new Refusal(say('app.chooseRecipe'));
    return recipe;
  };
  const wayWith = (recipeId: string | null) => (source: Source) => {
    const recipe = store.recipes.get(recipeId ?? source.recipeId ?? store.settings.read().defaultRecipeId);
    if (recipe === null) return null;
    const ofFolder = source.folderId === null ? null : outputFolderOf(store, source.folderId, recipe);
    return { recipe, outputFolder: ofFolder ?? usualFolder(recipe) };
  };

  const serving = createServing({ dataDir, store, log, onNotice: (text) => notice('info', text) });
  if (options.studio === 'as-joined') {
    void serving.resume();
    await studio.openJoined();
  } else {
    const access = (await options.studio?.(store)) ?? null;
    if (access !== null) await studio.openFor(access);
  }

  const { reader, bulk } = review;
  const exports = exportTools({ store, reader, bulk, toWords: options.toWords });
  const core: Core = {
    store,
    review,
    exports,
    galleries: { ...exports, placeFolder, parts: options.galleryParts },
    services,
    previews,
    offline,
    keys,
    networks,
    previewSample: (operation) => sampleFor(operation, samples),
    live: {
      engine: () => ({ ...host.condition, ...health.now(), networks: networks.list() }),
      profiles: () => store.profiles.list().map(profileStatus),
      folders: folders.status,
      outputs: () => (turn.isOwn ? queue.outputs.troubles() : outputTroublesIn(store)),
      power: () => ({ pausedOnBattery: battery.isHolding }),
      studio: studio.standing,
    },
    studio: {
      ...studio,
      serve: serving.serve,
      join: async (wanted, password, mayMake) =>
        studio.join(await serving.withPassword(wanted, password), password, mayMake),
      takeWatch: async (folderId) => {
        const folder = store.folders.get(folderId);
        if (folder === null) throw new Refusal(say('ipc.folder.notWatched'));
        await studio.takeWatch(folder.path);
        folders.askAgain();
      },
    },
    add: (paths, recipeId) =>
      take(paths, recipeWith(recipeId), { title: batchTitle(paths), origin: 'drop', folderId: null }),
    lookFirst: (paths, recipeId) => {
      const recipe = recipeWith(recipeId);
      const profileId = recipe.profileId ?? store.settings.read().defaultProfileId;
      const title = batchTitle(paths);
      const inStudio = studio.intake({ key: randomUUID(), title }, profileId, 'drop');
      return lookFirst(filesIn(paths), {
        ...{ store, recipe, profileId, outputFolder: usualFolder(recipe) },
        batch: { title, origin: 'drop', folderId: null },
        ...(inStudio ? { studio: inStudio } : {}),
      });
    },
    processWith: (sources, recipeId) => {
      if (recipeId !== null) recipeWith(recipeId);
      return bulk.aside('again', sources.length, (done, signal) => {
        let count = 0;
        const onJobs = (ids: readonly number[]) => {
          count += ids.length;
          done(count);
        };
        const take: ProcessWithOptions['take'] = (files, way, batch) =>
          takeFiles(files, way, batch, { signal, onJobs });
        return processWith(sources, { wayOf: wayWith(recipeId), origin: 'drop', take, signal });
      });
    },
    addSamples: async () => {
      const report = await takeSamples(samples, store.recipes, take);
      if (report === null) throw new Refusal(say('app.noSamples'));
      return report;
    },
    profileChanged: (profileId) => {
      services.forget(profileId);
      queue.resume(profileId);
      tellLive();
    },
    outputs: queue.outputs,
    power: battery,
    networkChanged: () => {
      routes.dropIdle();
      for (const { id, kind } of store.profiles.list()) if (kind === 'remote') core.profileChanged(id);
    },
    tryNow: (profileId) => {
      if (profileId === builtInProfileId) host.forgive();
      queue.resume(profileId);
      tellLive();
    },
    outputOf: (folderId) => outputFolderOf(store, folderId),
    about: (): Snapshot['about'] => ({
      version: options.version,
      platform: process.platform,
      dataFolder: dataDir,
      keyStore: keys.available,
    }),
  };

  const upkeep = upkeepOf(store, log, showsServices ? 30_000 : 0);

  const turn = queueTurn({
    store,
    who: options.who,
    begin: () => {
      upkeep.begin();
      queue.start();
      studio.begin();
      folders.start();
      offline.begin();
      review.touch.takeUp().catch((fault) => log.warn(String(fault)));
      finishMoves(store).catch((fault) => log.warn(String(fault)));
      if (!showsServices) return;
      services.refresh(store.settings.read().defaultProfileId).catch((fault) => log.warn(String(fault)));
    },
    onOther: (holder) => {
      studio.beginOffering();
      notice('info', paragraph(holderSentence(holder), say('app.followed')));
    },
    onFault: (fault) => log.warn(String(fault)),
  });

  const mayRun = () => showsServices && turn.isOwn && !battery.isHolding && !queue.isAtWork;
  const measuring = measureInBackground({ store, services, mayRun, clock: systemClock, log });
  const endWatch = watchForEnd(store, (text) => drainedListeners.forEach((tell) => void tell(text)));

  const timers: NodeJS.Timeout[] = [];
  /** "Next try in 8 s" is a new sentence every second. */
  const countDown = unlessTrouble(() => {
    store.trouble.look();
    if (store.profiles.list().some(({ id }) => queue.status(id)?.condition === 'slowed')) tellLive();
  });

  return {
    core,
    get studio() {
      return studio.studio;
    },
    sharedService: served.of,
    pictures: {
      ...{ store, atHand: offline, fetch: studio.wantPreview },
      cacheDir: join(dataDir, 'thumbnails'),
      previewPath: previews.pathOf,
    },
    start: () => {
      // Where the database cannot be had now, the next look takes it.
      unlessTrouble(turn.take)();
      timers.push(
        setInterval(turn.look, holdEvery),
        setInterval(health.look, healthEvery),
        setInterval(countDown, 1000),
      );
    },
    stop: async (onWait, lastLook) => {
      for (const timer of timers) clearInterval(timer);
      endWatch();
      unwatchSettings();
      await Promise.all([folders.stop(), offline.end(), measuring.stop()]);
      if (turn.isOwn) await queue.stop(onWait);
      await studio.stop();
      await serving.stop();
      await upkeep.end();
      services.close();
      await review.close();
      await previews.close();
      await networks.stop();
      await host.stop();
      lastLook?.();
      turn.release();
      store.close();
    },
    otherHolder: () => turn.holder,
    suspend: queue.suspend,
    wake: queue.wake,
    isAtWork: () => queue.isAtWork,
    drained: queue.drained,
    onLive: (listener) => void liveListeners.push(listener),
    onNotice: (listener) => void noticeListeners.push(listener),
    onDrained: (listener) => void drainedListeners.push(listener),
    standing: (counted) =>
      queueStanding(
        {
          ...counted,
          profiles: store.profiles.list(),
          profileStatus: store.profiles.list().map(profileStatus),
          settings: store.settings.read(),
          power: { pausedOnBattery: battery.isHolding },
          studio: studio.standing(),
        },
        turn.isOwn || turn.holder !== null,
      ),
  };
}
