/** The next action for a job: the advice of its error, or the decision it waits for. */
import { Button, HoverCard, Text } from '@mantine/core';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { JobDecision } from '../../../../contract/app/action-reports.ts';
import { type JobError, type JobSummary, needsOtherRecipe } from '../../../../contract/jobs/job.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import type { JobChoice } from '../../../../contract/review/list-queries.ts';
import { request } from '../../../bridge.ts';
import { CompactButton } from '../../../components/CompactButton.ts';
import { currentData, useData } from '../../../state/data/store.ts';
import { everyJob } from '../../../state/queue/jobList.ts';
import { goTo } from '../../../state/window/navigation.ts';
import { decide, doWithJob } from '../jobCommands.ts';
import { useSourceFixed } from '../useSourceFixed.ts';
import classes from './JobList.module.css';
import { intakeProblem } from './rowStatus.ts';

type Advice = Exclude<JobError['advice'], 'none' | 'decide'>;

/** Opens the recipe with the name of the job's copy. */
function editRecipeOf(job: JobSummary): void {
  const recipe = currentData().recipes.find((each) => each.name === job.recipeName);
  goTo('recipes', recipe ? { recipeId: recipe.id } : null);
}

/** Whether advice is offered. Paid tasks and results have it before the job fails, because their retries take long. */
const offersAdvice = (job: JobSummary) =>
  job.state === 'failed' ||
  (job.state === 'waiting' && job.error?.advice === 'open-services') ||
  (job.state === 'queued' && intakeProblem(job) !== null) ||
  (job.state === 'placing' && job.error?.advice === 'choose-folder');

/** Lets the user choose another folder for all jobs of the batch that wait or failed for the same reason. */
async function chooseOtherFolder(job: JobSummary): Promise<void> {
  const reply = await request('app.chooseFolder', { title: i18next.t('queue.advice.choose-folder'), start: null });
  if (!reply.ok || reply.value === null) return;
  const query = { ...everyJob, batchId: job.batchId, advice: 'choose-folder' } as const;
  await request('jobs.redirect', { on: { query, except: [] }, folder: reply.value.id });
}

const followAdvice: Readonly<Record<Advice, (job: JobSummary) => void>> = {
  retry: (job) => doWithJob('retry', job),
  'replace-file': (job) => void request('jobs.revealSource', { id: job.id }),
  'edit-recipe': editRecipeOf,
  'open-services': () => goTo('services'),
  'choose-folder': (job) => void chooseOtherFolder(job),
};

export function AdviceButton({ job }: { job: JobSummary }) {
  const { t } = useTranslation();
  const isSourceFixed = useSourceFixed(job);
  if (job.state === 'uncertain')
    return (
      <DecisionButtons
        on={{ ids: [job.id] }}
        count={1}
        testId={String(job.id)}
        cause={job.error?.code}
        message={job.error ? formatMessage(job.error.message) : undefined}
      />
    );
  const advice = isSourceFixed ? 'retry' : job.error?.advice;
  if (!offersAdvice(job) || advice === undefined || advice === 'none' || advice === 'decide') return null;
  const button = (
    <CompactButton
      onClick={(event) => {
        event.stopPropagation();
        if (isSourceFixed) doWithJob('retry', job, true);
        else followAdvice[advice](job);
      }}
      data-testid={`queue-advice-${job.id}`}
    >
      {t(`queue.advice.${advice}`)}
    </CompactButton>
  );
  if (isSourceFixed || !needsOtherRecipe(job)) return button;
  return (
    <Button.Group>
      {button}
      <CompactButton
        className={classes.second}
        onClick={(event) => {
          event.stopPropagation();
          doWithJob('with', job);
        }}
        data-testid={`queue-with-${job.id}`}
      >
        {t('queue.actions.with')}
      </CompactButton>
    </Button.Group>
  );
}

interface DecisionButtonsProps {
  readonly on: JobChoice;
  readonly count: number;
  readonly testId: string;
  /** Error of the jobs; absent if they differ. */
  readonly message?: string | undefined;
  /** Code of the error; absent if they differ. */
  readonly cause?: string | undefined;
}

const decisions = [
  { decision: 'ask-again', label: 'queue.decide.ask' },
  { decision: 'send-again', label: 'queue.decide.again' },
  { decision: 'give-up', label: 'queue.decide.giveUp' },
] as const;

/** Buttons for the possible decisions, with a card that explains them. */
export function DecisionButtons({ on, count, testId, message, cause }: DecisionButtonsProps) {
  const { t } = useTranslation();
  const canAsk = useData(({ undecided }) =>
    undecided.some((group) => (group.askable ?? 0) > 0 && (cause === undefined || cause === group.cause)),
  );
  const choose = (decision: JobDecision) => (event: { stopPropagation: () => void }) => {
    event.stopPropagation();
    decide(on, count, decision);
  };
  return (
    <HoverCard width={320} openDelay={300} position="bottom-end" withinPortal>
      <HoverCard.Target>
        <Button.Group>
          {decisions
            .filter(({ decision }) => canAsk || decision !== 'ask-again')
            .map(({ decision, label }) => (
              <CompactButton key={decision} onClick={choose(decision)} data-testid={`queue-${decision}-${testId}`}>
                {t(label)}
              </CompactButton>
            ))}
        </Button.Group>
      </HoverCard.Target>
      <HoverCard.Dropdown>
        <Text size="sm" fw={600}>
          {t('queue.decide.title')}
        </Text>
        {message && <Text size="sm">{message}</Text>}
        <Text size="sm" c="dimmed">
          {canAsk ? t('queue.decide.askMeans') : ''} {t('queue.decide.means')}
        </Text>
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
