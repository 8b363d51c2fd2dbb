/**
 * Looks at results in the background, the newest first: those of services that charge, and where the user wants that all. One at a
 * time, by the built-in engine alone, beside a batch at another service as well, since the engine has nothing to do then.
 */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { builtInProfileId, canCharge } from '../../../contract/services/profile.ts';
import type { Services } from '../../service/services.ts';
import type { PendingInspection, Store } from '../../store/index.ts';
import { type BackgroundTask, type BackgroundWork, createBackgroundTask } from '../background-work.ts';
import { inspectionVersion, inspectResult } from './inspect-result.ts';

export interface InspectionOptions extends Pick<BackgroundWork, 'clock' | 'log'> {
  readonly store: Store;
  readonly services: Pick<Services, 'clientFor'>;
  /** Whether there is time for it now, but for the user's wish and jobs of the engine: there is power, and it is no command. */
  readonly canRun: () => boolean;
}

export function inspectInBackground({ store, services, clock, log, ...options }: InspectionOptions): BackgroundTask {
  const scratch = join(store.workFolder, 'looking');
  const { inspections } = store;
  const choice = () => store.settings.read().lookAtResults;

  const charging = () => store.profiles.list().flatMap((profile) => (canCharge(profile) ? profile.id : []));

  async function inspectAll(signal: AbortSignal): Promise<void> {
    inspections.renew(inspectionVersion);
    for (;;) {
      const shouldInspectAll = choice() === 'all';
      const left = shouldInspectAll ? 0 : inspections.skipOthers(charging());
      // Whatever is done with one, it is not the next any more.
      const on = left > 0 ? null : (inspections.next() ?? (shouldInspectAll ? inspections.next(true) : null));
      if (on !== null) await inspectOne(on, signal);
      else if (left === 0) return;
      await setImmediate();
      signal.throwIfAborted();
    }
  }

  async function inspectOne(on: PendingInspection, signal: AbortSignal): Promise<void> {
    const { client, kind, charges } = await services.clientFor(builtInProfileId);
    // Looking must never cost anything, nor show a photograph to anybody.
    if (kind !== 'built-in' || charges) throw new Error('The built-in engine is not what its profile leads to.');
    signal.throwIfAborted();
    try {
      const found = await inspectResult(on, { client, scratch, availability: store.availability }, signal);
      signal.throwIfAborted();
      if (found === 'gone') inspections.postpone(on.resultId);
      else inspections.put(on.resultId, inspectionVersion, found);
    } catch (fault) {
      // The engine is not to be broken by the same one all night.
      if (!signal.aborted) inspections.postpone(on.resultId);
      throw fault;
    }
  }

  return createBackgroundTask({
    ...{ changes: store.changes, clock, log, scratch },
    canRun: () => options.canRun() && choice() !== 'none' && !inspections.isNeeded(builtInProfileId),
    work: inspectAll,
    isAbout: ({ jobs, lists }) => jobs.size > 0 || lists.has('settings') || lists.has('originals'),
    failed: 'Results will not be inspected for a while.',
  });
}
