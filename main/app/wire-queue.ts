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

interface QueueParts {
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
  /** Reports events of the studio. @param isOver whether an outage has ended */
  readonly onNotice: (text: Message, isOver?: boolean) => void;
  /** The computer woke up. */
  readonly onWake: () => void;
  /** Pictures that other stations of a studio request. */
  readonly sharedPreviews: () => ReturnType<typeof createSharedPreviews>;
}

/** Wires the queue with its studio and everything that can hold it. */
export function wireQueue(parts: QueueParts) {
  const { store, keys, services, log, onChange } = parts;
  const served = servedServices({
    store,
    keys,
    engineKey: () => modelsKey([parts.models, networksFolderIn(parts.dataDir)]),
  });
  const studio = createMembership({
    store,
    keys,
    log,
    program: parts.version,
    services: served.list,
    sharedService: served.findByProfile,
    alone: noStudioFence(),
    setShare: (profileId, requests) => queue.setShare(profileId, requests),
    abortJob: (jobIds) => queue.abortUploads(jobIds),
    resume: (profileId) => queue.resume(profileId),
    setHeld: (isHeld) => setHeld('studio', isHeld),
    pictures: {
      ofSubject: (subject) => parts.sharedPreviews().ofSubject(subject),
      ofFile: (path) => parts.sharedPreviews().ofFile(path),
      keep: (subject, picture) => parts.sharedPreviews().keep(subject, picture),
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
    onFault: (error, jobId) =>
      log.warn(`Job ${jobId}: ${error instanceof Error ? (error.stack ?? error.message) : error}`),
  });
  const setHeld = createHold((isHeld) => {
    queue.setHeld(isHeld);
    onChange();
  });
  const battery = createBatteryPause(store.settings.read, (isHeld) => setHeld('battery', isHeld));
  const unsubscribe = store.changes.subscribe(({ lists, foreign }) => {
    if (foreign || lists.has('settings')) battery.check();
  });
  return { queue, studio, battery, sharedService: served.findByProfile, setHeld, unsubscribe };
}

/** Parts that can hold new work. `command`: a command that has not written the limits of its photographs yet. */
type Holder = 'battery' | 'studio' | 'command';

/** Returns a function that holds new work for a part. Work is held while at least one part holds it. */
function createHold(onChange: (isHeld: boolean) => void): (holder: Holder, isHeld: boolean) => void {
  const holders = new Set<Holder>();
  return (holder, isHeld) => {
    if (holders.has(holder) === isHeld) return;
    if (isHeld) holders.add(holder);
    else holders.delete(holder);
    onChange(holders.size > 0);
  };
}
