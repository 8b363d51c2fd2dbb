/** The one right thing to offer beside a job: what its error advises, or the decision it waits for. */
import { Button, HoverCard, Text } from '@mantine/core';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { JobDecision as Word } from '../../../../contract/app/action-reports.ts';
import { type JobError, type JobSummary, needsOtherRecipe } from '../../../../contract/jobs/job.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import type { JobChoice } from '../../../../contract/review/list-queries.ts';
import { request } from '../../../bridge.ts';
import { currentData, useData } from '../../../state/data/store.ts';
import { everyJob } from '../../../state/queue/jobList.ts';
import { goTo } from '../../../state/window/navigation.ts';
import { decide, doWithJob } from '../jobCommands.ts';
import { useSourceFixed } from '../useSourceFixed.ts';
import classes from './JobList.module.css';
import { intakeProblem } from './rowStatus.ts';

type Advice = Exclude<JobError['advice'], 'none' | 'decide'>;

/** The recipe a job was made from, by name: the job keeps a copy of its own. */
function editRecipeOf(job: JobSummary): void {
  const recipe = currentData().recipes.find((each) => each.name === job.recipeName);
  goTo('recipes', recipe ? { recipeId: recipe.id } : null);
}

/** Trouble with a paid task or result is shown before anything has failed, because both are tried again for long. */
const offersAdvice = (job: JobSummary) =>
  job.state === 'failed' ||
  (job.state === 'waiting' && job.error?.advice === 'open-services') ||
  (job.state === 'queued' && intakeProblem(job) !== null) ||
  (job.state === 'placing' && job.error?.advice === 'choose-folder');

/** Asks for another folder, and goes on with it for every job that is held up, or failed, for the same reason. */
async function redirect(job: JobSummary): Promise<void> {
  const reply = await request('app.chooseFolder', { title: i18next.t('queue.advice.choose-folder'), start: null });
  if (!reply.ok || reply.value === null) return;
  const alike = { ...everyJob, batchId: job.batchId, advice: 'choose-folder' } as const;
  await request('jobs.redirect', { on: { query: alike, except: [] }, folder: reply.value.id });
}

const follow: Readonly<Record<Advice, (job: JobSummary) => void>> = {
  retry: (job) => doWithJob('retry', job),
  'replace-file': (job) => void request('jobs.revealSource', { id: job.id }),
  'edit-recipe': editRecipeOf,
  'open-services': () => goTo('services'),
  'choose-folder': (job) => void redirect(job),
};

export function AdviceButton({ job }: { job: JobSummary }) {
  const { t } = useTranslation();
  const isMended = useSourceFixed(job);
  if (job.state === 'uncertain')
    return (
      <Decision
        on={{ ids: [job.id] }}
        count={1}
        testId={String(job.id)}
        cause={job.error?.code}
        message={job.error ? formatMessage(job.error.message) : undefined}
      />
    );
  const advice = isMended ? 'retry' : job.error?.advice;
  if (!offersAdvice(job) || advice === undefined || advice === 'none' || advice === 'decide') return null;
  const button = (
    <Button
      size="compact-sm"
      variant="default"
      onClick={(event) => {
        event.stopPropagation();
        if (isMended) doWithJob('retry', job, true);
        else follow[advice](job);
      }}
      data-testid={`queue-advice-${job.id}`}
    >
      {t(`queue.advice.${advice}`)}
    </Button>
  );
  if (isMended || !needsOtherRecipe(job)) return button;
  return (
    <Button.Group>
      {button}
      <Button
        className={classes.second}
        size="compact-sm"
        variant="default"
        onClick={(event) => {
          event.stopPropagation();
          doWithJob('with', job);
        }}
        data-testid={`queue-with-${job.id}`}
      >
        {t('queue.actions.with')}
      </Button>
    </Button.Group>
  );
}

interface DecisionProps {
  readonly on: JobChoice;
  /** How many of them wait for it. */
  readonly count: number;
  readonly testId: string;
  /** What happened; absent where several things did. */
  readonly message?: string | undefined;
  /** Code of their error; absent if they have several. */
  readonly cause?: string | undefined;
}

const decisions = [
  { decision: 'ask-again', label: 'queue.decide.ask' },
  { decision: 'send-again', label: 'queue.decide.again' },
  { decision: 'give-up', label: 'queue.decide.giveUp' },
] as const;

/** The possible decisions as buttons, with the reason and the meaning of each. */
export function Decision({ on, count, testId, message, cause }: DecisionProps) {
  const { t } = useTranslation();
  const canAsk = useData(({ undecided }) =>
    undecided.some((group) => (group.askable ?? 0) > 0 && (cause === undefined || cause === group.cause)),
  );
  const choose = (decision: Word) => (event: { stopPropagation: () => void }) => {
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
              <Button
                key={decision}
                size="compact-sm"
                variant="default"
                onClick={choose(decision)}
                data-testid={`queue-${decision}-${testId}`}
              >
                {t(label)}
              </Button>
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
