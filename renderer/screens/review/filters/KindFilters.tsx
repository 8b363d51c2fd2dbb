/** Filters by what was done and found: recipe, operation, findings, file type. In the bar where there is room, else under "More". */
import { Button, Popover, Select } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type OperationId, operationIds } from '../../../../contract/operations/operation-spec.ts';
import { type FileType, fileTypes } from '../../../../contract/review/list-queries.ts';
import { localizedOperation } from '../../../forms/localizedOperation.ts';
import { changeQuery, useReviewUi } from '../../../state/reviewUi.ts';
import { useData } from '../../../state/store.ts';
import { filterName } from '../findingWords.ts';
import classes from './Filters.module.css';
import { FindingChoice } from './FindingChoice.tsx';

export function KindFilters({ hasRoom }: { readonly hasRoom: boolean }) {
  const { t } = useTranslation();
  const { recipe, operation, findings, fileType } = useReviewUi((ui) => ui.query);
  const first = findings[0];
  const more = findings.length > 1 ? ` +${findings.length - 1}` : '';
  if (hasRoom) {
    return (
      <>
        <Choices />
        <Opening
          label={first ? `${filterName(t, first)}${more}` : t('review.filters.finding')}
          isOn={first !== undefined}
          testId="filter-finding"
        >
          <FindingChoice />
        </Opening>
      </>
    );
  }
  const count = [recipe, operation, fileType].filter((each) => each !== null).length + findings.length;
  return (
    <Opening
      label={count === 0 ? t('review.filters.more') : `${t('review.filters.more')} · ${count}`}
      isOn={count > 0}
      testId="filter-more"
    >
      <div className={classes.more}>
        <Choices />
        <h3>{t('review.filters.finding')}</h3>
        <FindingChoice />
      </div>
    </Opening>
  );
}

interface OpeningProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly testId: string;
  readonly children: ReactNode;
}

function Opening({ label, isOn, testId, children }: OpeningProps) {
  return (
    <Popover position="bottom-start" width={260} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={isOn ? 'light' : 'default'}
          color={isOn ? undefined : 'gray'}
          maw={130}
          className={classes.opening ?? ''}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          data-testid={testId}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
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
    className: classes.select ?? '',
    size: 'xs',
    comboboxProps: { withinPortal: false, width: 220, position: 'bottom-start' },
  } as const;
  return (
    <>
      <Select
        {...menu}
        w={104}
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
        w={112}
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
        w={94}
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
