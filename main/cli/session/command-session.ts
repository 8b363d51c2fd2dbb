/**
 * Opens the app for one command, and closes it in order, also after a stop signal. Importing this module is cheap: it
 * loads the app and its database only when it opens a session.
 */
import type { BurnishApp } from '../../app.ts';
import type { Store } from '../../store/index.ts';
import type { CommonOptions } from '../options/common-options.ts';
import type { SessionOptions } from './open-app.ts';
import { listenForStop } from './stop-signals.ts';

export interface Session {
  readonly app: BurnishApp;
  readonly store: Store;
  /** The service that the command names; null = that of the recipe or the settings. */
  readonly profileId: string | null;
  /** @see listenForStop */
  readonly interrupted: AbortSignal;
  /** Changes the database, and retries while another process locks it. */
  write<T>(change: () => T): Promise<T>;
  /**
   * Waits for requests in progress, then closes the database.
   * @param onWait called with the maximum time left (ms) if it takes a while
   * @param lastReport called once all work has ended, before the database is closed
   */
  close(onWait?: (ms: number) => void, lastReport?: () => void): Promise<void>;
}

/** @throws UsageError for an unknown service, and for an empty variable of `--key-env` */
export async function openSession(
  options: CommonOptions,
  { launch = null, role = null, waitsFor = role === null ? ['locked'] : ['locked', 'full'] }: SessionOptions = {},
): Promise<Session> {
  const { openApp } = await import('./open-app.ts');
  const { retryTransient } = await import('../../store/index.ts');
  const { app, profileId } = await openApp(options, { launch, role, waitsFor });
  // If a second signal ends the process, its work is in the database, and the next start finds it there.
  const { interrupted, release } = listenForStop();
  return {
    app,
    store: app.core.store,
    profileId,
    interrupted,
    write: (change) => retryTransient(change, interrupted),
    close: async (onWait, lastReport) => {
      await app.stop(onWait, lastReport);
      // After the last output of the command, which follows as soon as this promise resolves.
      setImmediate(release);
    },
  };
}

/** Opens a session that does not run the queue, and closes it when the work ends. */
export async function withSession<T>(
  options: CommonOptions,
  work: (session: Session) => Promise<T> | T,
  sessionOptions: SessionOptions = {},
): Promise<T> {
  const session = await openSession(options, sessionOptions);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

/** Opens a session that only reads: if it cannot, it reports the reason and ends, instead of waiting. */
export function withReadOnlySession<T>(options: CommonOptions, work: (session: Session) => Promise<T> | T): Promise<T> {
  return withSession(options, work, { waitsFor: [] });
}
