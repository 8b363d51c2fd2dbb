/** All filters of the light table in one line, each a toggle; and what they let through. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconFilterX, IconFlag3, IconFlag3Filled, IconHeartFilled, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotographQuery } from '../../../contract/review/list-queries.ts';
import { type Decision, labels } from '../../../contract/review/photo-decision.ts';
import { formatCount as number } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { sizeOf } from '../../state/lists/selection.ts';
import { photographList } from '../../state/review/photographList.ts';
import {
  changeQuery,
  clearFilters,
  isFiltered,
  toggleFlagFilter,
  toggleLabelFilter,
  toggleStarsFilter,
  toggleUndecided,
  useReviewUi,
} from '../../state/review/reviewUi.ts';
import { LabelDot } from './Badges.tsx';
import { MoreFilters } from './filters/MoreFilters.tsx';
import { ToggleButton, ToggleGroup } from './filters/Toggle.tsx';
import { FlawedFilter } from './flaws/FlawedFilter.tsx';
import classes from './Review.module.css';

/** From this width (px) on the bar has room for whole words at its end. */
const roomyWidth = 860;

export const FilterLine = memo(function FilterLine() {
  const query = useReviewUi((ui) => ui.query);
  const { t } = useTranslation();
  const size = useElementSize();
  const hasRoom = size.width >= roomyWidth;
  return (
    <div ref={size.ref} className={classes.filters} role="toolbar" aria-label={t('review.filters.label')}>
      <Flags flags={query.flags} />
      <ClientFilters undecided={query.undecided} pickedByClient={query.pickedByClient} />
      <FlawedFilter />
      <Stars stars={query.stars} />
      <Labels labels={query.labels} />
      <MoreFilters />
      <div className={classes.grow} />
      <Shown isShort={!hasRoom} />
      {isFiltered(query) && <FiltersOff isShort={!hasRoom} />}
    </div>
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

/** Shown once a client has answered; before, "Undecided" is under "More filters". */
const ClientFilters = memo(function ClientFilters({
  undecided,
  pickedByClient,
}: Pick<PhotographQuery, 'undecided' | 'pickedByClient'>) {
  const { t } = useTranslation();
  const hasAnswers = useData((data) => data.hasClientAnswers);
  if (!hasAnswers && !pickedByClient) return null;
  return (
    <div className={classes.group}>
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
    </div>
  );
});

const compares = ['>=', '=', '<='] as const;
const signs = { '>=': '≥', '=': '=', '<=': '≤' } as const;

const Stars = memo(function Stars({ stars }: Pick<PhotographQuery, 'stars'>) {
  const { t } = useTranslation();
  const is = stars?.is ?? '>=';
  const nextSign = compares[(compares.indexOf(is) + 1) % compares.length] ?? '>=';
  return (
    <ToggleGroup label={t('menus.stars')}>
      <ToggleButton
        isOn={stars !== null}
        label={t(`review.filters.compare.${is === '>=' ? 'atLeast' : is === '=' ? 'exactly' : 'atMost'}`)}
        onClick={() => changeQuery({ stars: { is: nextSign, n: stars?.n ?? 3 } })}
        testId="filter-stars-compare"
      >
        {signs[is]}
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

/** The colours, then those without one. */
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
  /** There is little room. */
  readonly isShort: boolean;
}

function Shown({ isShort }: ShortProps) {
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
    <span
      className={`${classes.dim} ${classes.shown} ellipsis numbers`}
      aria-live="polite"
      title={both}
      data-testid="review-shown"
    >
      {isShort && chosen !== '' ? t('review.selectedOf', { n: number(selected), of: number(count) }) : both}
    </span>
  );
}

function FiltersOff({ isShort }: ShortProps) {
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
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      style={{ flex: 'none' }}
      onClick={clearFilters}
      data-testid="review-filters-off"
    >
      {label}
    </Button>
  );
}
