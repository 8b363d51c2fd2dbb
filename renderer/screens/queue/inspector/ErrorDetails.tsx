/** Codes and ids for a support request, folded away and copyable. */
import { useTranslation } from 'react-i18next';
import type { JobSummary, StepRun } from '../../../../contract/jobs/job.ts';
import { CopyButton } from '../../../components/actions/CopyButton.tsx';
import { FactList } from '../../../components/status/FactList.tsx';
import classes from './Inspector.module.css';

export function ErrorDetails({ job, steps }: { job: JobSummary; steps: readonly StepRun[] }) {
  const { t } = useTranslation();
  const run = steps.at(-1);
  const lines = [
    [t('queue.inspector.code'), job.error?.code],
    [t('queue.inspector.request'), job.error?.requestId ?? run?.requestId],
    [t('queue.inspector.log'), job.error?.logId ?? run?.logId],
    [t('queue.inspector.task'), run?.taskId],
  ].filter((line): line is [string, string] => typeof line[1] === 'string' && line[1] !== '');
  if (lines.length === 0) return null;
  return (
    <details className={classes.details} data-testid="inspector-details">
      <summary>{t('actions.details')}</summary>
      <FactList facts={lines} />
      <CopyButton
        text={lines.map(([label, value]) => `${label}: ${value}`).join('\n')}
        label={t('queue.inspector.copyDetails')}
      />
    </details>
  );
}
