/** The buttons of a job in the inspector: the next action, two more, and a menu of all. */
import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type JobSummary, needsOtherRecipe } from '../../../../contract/jobs/job.ts';
import { request } from '../../../bridge.ts';
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
  const isMended = useSourceFixed(job);
  const advice = job.error?.advice;
  const needsFile = advice === 'replace-file' && !isMended;
  // Other advice is what a button below does.
  const hasAdvice = job.state === 'uncertain' || (advice !== 'retry' && advice !== 'replace-file');
  const isOffered = (action: JobAction) =>
    allows(job, action, isMended) && !(action === 'with' && hasAdvice && needsOtherRecipe(job));
  const shown = actions.filter(isOffered).slice(0, maxButtons);
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Group gap={6} flex={1}>
        {hasAdvice && <AdviceButton job={job} />}
        {needsFile && missingShareOf(job.sourcePath) === null && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void request('jobs.revealSource', { id: job.id })}
            data-testid="inspector-reveal"
          >
            {t('queue.actions.reveal')}
          </Button>
        )}
        {shown.map((action) => (
          <Button
            key={action}
            size="compact-sm"
            variant={action === 'review' ? 'filled' : 'default'}
            onClick={() => doWithJob(action, job, isMended)}
            data-testid={action === 'review' ? 'inspector-open' : `inspector-${action}`}
          >
            {action === 'review' ? t('queue.inspector.open') : t(`queue.actions.${action}`)}
          </Button>
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
