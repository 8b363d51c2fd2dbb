/** Filters, search and order of the list. */
import { Box, CloseButton, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { type JobFilter, jobFilters, jobSorts } from '../../../../contract/review/list-queries.ts';
import { MiddleEllipsis } from '../../../components/list/MiddleEllipsis.tsx';
import { SearchHint } from '../../../components/list/SearchHint.tsx';
import { SortMenu } from '../../../components/list/SortMenu.tsx';
import { useSearchKeys } from '../../../components/list/useSearchKeys.ts';
import { formatCount } from '../../../locales/format.ts';
import { formatAddedBy } from '../../../state/data/sharePaths.ts';
import { useData } from '../../../state/data/store.ts';
import { selectOne } from '../../../state/lists/selection.ts';
import { jobList, useTally } from '../../../state/queue/jobList.ts';
import { setBatch, setFilter, setSearch, setSelection, setSort, useQueueUi } from '../../../state/queue/queueUi.ts';
import { ProductsLink } from '../../products/ProductsMenuItem.tsx';
import classes from './FilterBar.module.css';

/** Filters without a chip while they match nothing. */
const passingFilters: ReadonlySet<JobFilter> = new Set(['queued', 'running', 'failed', 'uncertain', 'cancelled']);

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
    <Group gap={4} wrap="nowrap" p="4px 16px 8px" style={{ borderBottom: '1px solid var(--b-line)' }}>
      <Group gap={4} flex={1} miw={0}>
        {jobFilters
          .filter((name) => !passingFilters.has(name) || counts[name] > 0 || ui.filter === name)
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
        <BatchChip />
      </Group>
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
          flex="0 1 120px"
          miw={80}
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
    </Group>
  );
}

/** The batch that the list is limited to, with a button that shows all. */
function BatchChip() {
  const { t } = useTranslation();
  const batchId = useQueueUi((ui) => ui.batchId);
  const batch = useData((data) => data.batches.find((each) => each.id === batchId));
  if (batchId === null) return null;
  const title = batch ? formatMessage(batch.title) : t('queue.batch');
  return (
    <span className={classes.chip} aria-live="polite">
      <Box component="span" miw={0} maw={200} title={title}>
        <MiddleEllipsis text={title} />
      </Box>
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
