import type { Snapshot } from '../../contract/app/app-snapshot.ts';
import { msg } from '../../contract/messages/message.ts';
import { builtInProfileId, type Profile, type ProfileStatus } from '../../contract/services/profile.ts';
import type { Sample } from '../bundled-resources.ts';
import { sampleFor } from '../intake/samples.ts';
import type { IpcContext } from '../ipc/bridge/ipc-context.ts';
import { UserError } from '../ipc/bridge/user-error.ts';
import { reportedOutputTroubles } from '../pipeline/output/watched-outputs.ts';
import type { KeyStore } from '../service/keys/key-store.ts';
import type { Store } from '../store/index.ts';
import type { createHostedDatabase } from '../studio/server/hosted-database.ts';
import type { AppEvents } from './app-events.ts';
import type { wireIntake } from './wire-intake.ts';
import type { wireQueue } from './wire-queue.ts';
import type { wireReview } from './wire-review.ts';
import type { wireServices } from './wire-services.ts';

interface WindowParts {
  readonly store: Store;
  readonly keys: KeyStore;
  readonly events: AppEvents;
  readonly services: ReturnType<typeof wireServices>;
  readonly queue: ReturnType<typeof wireQueue>;
  readonly review: ReturnType<typeof wireReview>;
  readonly intake: ReturnType<typeof wireIntake>;
  readonly hosting: ReturnType<typeof createHostedDatabase>;
  readonly profileStatus: (profile: Profile) => ProfileStatus;
  readonly ownsQueue: () => boolean;
  readonly dataDir: string;
  readonly version: string;
  readonly languages?: readonly string[];
  readonly samples: readonly Sample[];
}

/** Wires the parts that the window's requests use. */
export function wireWindow(parts: WindowParts): IpcContext {
  const { store, keys } = parts;
  const { services, networks } = parts.services;
  const { queue, battery } = parts.queue;
  const { review, offline, exports, galleries, previews, drafts } = parts.review;
  return {
    store,
    keys,
    services,
    networks,
    review,
    offline,
    exports,
    galleries,
    previews,
    drafts,
    ...parts.intake.actions,
    ...connectionActions(parts),
    previewSample: (operation) => sampleFor(operation, parts.samples),
    live: {
      engine: parts.services.engineStatus,
      profiles: () => store.profiles.list().map(parts.profileStatus),
      folders: () => parts.intake.folders.status(),
      outputs: () => (parts.ownsQueue() ? queue.outputs.troubles() : reportedOutputTroubles(store)),
      power: () => ({ pausedOnBattery: battery.isHolding }),
      studio: parts.queue.studio.status,
    },
    studio: studioControl(parts),
    outputs: queue.outputs,
    power: battery,
    about: (): Snapshot['about'] => ({
      version: parts.version,
      platform: process.platform,
      dataFolder: parts.dataDir,
      keyStore: keys.available,
      isRoot: process.getuid?.() === 0,
      languages: parts.languages ?? [],
    }),
  };
}

/** Lets stopped services and connections continue, after a change or on request. */
function connectionActions({
  store,
  events,
  services: { services, routes, engine },
  queue: { queue },
}: WindowParts): Pick<IpcContext, 'profileChanged' | 'networkChanged' | 'tryNow'> {
  const resume = (profileId: string) => {
    queue.resume(profileId);
    events.live.emit();
  };
  const profileChanged = (profileId: string) => {
    services.forget(profileId);
    resume(profileId);
  };
  return {
    profileChanged,
    networkChanged: () => {
      routes.dropIdle();
      for (const { id, kind } of store.profiles.list()) if (kind === 'remote') profileChanged(id);
    },
    tryNow: (profileId) => {
      if (profileId === builtInProfileId) engine.endPause();
      resume(profileId);
    },
  };
}

function studioControl({ store, queue: { studio }, intake: { folders }, hosting }: WindowParts): IpcContext['studio'] {
  return {
    ...studio,
    serve: hosting.serve,
    join: async (address, password, canCreate) =>
      studio.join(await hosting.withPassword(address, password), password, canCreate),
    takeWatch: async (folderId) => {
      const folder = store.folders.get(folderId);
      if (folder === null) throw new UserError(msg('ipc.folder.notWatched'));
      await studio.takeWatch(folder.path);
      folders.resync();
    },
  };
}
