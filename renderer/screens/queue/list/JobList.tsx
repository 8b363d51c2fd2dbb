/** The list of jobs: only the rows in view exist, so ten thousand cost no more than twenty. */
import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Centre } from '../../../components/Screen.tsx';
import { setSelection, showAll, useQueueUi } from '../../../state/queueUi.ts';
import { clicked, pruned } from '../../../state/selection.ts';
import { currentData, useData } from '../../../state/store.ts';
import { GridBody } from './GridParts.tsx';
import classes from './JobList.module.css';
import { JobMenu } from './JobMenu.tsx';
import { JobRow, rowId } from './JobRow.tsx';
import { listKey } from './listKeys.ts';

const rowHeight = 56;

export function JobList({ ids }: { ids: readonly number[] }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const selection = useQueueUi((ui) => ui.selection);
  const membership = useData((data) => data.membership);
  const rows = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => ids[index] ?? index,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: membership is what says that jobs came or went
  useEffect(() => {
    const { jobs } = currentData();
    setSelection(pruned(useQueueUi.getState().selection, (id) => jobs.has(id)));
  }, [membership]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? rowHeight) / rowHeight) - 1);
    if (!listKey(event, ids, page)) return;
    event.preventDefault();
    const { lead } = useQueueUi.getState().selection;
    if (lead !== null && ids.includes(lead)) rows.scrollToIndex(ids.indexOf(lead));
  };
  const onRowClick = (event: MouseEvent, id: number) => {
    const keys = { toggle: event.ctrlKey || event.metaKey, range: event.shiftKey };
    setSelection(clicked(useQueueUi.getState().selection, ids, id, keys));
  };
  /** A click with the right button on a row that is not selected selects it first. */
  const onContextMenu = (event: MouseEvent) => {
    const id = Number((event.target as Element).closest('[data-job]')?.getAttribute('data-job'));
    const current = useQueueUi.getState().selection;
    if (id && !current.ids.has(id)) setSelection(clicked(current, ids, id, { toggle: false, range: false }));
  };

  if (ids.length === 0) {
    return (
      <Centre text={t('queue.nothingShown')} testId="queue-nothing">
        <Button variant="default" onClick={showAll} data-testid="queue-show-all">
          {t('queue.showAll')}
        </Button>
      </Centre>
    );
  }
  return (
    <JobMenu>
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a table */}
      <div
        ref={scroller}
        className={classes.list}
        role="grid"
        aria-label={t('queue.list')}
        aria-multiselectable
        aria-rowcount={ids.length}
        aria-activedescendant={selection.lead === null ? undefined : rowId(selection.lead)}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        data-testid="queue-list"
      >
        <GridBody className={classes.inner} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((item) => {
            const id = ids[item.index];
            return id === undefined ? null : (
              <JobRow
                key={id}
                id={id}
                index={item.index}
                top={item.start}
                selected={selection.ids.has(id)}
                lead={selection.lead === id}
                onClick={onRowClick}
              />
            );
          })}
        </GridBody>
      </div>
    </JobMenu>
  );
}
