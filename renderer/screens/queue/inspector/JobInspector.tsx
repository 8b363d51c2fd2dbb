/** One job in the inspector: picture, status, buttons, facts, results, steps, timeline and error details. */
import { Stack, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JobDetail } from '../../../../contract/app/app-snapshot.ts';
import type { JobSummary } from '../../../../contract/jobs/job.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { toLogText } from '../../../../contract/messages/message.ts';
import { requestQuietly } from '../../../bridge.ts';
import { Thumbnail } from '../../../components/picture/Thumbnail.tsx';
import { FactList } from '../../../components/status/FactList.tsx';
import { dayTime, formatBytes, pixels } from '../../../locales/format.ts';
import { formatAddedBy, formatFolder } from '../../../state/data/sharePaths.ts';
import { useData } from '../../../state/data/store.ts';
import { toneColors, useRowStatus } from '../list/useRowStatus.ts';
import classes from './Inspector.module.css';
import { JobActions } from './JobActions.tsx';
import { ErrorDetails, JobResults, JobSteps, JobTimeline } from './JobSections.tsx';

/** Returns the details of a job, or null until they are read. They are read again when the job changes. */
function useJobDetail(job: JobSummary): JobDetail | null {
  const [detail, setDetail] = useState<JobDetail | null>(null);
  const { id } = job;
  const version = [
    job.state,
    job.step,
    job.attempts,
    job.resultCount,
    job.held,
    job.error && toLogText(job.error.message),
  ].join('|');
  const read = useEffectEvent((jobId: number, _version: string) => {
    let isCurrent = true;
    void requestQuietly('jobs.detail', { id: jobId }).then((reply) => {
      if (isCurrent && reply.ok) setDetail(reply.value);
    });
    return () => {
      isCurrent = false;
    };
  });
  useEffect(() => read(id, version), [id, version]);
  return detail?.job.id === id ? detail : null;
}

export function JobInspector({ job }: { readonly job: JobSummary }) {
  const { t } = useTranslation();
  const detail = useJobDetail(job);
  const status = useRowStatus(job);
  const profile = useData((data) => data.profiles.find((each) => each.id === job.profileId));
  const addedBy = useData((data) => data.batches.find(({ id }) => id === job.batchId)?.addedBy);
  const facts = [
    [
      t('queue.inspector.size'),
      [...(job.width > 0 ? [pixels(job.width, job.height)] : []), formatBytes(job.bytes)].join(' · '),
    ],
    [t('queue.recipe'), job.recipeName],
    [t('queue.inspector.service'), profile?.name],
    [t('queue.inspector.folder'), formatFolder(job.sourcePath)],
    [t('queue.inspector.output'), detail?.outputFolder],
    [t('queue.inspector.added'), dayTime(job.createdAt)],
    [t('studio.addedBy'), addedBy ? formatAddedBy(addedBy) : null],
    [t('queue.inspector.attempts'), job.attempts > 1 ? String(job.attempts) : null],
  ] as const;
  return (
    <Stack p={16}>
      <Thumbnail job={job} side={288} className={classes.picture} />
      <div className="selectable" style={{ overflowWrap: 'anywhere' }}>
        <Text component="h2" fz="md" fw={700} lh="inherit" data-testid="inspector-name">
          {job.name}
        </Text>
        <Text
          inherit
          mt={4}
          c={status.tone === 'running' ? 'dimmed' : toneColors[status.tone]}
          data-testid="inspector-words"
        >
          {job.state === 'uncertain' && job.error ? formatMessage(job.error.message) : status.text}
        </Text>
        {job.state === 'uncertain' && (
          <Text inherit mt={4} c="dimmed">
            {t('queue.decide.means')}
          </Text>
        )}
      </div>
      <JobActions job={job} />
      <FactList facts={facts} />
      {detail && (
        <>
          <JobResults results={detail.results} />
          <JobSteps detail={detail} />
          <JobTimeline events={detail.events} shownMessage={job.error?.message ?? null} />
        </>
      )}
      <ErrorDetails job={job} steps={detail?.steps ?? []} />
    </Stack>
  );
}
