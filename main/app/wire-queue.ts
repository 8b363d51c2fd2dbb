/** The queue with all that has a say in it: the studio that this computer takes part in, and what holds new work back. */
import type { Message } from '../../contract/messages/message.ts';
import { networksFolderIn } from '../default-data-dir.ts';
import { createBatteryPause } from '../pipeline/flow/permits/battery-pause.ts';
import { noStudioFence } from '../pipeline/flow/permits/studio-fence.ts';
import { createQueue } from '../pipeline/flow/queue.ts';
import type { createSharedPreviews } from '../review/preview-cache/shared-previews.ts';
import { modelsKey } from '../service/engine/networks/checksums.ts';
import type { KeyStore } from '../service/keys/key-store.ts';
import type { Services } from '../service/services.ts';
import type { Store } from '../store/index.ts';
import { createMembership } from '../studio/membership/membership.ts';
import { servedServices } from '../studio/station/available-services.ts';

export interface QueueParts {
  readonly store: Store;
  readonly keys: KeyStore;
  readonly services: Services;
  readonly log: { info(text: string): void; warn(text: string): void };
  readonly dataDir: string;
  /** Absolute; the engine's models. */
  readonly models: string;
  readonly version: string;
  readonly trash?: ((path: string) => Promise<void>) | undefined;
  readonly onChange: () => void;
  /** Reports events of the studio. `isOver`: an outage has ended. */
  readonly onNotice: (text: Message, isOver?: boolean) => void;
  /** The computer woke up. */
  readonly onWake: () => void;
  /** Pictures that other stations of a studio wish for. */
  readonly pictures: () => ReturnType<typeof createSharedPreviews>;
}

/** `command`: a command that has not written the limits of its photographs yet. */
type Holder = 'battery' | 'studio' | 'command';

export function wireQueue(parts: QueueParts) {
  const { store, keys, services, log, onChange } = parts;
  const served = servedServices({
    ...{ store, keys },
    engineKey: () => modelsKey([parts.models, networksFolderIn(parts.dataDir)]),
  });
  const studio = createMembership({
    ...{ store, keys, log, program: parts.version, services: served.list, sharedService: served.findByProfile },
    alone: noStudioFence(),
    setShare: (profileId, requests) => queue.setShare(profileId, requests),
    abortJob: (jobIds) => queue.abortUploads(jobIds),
    resume: (profileId) => queue.resume(profileId),
    setHeld: (held) => hold('studio', held),
    pictures: {
      ofSubject: (subject) => parts.pictures().ofSubject(subject),
      ofFile: (path) => parts.pictures().ofFile(path),
      keep: (subject, picture) => parts.pictures().keep(subject, picture),
    },
    onChange,
    onNotice: parts.onNotice,
  });
  const queue = createQueue({
    store,
    services,
    fence: studio.fence,
    ...(parts.trash ? { trash: parts.trash } : {}),
    onWake: () => {
      parts.onWake();
      studio.studio?.station.wake();
    },
    onFault: (fault, jobId) =>
      log.warn(`Job ${jobId}: ${fault instanceof Error ? (fault.stack ?? fault.message) : fault}`),
  });
  /** Who holds new work back. */
  const holders = new Set<Holder>();
  const hold = (who: Holder, isHeld: boolean) => {
    if (holders.has(who) === isHeld) return;
    if (isHeld) holders.add(who);
    else holders.delete(who);
    queue.setHeld(holders.size > 0);
    onChange();
  };
  const battery = createBatteryPause(store.settings.read, (held) => hold('battery', held));
  const endWatch = store.changes.subscribe(({ lists, foreign }) => {
    if (foreign || lists.has('settings')) battery.check();
  });
  return { queue, studio, battery, sharedService: served.findByProfile, endWatch, hold };
}
