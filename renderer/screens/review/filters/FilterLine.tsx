/** The filter bar of the light table, with the number of photographs shown. */
import { ActionIcon, Box, Button, Flex, Text, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconFilterX, IconFlag3, IconFlag3Filled, IconHeartFilled, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotographQuery } from '../../../../contract/review/list-queries.ts';
import { type Decision, labels } from '../../../../contract/review/photo-decision.ts';
import { formatCount as number } from '../../../locales/format.ts';
import { useData } from '../../../state/data/store.ts';
import { sizeOf } from '../../../state/lists/selection.ts';
import { photographList } from '../../../state/review/photographList.ts';
import {
  changeQuery,
  clearFilters,
  isFiltered,
  toggleFlagFilter,
  toggleLabelFilter,
  toggleStarsFilter,
  toggleUndecided,
  useReviewUi,
} from '../../../state/review/reviewUi.ts';
import { LabelDot } from '../decisions/Badges.tsx';
import { ToggleButton, ToggleGroup } from '../decisions/Toggle.tsx';
import { FlawedFilter } from '../flaws/ResultFlaws.tsx';
import { MoreFilters } from './MoreFilters.tsx';

/** A narrower bar has no room for full texts at its end. */
const minRoomyWidthPx = 860;

export const FilterLine = memo(function FilterLine() {
  const query = useReviewUi((ui) => ui.query);
  const { t } = useTranslation();
  const size = useElementSize();
  const hasRoom = size.width >= minRoomyWidthPx;
  return (
    <Flex
      ref={size.ref}
      gap={6}
      align="center"
      mih={40}
      p="0 20px 8px 16px"
      role="toolbar"
      aria-label={t('review.filters.label')}
    >
      <Flags flags={query.flags} />
      <ClientFilters undecided={query.undecided} pickedByClient={query.pickedByClient} />
      <FlawedFilter />
      <Stars stars={query.stars} />
      <Labels labels={query.labels} />
      <MoreFilters />
      <Box flex={1} />
      <ShownCount isShort={!hasRoom} />
      {isFiltered(query) && <ClearButton isShort={!hasRoom} />}
    </Flex>
  );
});

const Flags = memo(function Flags({ flags }: Pick<PhotographQuery, 'flags'>) {
  const { t } = useTranslation();
  const toggleFlag = (flag: Decision['flag']) => () => toggleFlagFilter(flag);
  return (
    <ToggleGroup label={t('menus.flag')}>
      <ToggleButton
        isOn={flags.includes(1)}
        label={t('review.filters.picked')}
        onClick={toggleFlag(1)}
        testId="filter-picked"
      >
        <IconFlag3Filled size={14} aria-hidden />
      </ToggleButton>
      <ToggleButton
        isOn={flags.includes(0)}
        label={t('review.filters.unflagged')}
        onClick={toggleFlag(0)}
        testId="filter-unflagged"
      >
        <IconFlag3 size={14} aria-hidden />
      </ToggleButton>
      <ToggleButton
        isOn={flags.includes(-1)}
        label={t('review.filters.rejected')}
        onClick={toggleFlag(-1)}
        testId="filter-rejected"
      >
        <IconX size={14} aria-hidden />
      </ToggleButton>
    </ToggleGroup>
  );
});

/** Shown once a client has answered. Before, “Undecided” is under “More filters”. */
const ClientFilters = memo(function ClientFilters({
  undecided,
  pickedByClient,
}: Pick<PhotographQuery, 'undecided' | 'pickedByClient'>) {
  const { t } = useTranslation();
  const hasAnswers = useData((data) => data.hasClientAnswers);
  if (!hasAnswers && !pickedByClient) return null;
  return (
    <Flex gap={2} flex="none">
      <ToggleButton
        isOn={pickedByClient}
        label={t('review.filters.pickedByClient')}
        onClick={() => changeQuery({ pickedByClient: !pickedByClient })}
        testId="filter-client"
      >
        <IconHeartFilled size={14} aria-hidden />
      </ToggleButton>
      {hasAnswers && (
        <ToggleButton
          isOn={undecided}
          label={t('review.filters.undecidedLong')}
          onClick={toggleUndecided}
          testId="filter-undecided"
        >
          {t('review.filters.undecided')}
        </ToggleButton>
      )}
    </Flex>
  );
});

const comparisons = ['>=', '=', '<='] as const;
const signs = { '>=': '≥', '=': '=', '<=': '≤' } as const;

const Stars = memo(function Stars({ stars }: Pick<PhotographQuery, 'stars'>) {
  const { t } = useTranslation();
  const comparison = stars?.is ?? '>=';
  const next = comparisons[(comparisons.indexOf(comparison) + 1) % comparisons.length] ?? '>=';
  return (
    <ToggleGroup label={t('menus.stars')}>
      <ToggleButton
        isOn={stars !== null}
        label={t(
          `review.filters.compare.${comparison === '>=' ? 'atLeast' : comparison === '=' ? 'exactly' : 'atMost'}`,
        )}
        onClick={() => changeQuery({ stars: { is: next, n: stars?.n ?? 3 } })}
        testId="filter-stars-compare"
      >
        {signs[comparison]}
      </ToggleButton>
      {[1, 2, 3, 4, 5].map((n) => (
        <ToggleButton
          key={n}
          isOn={stars !== null && n <= stars.n}
          label={t('review.decide.stars', { count: n })}
          onClick={() => toggleStarsFilter(n)}
          testId={`filter-stars-${n}`}
        >
          {stars !== null && n <= stars.n ? '★' : '☆'}
        </ToggleButton>
      ))}
    </ToggleGroup>
  );
});

/** The colors, then no label. */
const labelOrder = [1, 2, 3, 4, 5, 0] as const;

const Labels = memo(function Labels({ labels: chosen }: Pick<PhotographQuery, 'labels'>) {
  const { t } = useTranslation();
  return (
    <ToggleGroup label={t('menus.label')}>
      {labelOrder.map((label) => (
        <ToggleButton
          key={label}
          isOn={chosen.includes(label)}
          label={t(`review.decide.labels.${labels[label]}`)}
          onClick={() => toggleLabelFilter(label)}
          testId={`filter-label-${labels[label]}`}
        >
          <LabelDot label={label} />
        </ToggleButton>
      ))}
    </ToggleGroup>
  );
});

interface ShortProps {
  /** Whether there is little room. */
  readonly isShort: boolean;
}

function ShownCount({ isShort }: ShortProps) {
  const { t } = useTranslation();
  const count = photographList.use((list) => list.count);
  const total = photographList.use((list) => list.total);
  const selected = useReviewUi((ui) => sizeOf(ui.selection, count));
  const shown =
    total === null
      ? ''
      : total > count
        ? t('review.folded', { n: number(count), whole: number(total) })
        : t('review.shown', { n: number(count), count });
  const chosen = selected > 1 ? t('review.selected', { n: number(selected) }) : '';
  const both = [shown, chosen].filter((part) => part !== '').join(' · ');
  return (
    <Text
      span
      inherit
      c="dimmed"
      className="ellipsis numbers"
      aria-live="polite"
      title={both}
      data-testid="review-shown"
    >
      {isShort && chosen !== '' ? t('review.selectedOf', { n: number(selected), of: number(count) }) : both}
    </Text>
  );
}

function ClearButton({ isShort }: ShortProps) {
  const { t } = useTranslation();
  const label = t('review.clearFilters');
  if (isShort) {
    return (
      <Tooltip label={label}>
        <ActionIcon size="sm" aria-label={label} onClick={clearFilters} data-testid="review-filters-off">
          <IconFilterX size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    );
  }
  return (
    <Button size="compact-xs" variant="subtle" color="gray" onClick={clearFilters} data-testid="review-filters-off">
      {label}
    </Button>
  );
}
