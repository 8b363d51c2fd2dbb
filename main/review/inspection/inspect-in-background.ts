/**
 * Inspects results in the background, the newest first: those of services that charge, or all by choice. It runs on the
 * built-in engine, even while another service processes a batch.
 */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { builtInProfileId, canCharge } from '../../../contract/services/profile.ts';
import type { Services } from '../../service/services.ts';
import type { PendingInspection, Store } from '../../store/index.ts';
import { type BackgroundTask, type BackgroundWork, createBackgroundTask } from '../background/background-work.ts';
import { builtInClient } from '../background/built-in-client.ts';
import { inspectionVersion, inspectResult } from './inspect-result.ts';

export interface InspectionOptions extends Pick<BackgroundWork, 'clock' | 'log'> {
  readonly store: Store;
  readonly services: Pick<Services, 'clientFor'>;
  /** Whether power and process permit it. */
  readonly canRun: () => boolean;
}

export function inspectInBackground({ store, services, clock, log, canRun }: InspectionOptions): BackgroundTask {
  const scratch = join(store.workFolder, 'looking');
  const { inspections } = store;
  const setting = () => store.settings.read().lookAtResults;
  const chargingProfiles = () => store.profiles.list().flatMap((profile) => (canCharge(profile) ? profile.id : []));

  async function inspectAll(signal: AbortSignal): Promise<void> {
    inspections.renew(inspectionVersion);
    for (;;) {
      const shouldInspectAll = setting() === 'all';
      const skippedCount = shouldInspectAll ? 0 : inspections.skipOthers(chargingProfiles());
      // Any outcome of an inspection removes the result from the list.
      const next = skippedCount > 0 ? null : (inspections.next() ?? (shouldInspectAll ? inspections.next(true) : null));
      if (next !== null) await inspectOne(next, signal);
      else if (skippedCount === 0) return;
      await setImmediate();
      signal.throwIfAborted();
    }
  }

  async function inspectOne(pending: PendingInspection, signal: AbortSignal): Promise<void> {
    const client = await builtInClient(services);
    signal.throwIfAborted();
    try {
      const flaws = await inspectResult(pending, { client, scratch, availability: store.availability }, signal);
      signal.throwIfAborted();
      if (flaws === 'gone') inspections.postpone(pending.resultId);
      else inspections.put(pending.resultId, inspectionVersion, flaws);
    } catch (error) {
      // It may crash the engine again.
      if (!signal.aborted) inspections.postpone(pending.resultId);
      throw error;
    }
  }

  return createBackgroundTask({
    changes: store.changes,
    clock,
    log,
    scratch,
    canRun: () => canRun() && setting() !== 'none' && !inspections.isNeeded(builtInProfileId),
    work: inspectAll,
    isAbout: ({ jobs, lists }) => jobs.size > 0 || lists.has('settings') || lists.has('originals'),
    errorText: 'Results will not be inspected for a while.',
  });
}
