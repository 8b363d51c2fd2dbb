/** The list of jobs: only the rows in view exist, so three hundred thousand cost no more than twenty. */
import { Button, Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommandTarget } from '../../../commands/commandTargets.ts';
import { EmptyState } from '../../../components/Screen.tsx';
import { useOnChange } from '../../../components/useOnChange.ts';
import { selectIn } from '../../../state/lists/selectInList.ts';
import { isSelected, selectOne } from '../../../state/lists/selection.ts';
import { jobList } from '../../../state/queue/jobList.ts';
import { setSelection, showAll, useQueueUi } from '../../../state/queue/queueUi.ts';
import { GridBody } from './GridParts.tsx';
import classes from './JobList.module.css';
import { JobMenu } from './JobMenu.tsx';
import { JobRow, rowId, WaitingRow } from './JobRow.tsx';
import { listKey } from './listKeys.ts';

const rowHeight = 56;

export function JobList() {
  const { t } = useTranslation();
  const phase = jobList.use((list) => list.phase);
  const count = jobList.use((list) => list.count);
  const isFiltered = useQueueUi(({ filter, text, batchId }) => filter !== 'all' || text !== '' || batchId !== null);
  // Without a filter, an empty list lags behind the counts.
  if (phase === 'loading' || (phase === 'ready' && count === 0 && !isFiltered))
    return <EmptyState icon={<Loader size="sm" color="gray" />} text={t('queue.loading')} />;
  if (phase === 'failed') return <EmptyState text={t('queue.failed')} testId="queue-failed" />;
  if (count === 0) {
    return (
      <EmptyState text={t('queue.nothingShown')} testId="queue-nothing">
        <Button variant="default" onClick={showAll} data-testid="queue-show-all">
          {t('queue.showAll')}
        </Button>
      </EmptyState>
    );
  }
  return <Rows count={count} />;
}

function Rows({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const selection = useQueueUi((ui) => ui.selection);
  const rows = jobList.use((list) => list.rows);
  const query = jobList.use((list) => list.query);
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? 0) + 1];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that was read anew has other rows missing
  useEffect(() => jobList.see(from, to), [from, to, rows]);
  // Another list begins at its top.
  useOnChange(() => virtual.scrollToOffset(0), query);

  useCommandTarget('list', () => scroller.current?.focus());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 1);
    if (!listKey(event, page, (place) => virtual.scrollToIndex(place))) return;
    event.preventDefault();
  };
  // The same for each frame of a scroll, so that rows that stay are not made anew.
  const onRowClick = useCallback(async (event: MouseEvent, id: number, place: number) => {
    const keys = { extends: event.shiftKey, adds: event.ctrlKey || event.metaKey };
    setSelection(await selectIn(jobList, useQueueUi.getState().selection, { id, place }, keys));
  }, []);
  /** A click with the right button on a row that is not selected selects it first. */
  const onContextMenu = (event: MouseEvent) => {
    const row = (event.target as Element).closest('[data-job]');
    const [id, place] = [Number(row?.getAttribute('data-job')), Number(row?.getAttribute('aria-rowindex')) - 1];
    if (id && !isSelected(useQueueUi.getState().selection, id)) setSelection(selectOne({ id, place }));
  };

  return (
    <JobMenu>
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a table */}
      <div
        ref={scroller}
        className={classes.list}
        role="grid"
        aria-label={t('queue.list')}
        aria-multiselectable
        aria-rowcount={count}
        // Only while its row is there.
        aria-activedescendant={
          selection.lead !== null && items.some(({ index }) => rows.get(index)?.id === selection.lead?.id)
            ? rowId(selection.lead.id)
            : undefined
        }
        tabIndex={0}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        data-testid="queue-list"
      >
        <GridBody className={classes.inner} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const job = rows.get(index);
            return job === undefined ? (
              <WaitingRow key={`place-${index}`} index={index} top={start} />
            ) : (
              <JobRow
                key={job.id}
                job={job}
                index={index}
                top={start}
                selected={isSelected(selection, job.id)}
                lead={selection.lead?.id === job.id}
                onClick={onRowClick}
              />
            );
          })}
        </GridBody>
      </div>
    </JobMenu>
  );
}
