/** One row of the queue: the photograph, its recipe, its status, and the advised action. */
import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconHelpCircle, IconPlayerPause } from '@tabler/icons-react';
import { type MouseEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { isExcluded, type JobSummary } from '../../../../contract/jobs/job.ts';
import { Thumbnail } from '../../../components/picture/Thumbnail.tsx';
import { formatBytes } from '../../../locales/format.ts';
import { doWithJob } from '../jobCommands.ts';
import { AdviceButton } from './AdviceButton.tsx';
import { GridCell, GridRow } from './GridParts.tsx';
import classes from './JobList.module.css';
import { toneColors, useRowStatus } from './useRowStatus.ts';

export const rowId = (id: number) => `job-${id}`;

interface JobRowProps {
  readonly job: JobSummary;
  readonly index: number;
  /** Distance from the top of the list, px. */
  readonly top: number;
  readonly selected: boolean;
  readonly lead: boolean;
  readonly onClick: (event: MouseEvent, id: number, place: number) => void;
}

export const JobRow = memo(function JobRow({ job, index, top, selected, lead, onClick }: JobRowProps) {
  // Renders again if the language changes.
  useTranslation();
  const { id } = job;
  return (
    <GridRow
      id={rowId(id)}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      aria-rowindex={index + 1}
      aria-selected={selected}
      data-lead={lead || undefined}
      data-job={id}
      data-state={job.state}
      data-testid={`queue-row-${id}`}
      onClick={(event) => onClick(event, id, index)}
      onDoubleClick={() => doWithJob('review', job)}
    >
      <Thumbnail job={job} className={classes.thumb} side={44} />
      <GridCell style={{ minWidth: 0 }}>
        <div className="ellipsis" title={job.sourcePath}>
          {job.name}
        </div>
        <Text className="ellipsis" fz="xs" lh="16px" c="dimmed">
          {job.recipeName} · {formatBytes(job.bytes)}
        </Text>
      </GridCell>
      <GridCell className={classes.status}>
        <JobStatus job={job} />
        <AdviceButton job={job} />
      </GridCell>
    </GridRow>
  );
});

/** A row still being read. */
export const WaitingRow = ({ index, top }: { readonly index: number; readonly top: number }) => (
  <GridRow
    className={classes.row}
    style={{ transform: `translateY(${top}px)` }}
    aria-rowindex={index + 1}
    aria-busy
    data-waiting
  />
);

const icons = {
  stuck: IconAlertTriangle,
  done: IconCheck,
  failed: IconAlertTriangle,
  uncertain: IconHelpCircle,
} as const;

function JobStatus({ job }: { readonly job: JobSummary }) {
  const { tone, text, bar } = useRowStatus(job);
  const Icon = tone in icons ? icons[tone as keyof typeof icons] : job.held ? IconPlayerPause : null;
  const isLong = tone === 'failed' || tone === 'uncertain' || tone === 'stuck' || isExcluded(job);
  return (
    <Stack flex={1} gap={4} miw={0}>
      <Group gap={6} wrap="nowrap" miw={0} c={toneColors[tone]} data-testid={`queue-words-${job.id}`}>
        {Icon && (
          <Icon size={16} color={tone === 'done' ? 'var(--b-done)' : undefined} className={classes.icon} aria-hidden />
        )}
        <Text
          component="span"
          {...(isLong ? { lineClamp: 3, fz: 'xs', lh: '16px' } : { inherit: true, className: 'ellipsis numbers' })}
          title={text}
        >
          {text}
        </Text>
      </Group>
      {bar !== undefined && (
        <div
          className={classes.track}
          role="progressbar"
          aria-label={text}
          aria-valuenow={bar === null ? undefined : Math.round(bar * 100)}
        >
          <div
            className={classes.fill}
            data-indeterminate={bar === null || undefined}
            style={bar === null ? undefined : { width: `${bar * 100}%` }}
          />
        </div>
      )}
    </Stack>
  );
}
