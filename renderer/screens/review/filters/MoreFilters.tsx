/** Less common filters in a popover. Its button shows the number of active ones. */
import { Box, Button, Popover, Select, Stack } from '@mantine/core';
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
import { FilterOption, FindingChoice } from './FindingChoice.tsx';
import { filterName } from './findingWords.ts';

export function MoreFilters() {
  const { t } = useTranslation();
  const names = useActiveNames();
  const label = t('review.filters.more');
  const isActive = names.length > 0;
  return (
    <Popover position="bottom-start" width={280} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={isActive ? 'light' : 'default'}
          color={isActive ? undefined : 'gray'}
          title={isActive ? names.join(' · ') : undefined}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          data-testid="filter-more"
        >
          {isActive ? `${label} · ${number(names.length)}` : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap={8}>
          <StateFilters />
          <Choices />
          <Box component="h3" m={0} fz={12}>
            {t('review.filters.finding')}
          </Box>
          <FindingChoice />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Returns the names of the active filters in the popover. */
function useActiveNames(): readonly string[] {
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

function useStateFilters(): readonly StateFilter[] {
  const { t } = useTranslation();
  const query = useReviewUi((ui) => ui.query);
  const isUndecidedInBar = useData((data) => data.hasClientAnswers);
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
  const isAnyActive = proofFilters.some(({ isOn }) => isOn);
  return [...(isUndecidedInBar ? [] : [undecidedFilter]), ...(isProofs || isAnyActive ? proofFilters : [])];
}

function StateFilters() {
  const filters = useStateFilters();
  if (filters.length === 0) return null;
  return (
    <Stack gap={2}>
      {filters.map(({ key, label, title, isOn, toggle }) => (
        <FilterOption key={key} isOn={isOn} title={title} onClick={toggle} testId={`filter-${key}`}>
          {label}
        </FilterOption>
      ))}
    </Stack>
  );
}

function Choices() {
  const { t } = useTranslation();
  const { recipe, operation, fileType } = useReviewUi((ui) => ui.query);
  const recipes = useData((data) => data.recipes);
  const names = [...new Set([...recipes.map(({ name }) => name), ...(recipe === null ? [] : [recipe])])];
  const selectProps = {
    clearable: true,
    allowDeselect: true,
    openOnFocus: false,
    size: 'xs',
    comboboxProps: { withinPortal: false, position: 'bottom-start' },
  } as const;
  return (
    <>
      <Select
        {...selectProps}
        searchable
        aria-label={t('queue.recipe')}
        placeholder={t('queue.recipe')}
        data={names}
        value={recipe}
        onChange={(name) => changeQuery({ recipe: name })}
        data-testid="filter-recipe"
      />
      <Select
        {...selectProps}
        searchable
        aria-label={t('review.filters.operation')}
        placeholder={t('review.filters.operation')}
        data={operationIds.map((id) => ({ value: id, label: localizedOperation(id).title }))}
        value={operation}
        onChange={(id) => changeQuery({ operation: id as OperationId | null })}
        data-testid="filter-operation"
      />
      <Select
        {...selectProps}
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
