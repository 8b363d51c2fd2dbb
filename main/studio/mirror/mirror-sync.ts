/** Keeps the mirror current and sends the user's decisions. It reads after each notification, and regularly in case one was lost. */
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { coalesce } from '../../files/coalesce.ts';
import type { Store } from '../../store/index.ts';
import { StudioUnreachable } from '../connection/studio-database.ts';
import type { JobCommands } from '../queue/queue-types.ts';
import { createMirror, type Mirror, type MirrorContext } from './mirror.ts';
import { sendUserDecisions } from './user-decisions.ts';

/** PostgreSQL channel of migration 003. */
const channel = 'burnish_desks';
const refreshIntervalMs = 5000;
const minRefreshIntervalMs = 400;
const sendIntervalMs = 500;

export interface MirrorSync extends Pick<Mirror, 'refresh' | 'fetchOlder'> {
  start(): void;
  /** Returns fields of `StationStatus`. */
  status(): {
    readonly sync: { readonly done: number; readonly total: number } | null;
    readonly olderThan: number | null;
    readonly decisions: number;
  };
  /** Sends the remaining decisions first. */
  stop(): Promise<void>;
}

interface MirrorSyncContext extends Omit<MirrorContext, 'store' | 'onOverruled'> {
  readonly store: Pick<Store, 'mirrored' | 'studioSync' | 'changes'>;
  readonly overview: JobCommands;
  readonly onNotice: (text: MessageDescriptor) => void;
}

export function createMirrorSync(context: MirrorSyncContext): MirrorSync {
  const { store, database, onNotice } = context;
  const mirror = createMirror({
    ...context,
    onOverruled: (name, paths) => onNotice(overruledMessage(name, paths)),
  });
  const timers: NodeJS.Timeout[] = [];
  let isStopped = false;
  let refreshTimer: NodeJS.Timeout | null = null;
  let refreshedAt = 0;
  const report = (error: unknown) => {
    if (!(error instanceof StudioUnreachable)) context.onError(error);
  };

  function refreshSoon(): void {
    if (isStopped || refreshTimer !== null) return;
    const delay = Math.max(0, refreshedAt + minRefreshIntervalMs - performance.now());
    refreshTimer = setTimeout(() => {
      refreshTimer = null;
      refreshedAt = performance.now();
      mirror.refresh().catch(report);
    }, delay);
  }
  const sendDecisions = coalesce(async () => {
    if (store.studioSync.unsaid() === 0) return;
    await sendUserDecisions(context);
    context.onChange();
  });

  return {
    start() {
      if (timers.length > 0) return;
      database.listen(channel, refreshSoon);
      timers.push(
        setInterval(refreshSoon, refreshIntervalMs),
        setInterval(() => void sendDecisions().catch(report), sendIntervalMs),
      );
      refreshSoon();
    },
    refresh: mirror.refresh,
    fetchOlder: () => mirror.fetchOlder(),
    status: () => ({
      sync: mirror.sync,
      olderThan: store.studioSync.read()?.olderAt ?? null,
      decisions: store.studioSync.unsaid(),
    }),
    async stop() {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      if (refreshTimer !== null) clearTimeout(refreshTimer);
      mirror.stop();
      await sendDecisions().catch(report);
    },
  };
}

function overruledMessage(station: string, paths: readonly string[]): MessageDescriptor {
  const [first = ''] = paths;
  const name = first.slice(first.lastIndexOf('/') + 1);
  return paths.length === 1
    ? msg('studio.overruled.one', { station, name })
    : msg('studio.overruled.some', { station, count: paths.length });
}
