/** This station as a desk: shows what the others do, and tells them what is said here. Asks at once where it hears that something is new, and now and then by itself. */
import type { MessageDescriptor } from '../../../contract/messages/message.ts';
import { coalesce } from '../../files/coalesce.ts';
import type { Store } from '../../store/index.ts';
import { type StudioDatabase, StudioUnreachable } from '../connection/connection.ts';
import type { Overview } from '../overview/overview.ts';
import { createMirror, type MirrorTools, overruledMessage } from './mirror.ts';
import { sendUserDecisions } from './user-decisions.ts';

/** As the triggers of migration 003 call it. */
const channel = 'burnish_desks';
/** ms. */
const checkEvery = 5000;
const reportIntervalMs = 500;
/** However much is new, it is looked no more often. */
const minRefreshIntervalMs = 400;

export interface MirrorSync {
  start(): void;
  /** Reads what is new. @throws StudioUnreachable */
  refresh(): Promise<void>;
  /** For `StationStatus`. */
  status(): {
    readonly sync: { readonly done: number; readonly total: number } | null;
    readonly olderThan: number | null;
    readonly decisions: number;
  };
  /** @throws StudioUnreachable */
  fetchOlder(): Promise<void>;
  /** Tells what is still to be told. @throws StudioUnreachable */
  stop(): Promise<void>;
}

interface DeskTools extends Omit<MirrorTools, 'store' | 'database' | 'onOverruled'> {
  readonly store: Pick<Store, 'mirrored' | 'studioSync' | 'changes'>;
  readonly database: StudioDatabase;
  readonly overview: Overview;
  readonly onNotice: (text: MessageDescriptor) => void;
}

export function createMirrorSync(context: DeskTools): MirrorSync {
  const { store, database, overview, station, onNotice } = context;
  const mirror = createMirror({
    ...context,
    onOverruled: (name, paths) => onNotice(overruledMessage(name, paths)),
  });
  const timers: NodeJS.Timeout[] = [];
  let isStopped = false;
  let lookTimer: NodeJS.Timeout | null = null;
  let lookedAt = 0;
  const fault = (error: unknown) => {
    if (!(error instanceof StudioUnreachable)) context.onFault(error);
  };

  function lookSoon(): void {
    if (isStopped || lookTimer !== null) return;
    const wait = Math.max(0, lookedAt + minRefreshIntervalMs - performance.now());
    lookTimer = setTimeout(() => {
      lookTimer = null;
      lookedAt = performance.now();
      mirror.refresh().catch(fault);
    }, wait);
  }
  const sendDecisions = coalesce(async () => {
    if (store.studioSync.unsaid() === 0) return;
    await sendUserDecisions({ store, database, overview, station });
    context.onChange();
  });

  return {
    start() {
      if (timers.length > 0) return;
      database.listen(channel, lookSoon);
      timers.push(
        setInterval(lookSoon, checkEvery),
        setInterval(() => void sendDecisions().catch(fault), reportIntervalMs),
      );
      lookSoon();
    },
    refresh: mirror.refresh,
    status: () => ({
      sync: mirror.sync,
      olderThan: store.studioSync.read()?.olderAt ?? null,
      decisions: store.studioSync.unsaid(),
    }),
    fetchOlder: mirror.fetchOlder,
    async stop() {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      if (lookTimer !== null) clearTimeout(lookTimer);
      mirror.stop();
      await sendDecisions().catch(fault);
    },
  };
}
