/** The strip of thumbnails under the loupe; the current one stays in view. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '../../components/Thumbnail.tsx';
import { photographList } from '../../state/review/photographList.ts';
import { FlagBadge } from './Badges.tsx';
import { photographPicture } from './PhotographTile.tsx';
import { moveLead } from './photoDecisions.ts';
import classes from './Review.module.css';

const step = 72;

export function Filmstrip({ place }: { readonly place: number }) {
  const { t } = useTranslation();
  const count = photographList.use((list) => list.count);
  const rows = photographList.use((list) => list.rows);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count,
    horizontal: true,
    getScrollElement: () => scroller.current,
    estimateSize: () => step,
    overscan: 4,
  });
  const items = virtual.getVirtualItems();
  const [from, to] = [items[0]?.index ?? 0, (items.at(-1)?.index ?? 0) + 1];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that was read anew has other rows missing
  useEffect(() => photographList.see(from, to), [from, to, rows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another photograph moves the strip
  useEffect(() => virtual.scrollToIndex(place, { align: 'center' }), [place]);
  return (
    <nav ref={scroller} className={classes.strip} aria-label={t('review.loupe.strip')} data-testid="loupe-strip">
      <div className={classes.stripInner} style={{ width: virtual.getTotalSize() }}>
        {items.map((item) => {
          const photograph = rows.get(item.index);
          return photograph ? (
            <button
              key={photograph.id}
              type="button"
              className={classes.stripItem}
              style={{ transform: `translateX(${item.start}px)` }}
              aria-current={item.index === place}
              aria-label={photograph.name}
              data-rejected={photograph.decision.flag === -1 || undefined}
              onClick={() => void moveLead(item.index)}
              data-testid={`strip-item-${photograph.id}`}
            >
              <Picture
                src={photographPicture(photograph, 64)}
                alt=""
                className={photograph.shown?.kind === 'image' ? classes.clear : undefined}
              />
              <FlagBadge flag={photograph.decision.flag} />
            </button>
          ) : null;
        })}
      </div>
    </nav>
  );
}
