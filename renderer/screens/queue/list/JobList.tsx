/** The list of jobs. Only rows in view are rendered, so that 300,000 jobs cost no more than 20. */
import { Button, Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommandTarget } from '../../../commands/commandTargets.ts';
import { EmptyState } from '../../../components/Screen.tsx';
import { useOnChange } from '../../../components/useOnChange.ts';
import { selectIn } from '../../../state/lists/selectInList.ts';
import { isSelected, selectOne, stepFrom } from '../../../state/lists/selection.ts';
import { useRowsInView } from '../../../state/lists/useRowsInView.ts';
import { jobList } from '../../../state/queue/jobList.ts';
import { setSelection, showAll, useQueueUi } from '../../../state/queue/queueUi.ts';
import { GridBody } from './GridParts.tsx';
import classes from './JobList.module.css';
import { JobMenu } from './JobMenu.tsx';
import { JobRow, rowId, WaitingRow } from './JobRow.tsx';

const rowHeight = 56;

export function JobList() {
  const { t } = useTranslation();
  const phase = jobList.use((list) => list.phase);
  const count = jobList.use((list) => list.count);
  const isFiltered = useQueueUi(({ filter, text, batchId }) => filter !== 'all' || text !== '' || batchId !== null);
  // An unfiltered list that is empty lags behind the counts, which are not zero here.
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
  const query = jobList.use((list) => list.query);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? 0) + 1];
  const rows = useRowsInView(jobList, from, to);
  useOnChange(() => virtualizer.scrollToOffset(0), query);

  useCommandTarget('list', () => scroller.current?.focus());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 1);
    const delta = rowsMovedBy(event.key, page);
    if (delta === null) return;
    event.preventDefault();
    void moveSelection(delta, event.shiftKey, (place) => virtualizer.scrollToIndex(place));
  };
  // Stable, so that scrolling does not render memoized rows again.
  const onRowClick = useCallback(async (event: MouseEvent, id: number, place: number) => {
    const keys = { extends: event.shiftKey, adds: event.ctrlKey || event.metaKey };
    setSelection(await selectIn(jobList, useQueueUi.getState().selection, { id, place }, keys));
  }, []);
  /** Selects the row under a right click, unless it is already selected. */
  const onContextMenu = (event: MouseEvent) => {
    const row = (event.target as Element).closest('[data-job]');
    const [id, place] = [Number(row?.getAttribute('data-job')), Number(row?.getAttribute('aria-rowindex')) - 1];
    if (id && !isSelected(useQueueUi.getState().selection, id)) setSelection(selectOne({ id, place }));
  };

  return (
    <JobMenu>
      {/* biome-ignore lint/a11y/useSemanticElements: the list is virtual, so it cannot be a table */}
      <div
        ref={scroller}
        className={classes.list}
        role="grid"
        aria-label={t('queue.list')}
        aria-multiselectable
        aria-rowcount={count}
        // Must name an element that exists.
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
        <GridBody style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
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

/** Returns by how many rows a key moves the selection, or null if it does not. @param page rows in view */
function rowsMovedBy(key: string, page: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return 1;
    case 'ArrowUp':
      return -1;
    case 'PageDown':
      return page;
    case 'PageUp':
      return -page;
    case 'Home':
      return Number.NEGATIVE_INFINITY;
    case 'End':
      return Number.POSITIVE_INFINITY;
    default:
      return null;
  }
}

/** Moves the active row, which may have to be read first. */
async function moveSelection(delta: number, shouldExtend: boolean, scrollTo: (place: number) => void): Promise<void> {
  await jobList.counted();
  const before = useQueueUi.getState().selection;
  const place = stepFrom(before, delta, jobList.now().count);
  if (place === null) return;
  scrollTo(place);
  const id = await jobList.idAt(place);
  if (id === null) return;
  const { selection } = useQueueUi.getState();
  setSelection(await selectIn(jobList, selection, { id, place }, { extends: shouldExtend, adds: false }));
}
