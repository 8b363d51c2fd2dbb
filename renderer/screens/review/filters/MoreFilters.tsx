/** Rare filters under one button, which shows how many of them are set. */
import { Button, Popover, Select } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type OperationId, operationIds } from '../../../../contract/operations/operation-spec.ts';
import { type FileType, fileTypes, flaws } from '../../../../contract/review/list-queries.ts';
import { formatCount as number } from '../../../locales/format.ts';
import { localizedOperation } from '../../../locales/localizedOperation.ts';
import { useData } from '../../../state/data/store.ts';
import {
  changeQuery,
  isRecipeFilter,
  toggleFlaw,
  toggleUndecided,
  toggleUnprocessed,
  useReviewUi,
} from '../../../state/review/reviewUi.ts';
import { filterName } from '../findingWords.ts';
import classes from './Filters.module.css';
import { FindingChoice } from './FindingChoice.tsx';

export function MoreFilters() {
  const { t } = useTranslation();
  const names = useNamesOfSet();
  const label = t('review.filters.more');
  const isSet = names.length > 0;
  return (
    <Popover position="bottom-start" width={280} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={isSet ? 'light' : 'default'}
          color={isSet ? undefined : 'gray'}
          flex="none"
          title={isSet ? names.join(' · ') : undefined}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          data-testid="filter-more"
        >
          {isSet ? `${label} · ${number(names.length)}` : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <div className={classes.more}>
          <StateFilters />
          <Choices />
          <h3>{t('review.filters.finding')}</h3>
          <FindingChoice />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Names of the filters that are set under the button. */
function useNamesOfSet(): readonly string[] {
  const { t } = useTranslation();
  const query = useReviewUi((ui) => ui.query);
  const { operation, fileType } = query;
  const recipe = isRecipeFilter(query) ? query.recipe : null;
  return [
    ...useStateFilters().flatMap(({ isOn, label }) => (isOn ? [label] : [])),
    ...(recipe === null ? [] : [recipe]),
    ...(operation === null ? [] : [localizedOperation(operation).title]),
    ...(fileType === null ? [] : [fileType.toUpperCase()]),
    ...query.findings.map((finding) => filterName(t, finding)),
  ];
}

interface StateFilter {
  readonly key: string;
  readonly label: string;
  readonly title?: string;
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/** Returns the filters by state that are offered here now. */
function useStateFilters(): readonly StateFilter[] {
  const { t } = useTranslation();
  const query = useReviewUi((ui) => ui.query);
  const isInBar = useData((data) => data.hasClientAnswers);
  const isProofs = useData(({ batches }) => batches.some(({ id, proofs }) => id === query.batchId && proofs));
  const { undecided, unprocessed } = query;
  const undecidedFilter: StateFilter = {
    key: 'undecided',
    label: t('review.filters.undecided'),
    title: t('review.filters.undecidedLong'),
    isOn: undecided,
    toggle: toggleUndecided,
  };
  const proofFilters: readonly StateFilter[] = [
    { key: 'unprocessed', label: t('review.proofs.unprocessed'), isOn: unprocessed, toggle: toggleUnprocessed },
    ...flaws.map((flaw) => ({
      key: `flaw-${flaw}`,
      label: t(`review.flaws.${flaw}`),
      isOn: query.flaws.includes(flaw),
      toggle: () => toggleFlaw(flaw),
    })),
  ];
  const isAnySet = proofFilters.some(({ isOn }) => isOn);
  return [...(isInBar ? [] : [undecidedFilter]), ...(isProofs || isAnySet ? proofFilters : [])];
}

function StateFilters() {
  const filters = useStateFilters();
  if (filters.length === 0) return null;
  return (
    <div className={classes.states}>
      {filters.map(({ key, label, title, isOn, toggle }) => (
        <button
          key={key}
          type="button"
          className={classes.thing}
          aria-pressed={isOn}
          title={title}
          onClick={toggle}
          data-testid={`filter-${key}`}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function Choices() {
  const { t } = useTranslation();
  const { recipe, operation, fileType } = useReviewUi((ui) => ui.query);
  const recipes = useData((data) => data.recipes);
  const names = [...new Set([...recipes.map(({ name }) => name), ...(recipe === null ? [] : [recipe])])];
  const menu = {
    clearable: true,
    allowDeselect: true,
    openOnFocus: false,
    size: 'xs',
    comboboxProps: { withinPortal: false, position: 'bottom-start' },
  } as const;
  return (
    <>
      <Select
        {...menu}
        searchable
        aria-label={t('queue.recipe')}
        placeholder={t('queue.recipe')}
        data={names}
        value={recipe}
        onChange={(name) => changeQuery({ recipe: name })}
        data-testid="filter-recipe"
      />
      <Select
        {...menu}
        searchable
        aria-label={t('review.filters.operation')}
        placeholder={t('review.filters.operation')}
        data={operationIds.map((id) => ({ value: id, label: localizedOperation(id).title }))}
        value={operation}
        onChange={(id) => changeQuery({ operation: id as OperationId | null })}
        data-testid="filter-operation"
      />
      <Select
        {...menu}
        aria-label={t('review.filters.fileType')}
        placeholder={t('review.filters.fileType')}
        data={fileTypes.map((type) => ({ value: type, label: type.toUpperCase() }))}
        value={fileType}
        onChange={(type) => changeQuery({ fileType: type as FileType | null })}
        data-testid="filter-type"
      />
    </>
  );
}
