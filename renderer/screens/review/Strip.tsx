/** The strip of thumbnails under the loupe; the current one stays in view. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResultView } from '../../../preload/contract/result.ts';
import { openResult } from '../../state/reviewUi.ts';
import { useData } from '../../state/store.ts';
import { resultPicture } from './ResultTile.tsx';
import classes from './Review.module.css';
import { resultName } from './resultName.ts';

const step = 72;

export function Strip({ results, index }: { results: readonly ResultView[]; index: number }) {
  const { t } = useTranslation();
  const jobs = useData((data) => data.jobs);
  const scroller = useRef<HTMLDivElement>(null);
  const items = useVirtualizer({
    count: results.length,
    horizontal: true,
    getScrollElement: () => scroller.current,
    estimateSize: () => step,
    overscan: 4,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another photograph moves the strip
  useEffect(() => items.scrollToIndex(index, { align: 'center' }), [index]);
  return (
    <nav ref={scroller} className={classes.strip} aria-label={t('review.loupe.strip')} data-testid="loupe-strip">
      <div className={classes.stripInner} style={{ width: items.getTotalSize() }}>
        {items.getVirtualItems().map((item) => {
          const result = results[item.index];
          return result ? (
            <button
              key={result.id}
              type="button"
              className={classes.stripItem}
              style={{ transform: `translateX(${item.start}px)` }}
              aria-current={item.index === index}
              aria-label={resultName(result, jobs.get(result.jobId))}
              onClick={() => openResult(result.id)}
              data-testid={`strip-item-${result.id}`}
            >
              <img
                src={resultPicture(result, 64)}
                alt=""
                draggable={false}
                className={result.kind === 'image' ? classes.clear : undefined}
              />
            </button>
          ) : null;
        })}
      </div>
    </nav>
  );
}
