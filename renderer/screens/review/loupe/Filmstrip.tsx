/** The strip of thumbnails under the loupe, with the current one in view. */
import { Box } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Picture } from '../../../components/picture/Thumbnail.tsx';
import { useRowsInView } from '../../../state/lists/useRowsInView.ts';
import { photographList } from '../../../state/review/photographList.ts';
import { FlagBadge } from '../decisions/Badges.tsx';
import { moveLead } from '../decisions/photoDecisions.ts';
import { photographPicture } from '../grid/PhotographTile.tsx';
import reviewClasses from '../Review.module.css';
import classes from './Loupe.module.css';

/** Width of a thumbnail with its gap, px. */
const step = 72;

export function Filmstrip({ place }: { readonly place: number }) {
  const { t } = useTranslation();
  const count = photographList.use((list) => list.count);
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
  const rows = useRowsInView(photographList, from, to);
  const scrollTo = useEffectEvent((index: number) => virtual.scrollToIndex(index, { align: 'center' }));
  useEffect(() => scrollTo(place), [place]);
  return (
    <nav ref={scroller} className={classes.strip} aria-label={t('review.loupe.strip')} data-testid="loupe-strip">
      <Box pos="relative" h={68} w={virtual.getTotalSize()} m="7px 8px">
        {items.map((item) => {
          const photograph = rows.get(item.index);
          return photograph ? (
            <button
              key={photograph.id}
              type="button"
              className={`${classes.stripItem} ${reviewClasses.framed}`}
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
                className={photograph.shown?.kind === 'image' ? reviewClasses.clear : undefined}
              />
              <FlagBadge flag={photograph.decision.flag} />
            </button>
          ) : null;
        })}
      </Box>
    </nav>
  );
}
