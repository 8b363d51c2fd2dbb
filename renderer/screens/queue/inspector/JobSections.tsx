/** Parts of the inspector: results, steps with what was fitted, and the timeline. */
import { useTranslation } from 'react-i18next';
import type { JobDetail } from '../../../../contract/app/app-snapshot.ts';
import type { JobEvent } from '../../../../contract/jobs/job.ts';
import type { ResultView } from '../../../../contract/jobs/result.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { isSameMessage, type Message } from '../../../../contract/messages/message.ts';
import { ResultFile } from '../../../components/status/ResultFile.tsx';
import { describeParams } from '../../../forms/describeParams.ts';
import { clockTime, dayTime, pixels } from '../../../locales/format.ts';
import { localizedOperation } from '../../../locales/localizedOperation.ts';
import classes from './Inspector.module.css';

export function JobResults({ results }: { results: readonly ResultView[] }) {
  const { t } = useTranslation();
  if (results.length === 0) return null;
  return (
    <section className={classes.section} aria-label={t('queue.inspector.results')}>
      <h3>{t('queue.inspector.results')}</h3>
      <div className={classes.results}>
        {results.flatMap((result) => [
          result.path === null ? (
            <div key={result.id} className={classes.result}>
              <span className="ellipsis">{t('queue.inspector.findings')}</span>
            </div>
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
      </div>
    </section>
  );
}

export function JobSteps({ detail }: { detail: JobDetail }) {
  const { t } = useTranslation();
  return (
    <section className={classes.section} aria-label={t('queue.inspector.steps')}>
      <h3>{t('queue.inspector.steps')}</h3>
      <div className={classes.steps}>
        {detail.recipe.steps.map((step, index) => {
          const spec = localizedOperation(step.operation);
          const run = detail.steps.findLast((each) => each.step === index);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the recipe
            <div key={index}>
              {t('queue.inspector.step', { n: index + 1, title: spec.title })}
              <p>{describeParams(spec, step.params) || t('queue.inspector.defaults')}</p>
              {run?.fitted
                .map((each) => formatMessage(each))
                .map((line) => (
                  <p key={line}>{line}</p>
                ))}
              {run?.uploadWidth != null && run.uploadHeight != null && (
                <p>{t('queue.inspector.uploaded', { size: pixels(run.uploadWidth, run.uploadHeight) })}</p>
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}

interface JobTimelineProps {
  readonly events: readonly JobEvent[];
  /** What the inspector says above: not said again as the last line. */
  readonly shownMessage: Message | null;
}

export function JobTimeline({ events: all, shownMessage }: JobTimelineProps) {
  const { t } = useTranslation();
  const events = isSameMessage(all.at(-1)?.text, shownMessage) ? all.slice(0, -1) : all;
  if (events.length === 0) return null;
  return (
    <section className={classes.section} aria-label={t('queue.inspector.timeline')}>
      <h3>{t('queue.inspector.timeline')}</h3>
      <ol className={classes.lines} data-testid="inspector-timeline">
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the timeline only grows at its end
          <li key={index} data-kind={event.kind}>
            <time className="numbers" dateTime={new Date(event.at).toISOString()} title={dayTime(event.at)}>
              {clockTime(event.at)}
            </time>
            <span>{formatMessage(event.text)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
