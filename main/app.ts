/** The composition root: where the parts of Burnish, wired in app/, are put together, with or without a window. */
import { join } from 'node:path';
import type { Notice, Snapshot } from '../contract/app/app-snapshot.ts';
import { type QueueStatus, queueStatus } from '../contract/jobs/work-status.ts';
import { joinMessages, type Message, msg } from '../contract/messages/message.ts';
import type { CatalogNetwork } from '../contract/services/networks.ts';
import { builtInProfileId } from '../contract/services/profile.ts';
import { createFileRecovery } from './app/file-recovery.ts';
import { createListenerSet } from './app/listener-set.ts';
import { wireIntake } from './app/wire-intake.ts';
import { wireQueue } from './app/wire-queue.ts';
import { wireReview } from './app/wire-review.ts';
import { wireServices } from './app/wire-services.ts';
import type { Sample } from './bundled-resources.ts';
import { systemClock } from './clock.ts';
import { defaultDataDir } from './default-data-dir.ts';
import { setCopiesFolder } from './imaging/develop/developed-copies.ts';
import { sampleFor } from './intake/samples.ts';
import type { IpcContext } from './ipc/ipc-context.ts';
import { createProfileStatus, holderMessage } from './ipc/live-status.ts';
import type { PictureSources } from './ipc/serve-image.ts';
import type { Counts } from './ipc/snapshot.ts';
import { UserError } from './ipc/user-error.ts';
import { watchCompletion } from './pipeline/ending/completion.ts';
import type { Drained } from './pipeline/flow/queue.ts';
import { createQueueOwnership } from './pipeline/flow/queue-ownership.ts';
import { reportedOutputTroubles } from './pipeline/output/watched-outputs.ts';
import { openPreviews } from './previews/step-preview.ts';
import { inspectInBackground } from './review/inspection/inspect-in-background.ts';
import { moveFinishedOriginals } from './review/originals/move-finished-originals.ts';
import { measureInBackground } from './review/stacks/measure-in-background.ts';
import type { EngineChild } from './service/engine/engine-host.ts';
import type { KeyStore } from './service/keys/key-store.ts';
import { type QueueHolder, type Store, skipOnTrouble } from './store/index.ts';
import { createMaintenance } from './store/maintenance.ts';
import { type DataFolder, openStoreWithAlerts, type TroubleHandlers } from './store/report-store-errors.ts';
import { createHostedDatabase } from './studio/hosted-database.ts';
import type { ServedService } from './studio/station-types.ts';
import type { Studio, StudioAccess } from './studio/studio.ts';

export interface AppOptions {
  readonly onEnd?: TroubleHandlers['onEnd'];
  readonly onTrouble?: (sentence: Message) => void;
  /** Absolute; holds the database, work files and caches. */
  readonly dataDir: string;
  readonly samples: readonly Sample[];
  /** As in `Resources`. */
  readonly galleryParts: string;
  readonly version: string;
  /** The system's languages (BCP 47), of which the window shows the first that it speaks; absent without one. */
  readonly languages?: readonly string[];
  /** The user's folder for pictures: where results go until another folder is chosen. */
  readonly picturesFolder: string;
  /** Who this is, for the sentence another process shows: one of `queueHolders`. */
  readonly who: string;
  readonly keys: (store: Pick<Store, 'settings' | 'profiles'>) => KeyStore;
  readonly launchEngine: (hasGraphics: boolean) => EngineChild;
  /** In the place of the catalogue: for tests. */
  readonly catalogue?: readonly CatalogNetwork[] | undefined;
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
  readonly core: IpcContext;
  /** Null on a computer that is in none. */
  readonly studio: Studio | null;
  /** The service of a profile, as a studio knows it. */
  sharedService(profileId: string): Promise<ServedService | null>;
  readonly pictures: PictureSources;
  /** Takes the queue and begins; when another process has it, waits for it. Watches folders while it has the queue. */
  start(): void;
  /**
   * Ends in order; everything unfinished is in the database. `onWait`: as in `Queue`.
   * @param lastReport called once all work has ended, while the database can still be asked and nobody else has the queue
   */
  stop(onWait?: (ms: number) => void, lastReport?: () => void): Promise<void>;
  /** While held, the queue sends nothing new; what is at a service is followed home. */
  setHeld(isHeld: boolean): void;
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
  queueStatus(counted: Counts): QueueStatus;
}

/** How often a queue that another process holds is tried for, and the engine asked how it is, in ms. */
const holdEvery = 2000;
const healthEvery = 5000;

/** @throws DatabaseDamaged, DatabaseTooNew */
export async function createApp(options: AppOptions): Promise<BurnishApp> {
  const { dataDir, log, showsServices, trash } = options;
  const live = createListenerSet<[]>();
  const notices = createListenerSet<[Notice]>();
  const drained = createListenerSet<[Message]>();
  const notice = (tone: Notice['tone'], text: Message) => notices.emit({ tone, text });
  const warn = (text: Message, isOver = false) => {
    options.onTrouble?.(text);
    notice(isOver ? 'info' : 'warning', text);
  };
  const store = await openStoreWithAlerts(options, dataDir === defaultDataDir(), showsServices ? 1000 : 5000, {
    log,
    onTrouble: warn,
    onEnd: options.onEnd ?? (() => undefined),
  });
  setCopiesFolder(join(dataDir, 'thumbnails', 'developed'));
  const keys = options.keys(store);

  // Each part is made of those above it; what it asks of a part below, it asks when it is at work.
  const { services, networks, routes, engine, ...engineParts } = wireServices({
    ...{ ...options, store, keys },
    onChange: live.emit,
    onNotice: warn,
  });
  const { queue, studio, battery, ...queueParts } = wireQueue({
    ...{ ...options, store, keys, services },
    onChange: live.emit,
    onNotice: warn,
    onWake: () => {
      routes.dropIdle();
      folders.recheck();
    },
    pictures: () => forOthers,
  });
  const { review, offline, forOthers, exports, galleries } = wireReview({
    ...{ store, log, trash, galleryParts: options.galleryParts, toWords: options.toWords },
    fetch: studio.requestPreview,
    isBusy: () => queue.isAtWork || battery.isHolding,
    onNotice: (text) => notice('info', text),
  });
  const { folders, intake, startPicks } = wireIntake({
    ...{ store, studio, services, bulk: review.bulk, samples: options.samples },
    onChange: live.emit,
    onNotice: notice,
  });
  const previews = openPreviews(store.previewFolder);
  const drafts = openPreviews(join(store.previewFolder, 'drafts'));
  const profileStatus = createProfileStatus({ store, keys, services, queue, engine, holder: () => turn.holder });

  const serving = createHostedDatabase({ dataDir, store, log, onNotice: (text) => notice('info', text) });
  if (options.studio === 'as-joined') {
    void serving.resume();
    await studio.openJoined();
  } else {
    const access = (await options.studio?.(store)) ?? null;
    if (access !== null) await studio.openFor(access);
  }

  const core: IpcContext = {
    ...{ store, review, exports, galleries, services, previews, drafts, offline, keys, networks },
    ...intake,
    previewSample: (operation) => sampleFor(operation, options.samples),
    live: {
      engine: engineParts.engineStatus,
      profiles: () => store.profiles.list().map(profileStatus),
      folders: () => folders.status(),
      outputs: () => (turn.isOwn ? queue.outputs.troubles() : reportedOutputTroubles(store)),
      power: () => ({ pausedOnBattery: battery.isHolding }),
      studio: studio.standing,
    },
    studio: {
      ...studio,
      serve: serving.serve,
      join: async (wanted, password, canCreate) =>
        studio.join(await serving.withPassword(wanted, password), password, canCreate),
      takeWatch: async (folderId) => {
        const folder = store.folders.get(folderId);
        if (folder === null) throw new UserError(msg('ipc.folder.notWatched'));
        await studio.takeWatch(folder.path);
        folders.resync();
      },
    },
    profileChanged: (profileId) => {
      services.forget(profileId);
      queue.resume(profileId);
      live.emit();
    },
    outputs: queue.outputs,
    power: battery,
    networkChanged: () => {
      routes.dropIdle();
      for (const { id, kind } of store.profiles.list()) if (kind === 'remote') core.profileChanged(id);
    },
    tryNow: (profileId) => {
      if (profileId === builtInProfileId) engine.endPause();
      queue.resume(profileId);
      live.emit();
    },
    about: (): Snapshot['about'] => ({
      version: options.version,
      platform: process.platform,
      dataFolder: dataDir,
      keyStore: keys.available,
      isRoot: process.getuid?.() === 0,
      languages: options.languages ?? [],
    }),
  };

  const recovery = createFileRecovery(store, warn, log);

  const upkeep = createMaintenance(store, log, showsServices ? 30_000 : 0);

  const tidying = moveFinishedOriginals(store, log);

  let endPicks = async (): Promise<void> => undefined;
  const turn = createQueueOwnership({
    store,
    who: options.who,
    onAcquired: () => {
      upkeep.startTasks();
      queue.start();
      studio.startProcessing();
      folders.start();
      offline.start();
      review.touchUp.recoverVersions().catch((fault) => log.warn(String(fault)));
      void recovery.run();
      tidying.start();
      if (!showsServices) return;
      endPicks = startPicks(
        (ids) => review.reader.ask('photographs.sources', { ids: [...ids] }),
        (fault) => log.warn(String(fault)),
      );
      services.refresh(store.settings.read().defaultProfileId).catch((fault) => log.warn(String(fault)));
    },
    onOwnerChanged: (holder) => {
      studio.startOffering();
      notice('info', joinMessages(holderMessage(holder), msg('app.followed')));
    },
    onFault: (fault) => log.warn(String(fault)),
  });

  const hasTime = () => showsServices && turn.isOwn && !battery.isHolding;
  const canRun = () => hasTime() && !queue.isAtWork;
  const measuring = measureInBackground({ store, services, canRun, clock: systemClock, log });
  const looking = inspectInBackground({ store, services, canRun: hasTime, clock: systemClock, log });
  const endWatch = watchCompletion(store, drained.emit);

  // A window opens at once; its own moves wait for this.
  const recovered = recovery.run();
  if (!showsServices) await recovered;

  const timers: NodeJS.Timeout[] = [];
  /** "Next try in 8 s" is a new sentence every second. */
  const countDown = skipOnTrouble(() => {
    store.trouble.check();
    if (store.profiles.list().some(({ id }) => queue.status(id)?.condition === 'slowed')) live.emit();
  });

  return {
    core,
    get studio() {
      return studio.studio;
    },
    sharedService: queueParts.sharedService,
    pictures: {
      ...{ store, atHand: offline, fetch: studio.requestPreview },
      cacheDir: join(dataDir, 'thumbnails'),
      previewPath: (token) => previews.pathOf(token) ?? drafts.pathOf(token),
    },
    start: () => {
      // Where the database cannot be had now, the next look takes it.
      skipOnTrouble(turn.take)();
      timers.push(
        setInterval(turn.check, holdEvery),
        setInterval(engineParts.checkHealth, healthEvery),
        setInterval(countDown, 1000),
      );
    },
    stop: async (onWait, lastReport) => {
      for (const timer of timers) clearInterval(timer);
      endWatch();
      queueParts.endWatch();
      await Promise.all([folders.stop(), offline.end(), measuring.stop(), looking.stop(), tidying.stop(), endPicks()]);
      await recovery.end();
      if (turn.isOwn) await queue.stop(onWait);
      await studio.stop();
      await serving.stop();
      await upkeep.end();
      services.close();
      await review.close();
      await Promise.all([previews.close(), drafts.close()]);
      await engineParts.stop();
      lastReport?.();
      turn.release();
      store.close();
    },
    otherHolder: () => turn.holder,
    setHeld: (isHeld) => queueParts.hold('command', isHeld),
    suspend: queue.suspend,
    wake: queue.wake,
    isAtWork: () => queue.isAtWork,
    drained: queue.drained,
    onLive: live.on,
    onNotice: notices.on,
    onDrained: drained.on,
    queueStatus: (counted) =>
      queueStatus(
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
