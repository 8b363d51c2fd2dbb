/**
 * The composition root: wires all parts of Burnish, with or without a window. Read `wireParts` first, and then the files in
 * app/ in its order.
 */
import { join } from 'node:path';
import type { Notice } from '../contract/app/app-snapshot.ts';
import { type QueueStatus, queueStatus } from '../contract/jobs/work-status.ts';
import type { Message } from '../contract/messages/message.ts';
import type { CatalogNetwork } from '../contract/services/networks.ts';
import { createAppEvents } from './app/app-events.ts';
import { wireBackground } from './app/wire-background.ts';
import { wireIntake } from './app/wire-intake.ts';
import { wireQueue } from './app/wire-queue.ts';
import { wireReview } from './app/wire-review.ts';
import { wireServices } from './app/wire-services.ts';
import { wireWindow } from './app/wire-window.ts';
import type { Sample } from './bundled-resources.ts';
import { defaultDataDir } from './default-data-dir.ts';
import { setCopiesFolder } from './imaging/develop/developed-copies.ts';
import type { IpcContext } from './ipc/bridge/ipc-context.ts';
import type { PictureSources } from './ipc/serve-image.ts';
import { createProfileStatus } from './ipc/status/profile-status.ts';
import type { Counts } from './ipc/status/snapshot.ts';
import type { Drained } from './pipeline/flow/queue.ts';
import type { EngineChild } from './service/engine/engine-host.ts';
import type { KeyStore } from './service/keys/key-store.ts';
import type { QueueHolder, Store } from './store/index.ts';
import { type DataFolder, openStoreWithAlerts, type TroubleHandlers } from './store/report-store-errors.ts';
import type { Membership } from './studio/membership/membership.ts';
import type { ServedService } from './studio/queue/queue-types.ts';
import { createHostedDatabase } from './studio/server/hosted-database.ts';
import type { StudioAccess } from './studio/station/station-types.ts';
import type { Studio } from './studio/studio.ts';

export interface AppOptions {
  readonly onEnd?: TroubleHandlers['onEnd'];
  readonly onTrouble?: (message: Message) => void;
  /** Absolute; contains the database, work files and caches. */
  readonly dataDir: string;
  readonly samples: readonly Sample[];
  /** As in `Resources`. */
  readonly galleryParts: string;
  readonly version: string;
  /** The system's languages (BCP 47), best first; absent without a window. */
  readonly languages?: readonly string[];
  /** The user's folder for pictures, which is the default folder of results. */
  readonly picturesFolder: string;
  /** The name of this process for the message of others, one of `queueHolders`. */
  readonly who: string;
  readonly keys: (store: Pick<Store, 'settings' | 'profiles'>) => KeyStore;
  readonly launchEngine: (hasGraphics: boolean) => EngineChild;
  /** Replaces the built-in catalog in tests. */
  readonly catalog?: readonly CatalogNetwork[] | undefined;
  /** Whether the built-in engine downloads the default network automatically; false by default. */
  readonly fetchesNetwork?: boolean;
  /** Whether there is a window, which shows what the default service offers. Asking it starts the engine. */
  readonly showsServices: boolean;
  readonly waitsFor?: DataFolder['waitsFor'];
  /** Moves a file to the system's trash, if any. */
  readonly trash?: (path: string) => Promise<void>;
  /** Returns the system's proxy in Chromium's format; absent without a window. */
  readonly systemProxy?: (url: string) => Promise<string>;
  readonly log: { info(text: string): void; warn(text: string): void };
  /** The studio to join: that of the settings (`as-joined`), as soon as it is reachable, or that of a command. */
  readonly studio?: 'as-joined' | ((store: Pick<Store, 'settings'>) => Promise<StudioAccess | null>);
  /** Absolute; the engine's models. */
  readonly models: string;
  /** Formats messages for files in the data folder. */
  readonly toWords: (message: Message) => string;
}

export interface BurnishApp {
  readonly core: IpcContext;
  /** Null if this computer is in no studio. */
  readonly studio: Studio | null;
  /** Returns the service of a profile as the studio knows it, or null. */
  sharedService(profileId: string): Promise<ServedService | null>;
  readonly pictures: PictureSources;
  /** Acquires the queue and starts work, or waits until another process releases it. */
  start(): void;
  /**
   * Ends in order. Unfinished work is in the database.
   * @param onWait as in `Queue`
   * @param onIdle called after all work has ended, before the database closes and another process can acquire the queue
   */
  stop(onWait?: (ms: number) => void, onIdle?: () => void): Promise<void>;
  /** While held, the queue sends nothing new, but fetches pending results. */
  setHeld(isHeld: boolean): void;
  /** The computer is about to sleep. */
  suspend(): void;
  wake(): void;
  /** Whether a photograph is in progress. */
  isAtWork(): boolean;
  /** Returns the other process that owns the queue, or null. */
  otherHolder(): QueueHolder | null;
  drained(): Promise<Drained>;
  onLive(listener: () => void): void;
  onNotice(listener: (notice: Notice) => void): void;
  /** Calls `listener` with a message when the last open batch has ended. */
  onDrained(listener: (text: Message) => void): void;
  /** @param counted over all jobs */
  queueStatus(counted: Counts): QueueStatus;
}

/** @throws DatabaseDamaged, DatabaseTooNew */
export async function createApp(options: AppOptions): Promise<BurnishApp> {
  const parts = await wireParts(options);
  const { store, core, events, background } = parts;
  const { queue, studio, battery, sharedService, setHeld } = parts.queue;
  return {
    core,
    get studio() {
      return studio.studio;
    },
    sharedService,
    pictures: parts.review.pictures,
    start: background.start,
    stop: (onWait, onIdle) => stopParts(parts, onWait, onIdle),
    otherHolder: () => background.ownership.holder,
    setHeld: (isHeld) => setHeld('command', isHeld),
    suspend: queue.suspend,
    wake: queue.wake,
    isAtWork: () => queue.isAtWork,
    drained: queue.drained,
    onLive: events.live.on,
    onNotice: events.notices.on,
    onDrained: events.drained.on,
    queueStatus: (counted) =>
      queueStatus(
        {
          ...counted,
          profiles: store.profiles.list(),
          profileStatus: core.live.profiles(),
          settings: store.settings.read(),
          power: { pausedOnBattery: battery.isHolding },
          studio: studio.status(),
        },
        background.ownership.isOwn || background.ownership.holder !== null,
      ),
  };
}

type AppParts = Awaited<ReturnType<typeof wireParts>>;

/** Wires each part with those above it. Those below are used only after the start. */
async function wireParts(options: AppOptions) {
  const { dataDir, log, samples, showsServices } = options;
  const events = createAppEvents(options.onTrouble);
  const onChange = events.live.emit;
  const onNotice = events.reportTrouble;
  const store = await openStoreWithAlerts(options, dataDir === defaultDataDir(), showsServices ? 1000 : 5000, {
    log,
    onTrouble: events.reportTrouble,
    onEnd: options.onEnd ?? (() => undefined),
  });
  setCopiesFolder(join(dataDir, 'thumbnails', 'developed'));
  const keys = options.keys(store);

  const services = wireServices({ ...options, store, keys, onChange, onNotice });
  const queue = wireQueue({
    ...options,
    store,
    keys,
    services: services.services,
    onChange,
    onNotice,
    onWake: () => {
      services.routes.dropIdle();
      intake.folders.recheck();
    },
    sharedPreviews: () => review.sharedPreviews,
  });
  const review = wireReview({
    ...options,
    store,
    fetch: queue.studio.requestPreview,
    isBusy: () => queue.queue.isAtWork || queue.battery.isHolding,
    onNotice: (text) => events.notify('info', text),
  });
  const intake = wireIntake({
    store,
    studio: queue.studio,
    services: services.services,
    bulk: review.review.bulk,
    samples,
    onChange,
    onNotice: events.notify,
  });
  const hosting = createHostedDatabase({ dataDir, store, log, onNotice: (text) => events.notify('info', text) });
  await joinStudio(options.studio, queue.studio, hosting, store);

  const profileStatus = createProfileStatus({
    store,
    keys,
    services: services.services,
    queue: queue.queue,
    engine: services.engine,
    holder: () => background.ownership.holder,
  });
  const ownsQueue = () => background.ownership.isOwn;
  const wired = { store, keys, events, services, queue, review, intake, hosting };
  const core = wireWindow({ ...options, ...wired, profileStatus, ownsQueue });
  const background = wireBackground({ ...options, ...wired });
  const recovery = background.recoverFiles();
  // A window opens immediately, while a command waits.
  if (!showsServices) await recovery;
  return { ...wired, core, background };
}

async function joinStudio(
  studio: AppOptions['studio'],
  membership: Membership,
  hosting: ReturnType<typeof createHostedDatabase>,
  store: Store,
): Promise<void> {
  if (studio === 'as-joined') {
    void hosting.resume();
    await membership.openJoined();
    return;
  }
  const access = (await studio?.(store)) ?? null;
  if (access !== null) await membership.openFor(access);
}

async function stopParts(parts: AppParts, onWait?: (ms: number) => void, onIdle?: () => void): Promise<void> {
  const { store, services, background } = parts;
  const { queue, studio, unsubscribe } = parts.queue;
  unsubscribe();
  await background.stop();
  if (background.ownership.isOwn) await queue.stop(onWait);
  await studio.stop();
  await parts.hosting.stop();
  await background.maintenance.end();
  services.services.close();
  await parts.review.close();
  await services.stop();
  onIdle?.();
  background.ownership.release();
  store.close();
}
