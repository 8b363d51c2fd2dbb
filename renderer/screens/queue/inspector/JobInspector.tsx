/** One job in the inspector: picture, words, buttons, facts, steps, results, timeline, details. */
import { useTranslation } from 'react-i18next';
import type { JobSummary } from '../../../../contract/jobs/job.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { FactList } from '../../../components/FactList.tsx';
import { Thumbnail } from '../../../components/Thumbnail.tsx';
import { dayTime, formatBytes, pixels } from '../../../locales/format.ts';
import { formatAddedBy, formatFolder } from '../../../state/data/sharePaths.ts';
import { useData } from '../../../state/data/store.ts';
import { useRowStatus } from '../list/useRowStatus.ts';
import { ErrorDetails } from './ErrorDetails.tsx';
import classes from './Inspector.module.css';
import { JobActions } from './JobActions.tsx';
import { JobResults, JobSteps, JobTimeline } from './JobSections.tsx';
import { useJobDetail } from './useJobDetail.ts';

export function JobInspector({ job }: { job: JobSummary }) {
  const { t } = useTranslation();
  const detail = useJobDetail(job);
  const words = useRowStatus(job);
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
    <div className={classes.content}>
      <Thumbnail job={job} side={288} className={classes.picture} />
      <div>
        <h2 className={classes.title} data-testid="inspector-name">
          {job.name}
        </h2>
        <p className={classes.message} data-mood={words.mood} data-testid="inspector-words">
          {job.state === 'uncertain' && job.error ? formatMessage(job.error.message) : words.text}
        </p>
        {job.state === 'uncertain' && <p className={classes.message}>{t('queue.decide.means')}</p>}
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
    </div>
  );
}
