/** One row: the photograph, its recipe, where it is in words, and the one thing to do about it. */
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
import { useRowStatus } from './useRowStatus.ts';

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
  // Drawn again in another language.
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
      <GridCell className={classes.name}>
        <div className="ellipsis" title={job.sourcePath}>
          {job.name}
        </div>
        <div className={`${classes.sub} ellipsis`}>
          {job.recipeName} · {formatBytes(job.bytes)}
        </div>
      </GridCell>
      <GridCell className={classes.right}>
        <Place job={job} />
        <AdviceButton job={job} />
      </GridCell>
    </GridRow>
  );
});

/** The place of a row that is being read. */
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

function Place({ job }: { job: JobSummary }) {
  const words = useRowStatus(job);
  const Icon = words.mood in icons ? icons[words.mood as keyof typeof icons] : job.held ? IconPlayerPause : null;
  const long = words.mood === 'failed' || words.mood === 'uncertain' || words.mood === 'stuck' || isExcluded(job);
  return (
    <div className={classes.place}>
      <div className={classes.words} data-mood={words.mood} data-testid={`queue-words-${job.id}`}>
        {Icon && <Icon size={16} aria-hidden />}
        <span className={long ? classes.clamp : 'ellipsis numbers'} title={words.text}>
          {words.text}
        </span>
      </div>
      {words.bar !== undefined && (
        <div
          className={classes.track}
          role="progressbar"
          aria-label={words.text}
          aria-valuenow={words.bar === null ? undefined : Math.round(words.bar * 100)}
        >
          <div
            className={classes.fill}
            data-open={words.bar === null || undefined}
            style={words.bar === null ? undefined : { width: `${words.bar * 100}%` }}
          />
        </div>
      )}
    </div>
  );
}
