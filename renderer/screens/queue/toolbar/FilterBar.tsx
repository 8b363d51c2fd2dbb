/** Which photographs the list shows, and in which order. */
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { type JobFilter, jobFilters, jobSorts } from '../../../../contract/review/list-queries.ts';
import { MiddleEllipsis } from '../../../components/MiddleEllipsis.tsx';
import { SearchHint } from '../../../components/SearchHint.tsx';
import { SortMenu } from '../../../components/SortMenu.tsx';
import { useSearchKeys } from '../../../components/useSearchKeys.ts';
import { formatCount } from '../../../locales/format.ts';
import { formatAddedBy } from '../../../state/data/sharePaths.ts';
import { useData } from '../../../state/data/store.ts';
import { selectOne } from '../../../state/lists/selection.ts';
import { jobList, useTally } from '../../../state/queue/jobList.ts';
import { setBatch, setFilter, setSearch, setSelection, setSort, useQueueUi } from '../../../state/queue/queueUi.ts';
import { ProductsLink } from '../../products/ProductsMenuItem.tsx';
import classes from '../QueueScreen.module.css';

/** These have a chip only while there is something in them. */
const passing: ReadonlySet<JobFilter> = new Set(['queued', 'running', 'failed', 'uncertain', 'cancelled']);

export function FilterBar() {
  const { t } = useTranslation();
  const counts = useTally();
  const ui = useQueueUi();
  const search = useRef<HTMLInputElement>(null);
  const onKeyDown = useSearchKeys({
    field: search,
    clear: () => setSearch(''),
    settled: jobList.settled,
    toFirst: async () => {
      const id = await jobList.idAt(0);
      if (id !== null) setSelection(selectOne({ id, place: 0 }));
    },
  });
  return (
    <div className={classes.filters}>
      <div className={classes.chips}>
        {jobFilters
          .filter((name) => !passing.has(name) || counts[name] > 0 || ui.filter === name)
          .map((name) => (
            <button
              key={name}
              type="button"
              className={classes.chip}
              aria-pressed={ui.filter === name}
              data-tone={name}
              onClick={() => setFilter(name)}
              data-testid={`queue-filter-${name}`}
            >
              {t(`queue.filters.${name}`)}
              <b className="numbers">{formatCount(counts[name])}</b>
            </button>
          ))}
        <BatchChoice />
      </div>
      <SortMenu
        sorts={jobSorts}
        sort={ui.sort}
        nameOf={(key) => t(`queue.sort.${key}`)}
        onSort={setSort}
        testId="queue-sort"
      />
      <SearchHint isEmpty={ui.text === ''}>
        <TextInput
          ref={search}
          aria-label={t('queue.search')}
          placeholder={t('queue.search')}
          size="xs"
          className={classes.search}
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={
            ui.text && <CloseButton size="xs" aria-label={t('queue.clearSearch')} onClick={() => setSearch('')} />
          }
          value={ui.text}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          data-testid="queue-search"
        />
      </SearchHint>
    </div>
  );
}

/** Shown while the list is limited to one batch (by its context menu): says so and lifts it. */
function BatchChoice() {
  const { t } = useTranslation();
  const batchId = useQueueUi((ui) => ui.batchId);
  const batch = useData((data) => data.batches.find((each) => each.id === batchId));
  if (batchId === null) return null;
  const title = batch ? formatMessage(batch.title) : t('queue.batch');
  return (
    <span className={classes.chip} aria-live="polite">
      <span className={classes.chipName} title={title}>
        <MiddleEllipsis text={title} />
      </span>
      {batch?.addedBy && ` · ${formatAddedBy(batch.addedBy)}`}
      {batch && <ProductsLink key={batch.id} batch={batch} />}
      <CloseButton
        size="xs"
        aria-label={t('queue.allBatches')}
        onClick={() => setBatch(null)}
        data-testid="queue-all-batches"
      />
    </span>
  );
}
