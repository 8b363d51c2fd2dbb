/** The results of a batch as a grid of tiles; only the rows in view exist. */
import { Button, Loader, Slider } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResultView } from '../../../preload/contract/result.ts';
import { inWords } from '../../../preload/in-words.ts';
import { Centre } from '../../components/Screen.tsx';
import { openResult, setTile, useReviewUi } from '../../state/reviewUi.ts';
import { useData } from '../../state/store.ts';
import type { Results } from '../../state/useResults.ts';
import { gridStep } from './gridStep.ts';
import { ResultTile, tileId } from './ResultTile.tsx';
import classes from './Review.module.css';

const gap = 16;
const caption = 24;

export function ResultGrid({ phase, results, more }: Results) {
  const { t } = useTranslation();
  const { tile, batchId } = useReviewUi();
  const title = useData((data) => data.batches.find((batch) => batch.id === batchId)?.title);
  return (
    <div className={classes.table}>
      <header className={classes.head}>
        <h2 className="ellipsis">{title === undefined ? t('review.all') : inWords(title)}</h2>
        <div className={classes.grow} />
        <Slider
          value={tile}
          onChange={setTile}
          min={112}
          max={352}
          step={16}
          label={null}
          w={136}
          size="sm"
          thumbLabel={t('review.tile')}
          data-testid="review-tile-size"
        />
      </header>
      {phase === 'loading' && <Centre icon={<Loader size="sm" color="gray" />} text={t('review.loading')} />}
      {phase === 'failed' && <Centre text={t('review.failed')} testId="review-failed" />}
      {phase === 'ready' && results.length === 0 && (
        <Centre text={t('review.emptyBatch')} testId="review-batch-empty" />
      )}
      {phase === 'ready' && results.length > 0 && <Tiles key={batchId} results={results} side={tile} more={more} />}
    </div>
  );
}

interface TilesProps {
  readonly results: readonly ResultView[];
  readonly side: number;
  readonly more: (() => void) | null;
}

function Tiles({ results, side, more }: TilesProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: measured, width } = useElementSize();
  const merged = useMergedRef(scroller, measured);
  const [lead, setLead] = useState(0);
  const columns = Math.max(1, Math.floor((width + gap) / (side + gap)));
  const rows = useVirtualizer({
    count: Math.ceil(results.length / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => side + caption + gap,
    overscan: 2,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are measured anew when the tiles change their size
  useEffect(() => rows.measure(), [side, columns]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return;
    if (event.key === 'Enter' || event.key === ' ') {
      const result = results[lead];
      if (result) openResult(result.id);
      event.preventDefault();
      return;
    }
    const next = gridStep(event.key, lead, columns, results.length);
    if (next === null) return;
    event.preventDefault();
    setLead(next);
    rows.scrollToIndex(Math.floor(next / columns));
  };
  return (
    <div
      ref={merged}
      className={classes.scroll}
      role="listbox"
      aria-label={t('review.grid')}
      aria-activedescendant={results[lead] && tileId(results[lead].id)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-testid="review-grid"
    >
      <div className={classes.tiles} style={{ height: rows.getTotalSize() }}>
        {width > 0 &&
          rows
            .getVirtualItems()
            .flatMap((row) =>
              results
                .slice(row.index * columns, (row.index + 1) * columns)
                .map((result, column) => (
                  <ResultTile
                    key={result.id}
                    result={result}
                    side={side}
                    x={column * (side + gap)}
                    y={row.start}
                    lead={row.index * columns + column === lead}
                  />
                )),
            )}
      </div>
      {more && (
        <Button variant="default" onClick={more} data-testid="review-more">
          {t('review.older')}
        </Button>
      )}
    </div>
  );
}
