/** Buttons of a job in the inspector: the advised action, up to three others, and the menu of all. */
import { ActionIcon, Group, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type JobSummary, needsOtherRecipe } from '../../../../contract/jobs/job.ts';
import { request } from '../../../bridge.ts';
import { CompactButton } from '../../../components/CompactButton.ts';
import { missingShareOf } from '../../../state/data/sharePaths.ts';
import { allows, type JobAction } from '../jobActions.ts';
import { doWithJob } from '../jobCommands.ts';
import { AdviceButton } from '../list/AdviceButton.tsx';
import { JobMenuItems } from '../list/JobMenu.tsx';
import { useSourceFixed } from '../useSourceFixed.ts';

const actions = ['review', 'retry', 'again', 'with', 'hold', 'resume', 'cancel'] as const satisfies JobAction[];
const maxButtons = 3;

export function JobActions({ job }: { readonly job: JobSummary }) {
  const { t } = useTranslation();
  const isSourceFixed = useSourceFixed(job);
  const advice = job.error?.advice;
  const needsFile = advice === 'replace-file' && !isSourceFixed;
  // All other advice has a button in `shown`.
  const hasAdvice = job.state === 'uncertain' || (advice !== 'retry' && advice !== 'replace-file');
  const isOffered = (action: JobAction) =>
    allows(job, action, isSourceFixed) && !(action === 'with' && hasAdvice && needsOtherRecipe(job));
  const shown = actions.filter(isOffered).slice(0, maxButtons);
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Group gap={6} flex={1}>
        {hasAdvice && <AdviceButton job={job} />}
        {needsFile && missingShareOf(job.sourcePath) === null && (
          <CompactButton
            onClick={() => void request('jobs.revealSource', { id: job.id })}
            data-testid="inspector-reveal"
          >
            {t('queue.actions.reveal')}
          </CompactButton>
        )}
        {shown.map((action) => (
          <CompactButton
            key={action}
            variant={action === 'review' ? 'filled' : 'default'}
            onClick={() => doWithJob(action, job, isSourceFixed)}
            data-testid={action === 'review' ? 'inspector-open' : `inspector-${action}`}
          >
            {action === 'review' ? t('queue.inspector.open') : t(`queue.actions.${action}`)}
          </CompactButton>
        ))}
      </Group>
      <Menu position="bottom-end" width={260} withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={t('review.moreActions')} data-testid="inspector-more">
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown data-testid="inspector-menu">
          <JobMenuItems />
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
