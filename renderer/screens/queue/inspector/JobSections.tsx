/** Sections of the inspector: results, steps, timeline, and details of an error. */
import { Box, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { JobDetail } from '../../../../contract/app/app-snapshot.ts';
import type { JobEvent, JobSummary, StepRun } from '../../../../contract/jobs/job.ts';
import type { ResultView } from '../../../../contract/jobs/result.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { isSameMessage, type Message } from '../../../../contract/messages/message.ts';
import { CopyButton } from '../../../components/actions/CopyButton.tsx';
import { FactList } from '../../../components/status/FactList.tsx';
import { ResultFile } from '../../../components/status/ResultFile.tsx';
import { describeParams } from '../../../forms/describeParams.ts';
import { clockTime, dayTime, pixels } from '../../../locales/format.ts';
import { localizedOperation } from '../../../locales/localizedOperation.ts';
import classes from './Inspector.module.css';

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Text component="h3" fz="xs" fw={600} lh="inherit" mb={6}>
        {title}
      </Text>
      {children}
    </section>
  );
}

export function JobResults({ results }: { readonly results: readonly ResultView[] }) {
  const { t } = useTranslation();
  if (results.length === 0) return null;
  return (
    <Section title={t('queue.inspector.results')}>
      <Stack gap={4} fz="xs">
        {results.flatMap((result) => [
          result.path === null ? (
            <span key={result.id} className="ellipsis">
              {t('queue.inspector.findings')}
            </span>
          ) : (
            <ResultFile key={result.id} path={result.path} present={result.present} target={{ id: result.id }} />
          ),
          ...(result.further ?? []).map(({ output, path, present }) => (
            <ResultFile
              key={`${result.id} ${output}`}
              path={path}
              present={present}
              target={{ id: result.id, output }}
            />
          )),
        ])}
      </Stack>
    </Section>
  );
}

const Line = Text.withProps({ inherit: true, c: 'dimmed' });

export function JobSteps({ detail }: { readonly detail: JobDetail }) {
  const { t } = useTranslation();
  return (
    <Section title={t('queue.inspector.steps')}>
      <Stack gap={8} fz="xs" lh="16px">
        {detail.recipe.steps.map((step, index) => {
          const spec = localizedOperation(step.operation);
          const run = detail.steps.findLast((each) => each.step === index);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the recipe
            <div key={index}>
              {t('queue.inspector.step', { n: index + 1, title: spec.title })}
              <Line>{describeParams(spec, step.params) || t('queue.inspector.defaults')}</Line>
              {run?.fitted
                .map((each) => formatMessage(each))
                .map((line) => (
                  <Line key={line}>{line}</Line>
                ))}
              {run?.uploadWidth != null && run.uploadHeight != null && (
                <Line>{t('queue.inspector.uploaded', { size: pixels(run.uploadWidth, run.uploadHeight) })}</Line>
              )}
            </div>
          );
        })}
      </Stack>
    </Section>
  );
}

interface JobTimelineProps {
  readonly events: readonly JobEvent[];
  /** Shown at the top of the inspector, and not repeated as the last event. */
  readonly shownMessage: Message | null;
}

export function JobTimeline({ events: all, shownMessage }: JobTimelineProps) {
  const { t } = useTranslation();
  const events = isSameMessage(all.at(-1)?.text, shownMessage) ? all.slice(0, -1) : all;
  if (events.length === 0) return null;
  return (
    <Section title={t('queue.inspector.timeline')}>
      <ol className={classes.timeline} data-testid="inspector-timeline">
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the timeline only grows at its end
          <li key={index}>
            <Text
              component="time"
              inherit
              className="numbers"
              c="dimmed"
              dateTime={new Date(event.at).toISOString()}
              title={dayTime(event.at)}
            >
              {clockTime(event.at)}
            </Text>
            <Text component="span" inherit c={event.kind === 'error' ? 'var(--b-failed)' : undefined}>
              {formatMessage(event.text)}
            </Text>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** Codes and ids for a support request, collapsed, with a button that copies them. */
export function ErrorDetails({ job, steps }: { readonly job: JobSummary; readonly steps: readonly StepRun[] }) {
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
    <details data-testid="inspector-details">
      <Text component="summary" fz="xs" lh="inherit" c="dimmed" style={{ cursor: 'pointer' }}>
        {t('actions.details')}
      </Text>
      <Box mt={8}>
        <FactList facts={lines} />
        <CopyButton
          text={lines.map(([label, value]) => `${label}: ${value}`).join('\n')}
          label={t('queue.inspector.copyDetails')}
        />
      </Box>
    </details>
  );
}
