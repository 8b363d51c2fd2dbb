/** The words of a job as they are now: with what its service says, and whether the queue or its batch stands still. */
import { useTranslation } from 'react-i18next';
import type { JobSummary } from '../../../../contract/jobs/job.ts';
import { missingPrice } from '../../../../contract/services/costs.ts';
import { canCharge } from '../../../../contract/services/profile.ts';
import { serviceStatus } from '../../../../contract/services/service-status.ts';
import { useData } from '../../../state/data/store.ts';
import { useNow } from '../clock.ts';
import { type RowStatus, rowStatus } from './rowStatus.ts';

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
  const counting = isHeldBack || job.runAfter > Date.now() || job.progress?.activity === 'at-service';
  return rowStatus(job, useNow(counting), t, status && serviceStatus(status), isPaused, missing);
}
