import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { JobSummary } from '../../../../contract/jobs/job.ts';
import { missingPrice } from '../../../../contract/services/costs.ts';
import { canCharge } from '../../../../contract/services/profile.ts';
import { serviceStatus } from '../../../../contract/services/service-status.ts';
import { useData } from '../../../state/data/store.ts';
import { type RowStatus, type RowTone, rowStatus } from './rowStatus.ts';

export const toneColors: Readonly<Record<RowTone, string>> = {
  quiet: 'dimmed',
  running: 'var(--b-text)',
  stuck: 'var(--b-uncertain)',
  done: 'dimmed',
  failed: 'var(--b-failed)',
  uncertain: 'var(--b-uncertain)',
};

/** Returns the current status of a job, which includes that of its service, its batch and the queue. */
export function useRowStatus(job: JobSummary): RowStatus {
  const { t } = useTranslation();
  const status = useData((data) => data.profileStatus.find((each) => each.id === job.profileId));
  const isPaused = useData(
    ({ settings, power, batches }) =>
      settings.paused || power.pausedOnBattery || batches.some(({ id, held }) => held && id === job.batchId),
  );
  const missing = useData(({ profiles, batches }) => {
    const profile = job.unlisted && profiles.find(({ id }) => id === job.profileId);
    if (!job.unlisted || !profile || !canCharge(profile)) return null;
    const isBatchLimited = batches.some(({ id, maxCredits = null }) => id === job.batchId && maxCredits !== null);
    return missingPrice(job.unlisted, profile.costs, isBatchLimited);
  });
  const isHeldBack = job.state === 'preparing' && status?.condition !== 'ready';
  const isTicking = isHeldBack || job.runAfter > Date.now() || job.progress?.activity === 'at-service';
  return rowStatus(job, useNow(isTicking), t, status && serviceStatus(status), isPaused, missing);
}

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

/** Subscribes to the clock of all rows, which ticks each second while a row counts. */
function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const subscribeToNothing = () => () => undefined;

/** Returns the time in ms since 1970, updated each second if `isTicking`. */
function useNow(isTicking: boolean): number {
  return useSyncExternalStore(isTicking ? subscribeToClock : subscribeToNothing, () => now);
}
