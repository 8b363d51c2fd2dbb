import { joinMessages, type Message, msg, toLogText } from '../../contract/messages/message.ts';
import { systemClock } from '../clock.ts';
import { holderMessage } from '../ipc/status/profile-status.ts';
import { watchCompletion } from '../pipeline/ending/completion.ts';
import { createQueueOwnership } from '../pipeline/flow/queue-ownership.ts';
import { type RecoveryStore, recoverFiles } from '../pipeline/output/recover-files.ts';
import { inspectInBackground } from '../review/inspection/inspect-in-background.ts';
import { moveFinishedOriginals } from '../review/originals/move-finished-originals.ts';
import { measureInBackground } from '../review/stacks/measure-in-background.ts';
import { type Store, skipOnTrouble } from '../store/index.ts';
import { createMaintenance } from '../store/maintenance.ts';
import type { AppEvents } from './app-events.ts';
import type { wireIntake } from './wire-intake.ts';
import type { wireQueue } from './wire-queue.ts';
import type { wireReview } from './wire-review.ts';
import type { wireServices } from './wire-services.ts';

interface BackgroundParts {
  readonly store: Store;
  readonly log: { info(text: string): void; warn(text: string): void };
  readonly events: AppEvents;
  readonly services: ReturnType<typeof wireServices>;
  readonly queue: ReturnType<typeof wireQueue>;
  readonly review: ReturnType<typeof wireReview>;
  readonly intake: ReturnType<typeof wireIntake>;
  /** One of `queueHolders`. */
  readonly who: string;
  /** Whether this process has a window, which needs more in the background. */
  readonly showsServices: boolean;
}

/** Intervals of the attempts to acquire the queue, of health checks of the engine, and of updates of countdowns. */
const acquireIntervalMs = 2000;
const healthIntervalMs = 5000;
const countdownIntervalMs = 1000;

/** Wires the ownership of the queue and everything that runs without a request. */
export function wireBackground(parts: BackgroundParts) {
  const { store, log, events, showsServices } = parts;
  const { services } = parts.services;
  const { queue, studio, battery } = parts.queue;
  const { review, offline } = parts.review;
  const { folders, startPicks } = parts.intake;
  const logError = (error: unknown) => log.warn(String(error));

  const recovery = createFileRecovery(store, events.reportTrouble, log);
  const maintenance = createMaintenance(store, log, showsServices ? 30_000 : 0);
  const originalMover = moveFinishedOriginals(store, log);
  let stopPicks = async (): Promise<void> => undefined;
  const ownership = createQueueOwnership({
    store,
    who: parts.who,
    onAcquired: () => {
      maintenance.startTasks();
      queue.start();
      studio.startProcessing();
      folders.start();
      offline.start();
      review.touchUp.recoverVersions().catch(logError);
      void recovery.run();
      originalMover.start();
      if (!showsServices) return;
      stopPicks = startPicks((ids) => review.reader.ask('photographs.sources', { ids: [...ids] }), logError);
      services.refresh(store.settings.read().defaultProfileId).catch(logError);
    },
    onOwnerChanged: (holder) => {
      studio.startOffering();
      events.notify('info', joinMessages(holderMessage(holder), msg('app.followed')));
    },
    onFault: logError,
  });

  const hasTime = () => showsServices && ownership.isOwn && !battery.isHolding;
  const canMeasure = () => hasTime() && !queue.isAtWork;
  const measuring = measureInBackground({ store, services, canRun: canMeasure, clock: systemClock, log });
  const inspecting = inspectInBackground({ store, services, canRun: hasTime, clock: systemClock, log });
  const stopWatchingCompletion = watchCompletion(store, events.drained.emit);

  const timers: NodeJS.Timeout[] = [];
  const updateCountdowns = skipOnTrouble(() => {
    store.trouble.check();
    if (store.profiles.list().some(({ id }) => queue.status(id)?.condition === 'slowed')) events.live.emit();
  });

  return {
    ownership,
    maintenance,
    recoverFiles: recovery.run,
    start() {
      // If the database is unavailable, a later check acquires the queue.
      skipOnTrouble(ownership.take)();
      timers.push(
        setInterval(ownership.check, acquireIntervalMs),
        setInterval(parts.services.checkHealth, healthIntervalMs),
        setInterval(updateCountdowns, countdownIntervalMs),
      );
    },
    /** Stops everything except the queue and maintenance. */
    async stop() {
      for (const timer of timers) clearInterval(timer);
      stopWatchingCompletion();
      await Promise.all([
        folders.stop(),
        offline.end(),
        measuring.stop(),
        inspecting.stop(),
        originalMover.stop(),
        stopPicks(),
      ]);
      await recovery.end();
    },
  };
}

interface FileRecovery {
  run(): Promise<void>;
  /** Resolves when no recovery is in progress. */
  end(): Promise<void>;
}

/** Recovers files of killed processes. Reports each reason for an unfinished move once. */
function createFileRecovery(
  store: RecoveryStore,
  onMessage: (message: Message) => void,
  log: { warn(text: string): void },
): FileRecovery {
  const reported = new Set<string>();
  let last: Promise<void> = Promise.resolve();

  async function recover(): Promise<void> {
    try {
      for (const message of await recoverFiles(store)) {
        const text = toLogText(message);
        if (!reported.has(text)) onMessage(message);
        reported.add(text);
      }
    } catch (error) {
      log.warn(String(error));
    }
  }

  return {
    run() {
      last = last.then(recover);
      return last;
    },
    end: () => last,
  };
}
