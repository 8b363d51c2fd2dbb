/** The photographs of the light table: toolbars, messages, and the grid of tiles. */
import { Button, Loader, Stack } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../components/Screen.tsx';
import { photographList, showNew, useNewCount } from '../../../state/review/photographList.ts';
import { clearFilters, isFiltered, useReviewUi } from '../../../state/review/reviewUi.ts';
import { TrialLine } from '../../trials/TrialLine.tsx';
import { FilterLine } from '../filters/FilterLine.tsx';
import { FollowLine } from '../follow/FollowStatus.tsx';
import { BatchLine } from './BatchLine.tsx';
import { GridHeader } from './GridHeader.tsx';
import { Tiles } from './Tiles.tsx';

export const PhotographGrid = memo(function PhotographGrid() {
  const { t } = useTranslation();
  const phase = photographList.use((list) => list.phase);
  const count = photographList.use((list) => list.count);
  const query = useReviewUi((ui) => ui.query);
  const newCount = useNewCount((state) => state.count);
  return (
    <Stack gap={0} miw={0} mih={0}>
      <GridHeader />
      <FilterLine />
      <BatchLine />
      <FollowLine />
      <TrialLine batchId={query.batchId} />
      {newCount > 0 && (
        <Button
          pos="absolute"
          top={104}
          left="calc(50% + 108px)"
          style={{ zIndex: 4, transform: 'translateX(-50%)' }}
          size="compact-sm"
          radius="xl"
          onClick={() => void showNew()}
          data-testid="review-newer"
        >
          {t('review.newer', { count: newCount })}
        </Button>
      )}
      {phase === 'loading' && <EmptyState icon={<Loader size="sm" color="gray" />} text={t('review.loading')} />}
      {phase === 'failed' && <EmptyState text={t('review.failed')} testId="review-failed" />}
      {phase === 'ready' && count === 0 && (
        <EmptyState
          text={isFiltered(query) ? t('review.nothingShown') : t('review.emptyBatch')}
          testId="review-batch-empty"
        >
          {isFiltered(query) && (
            <Button variant="default" onClick={clearFilters} data-testid="review-clear-filters">
              {t('review.clearFilters')}
            </Button>
          )}
        </EmptyState>
      )}
      {phase === 'ready' && count > 0 && <Tiles count={count} />}
    </Stack>
  );
});
