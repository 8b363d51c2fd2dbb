/** The photographs as a grid of tiles; only the rows in view exist, and only their photographs are here. */
import { Button, Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useCommandTarget } from '../../commands/commandTargets.ts';
import { CommandItems, ContextMenu } from '../../components/CommandMenu.tsx';
import { EmptyState } from '../../components/Screen.tsx';
import { useOnChange } from '../../components/useOnChange.ts';
import { useData } from '../../state/data/store.ts';
import { selectIn } from '../../state/lists/selectInList.ts';
import { isSelected, selectOne } from '../../state/lists/selection.ts';
import { usePanes } from '../../state/review/panesStore.ts';
import { photographList, showNew, useNewCount } from '../../state/review/photographList.ts';
import { clearFilters, isFiltered, openLoupe, setPhotographs, useReviewUi } from '../../state/review/reviewUi.ts';
import { TrialLine } from '../trials/TrialLine.tsx';
import { BatchLine } from './BatchLine.tsx';
import { FilterLine } from './FilterLine.tsx';
import { FollowLine } from './FollowStatus.tsx';
import { GridHeader } from './GridHeader.tsx';
import { nextGridIndex } from './gridNavigation.ts';
import { tileMenu } from './menus.ts';
import { PhotographTile, tileId } from './PhotographTile.tsx';
import { moveLead } from './photoDecisions.ts';
import classes from './Review.module.css';

const gap = 16;
/** Height of what stands under a picture, px: its name, and a second line. */
const captionHeights = { name: 24, recipe: 40 };

export const PhotographGrid = memo(function PhotographGrid() {
  const { t } = useTranslation();
  const phase = photographList.use((list) => list.phase);
  const count = photographList.use((list) => list.count);
  const query = useReviewUi((ui) => ui.query);
  const newer = useNewCount((state) => state.count);
  return (
    <div className={classes.table}>
      <GridHeader />
      <FilterLine />
      <BatchLine />
      <FollowLine />
      <TrialLine batchId={query.batchId} />
      {newer > 0 && (
        <Button
          className={classes.newer ?? ''}
          size="compact-sm"
          radius="xl"
          onClick={() => void showNew()}
          data-testid="review-newer"
        >
          {t('review.newer', { count: newer })}
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
    </div>
  );
});

/** Width of the place for tiles, px, without the padding around it. */
function useInnerWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(([entry]) => {
      // What is hidden has no width: it keeps the one it had.
      if (entry && entry.contentRect.width > 0) setWidth(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

function Tiles({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const inner = useInnerWidth();
  const tileSize = useData((data) => data.settings.reviewTile);
  const captions = useData((data) => data.settings.reviewCaption);
  const caption = captionHeights[captions];
  const rows = photographList.use((list) => list.rows);
  const query = useReviewUi((ui) => ui.query);
  const selection = useReviewUi((ui) => ui.selection);
  const isLoupe = useReviewUi((ui) => ui.isLoupe);
  const openStacks = useReviewUi((ui) => ui.stacks.openStacks);
  const isFolded = photographList.use((list) => list.query.folded);
  const isUnder = usePanes(({ kind }) => kind !== null) || isLoupe;
  const columns = Math.max(1, Math.floor((inner.width + gap) / (tileSize + gap)));
  // As large as the line allows, so that nothing is cut off and nothing is left over at the right.
  const side = Math.max(1, Math.floor((inner.width - gap * (columns - 1)) / columns));
  // What is left over of the line is between them.
  const step = columns > 1 ? (inner.width - side) / (columns - 1) : 0;
  const isWide = inner.width > 0;
  const virtual = useVirtualizer({
    // Before the width is known, that would be one line for each photograph.
    count: isWide ? Math.ceil(count / columns) : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => side + caption + gap,
    overscan: 2,
  });
  const measured = useRef('');
  useEffect(() => {
    if (!isWide) return;
    const size = `${side} ${columns} ${caption}`;
    // Lines are measured anew when the tiles change their size; the first time, they just were.
    if (measured.current !== '' && measured.current !== size) virtual.measure();
    measured.current = size;
  }, [virtual, isWide, side, columns, caption]);
  const items = virtual.getVirtualItems();
  const [from, to] = [(items[0]?.index ?? 0) * columns, ((items.at(-1)?.index ?? 0) + 1) * columns];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list that was read anew has other rows missing
  useEffect(() => photographList.see(from, to), [from, to, rows]);
  // Another list begins at its top.
  useOnChange(() => virtual.scrollToOffset(0), query);

  const lead = selection.lead;
  const leadRow = lead === null ? null : Math.floor(lead.place / columns);
  // The lead is kept in view, also while the loupe goes on from it; only another lead moves the grid.
  useOnChange(
    () => {
      if (isWide && leadRow !== null) virtual.scrollToIndex(leadRow, { align: 'auto' });
    },
    isWide,
    leadRow,
    lead?.id,
  );
  // Coming back from the loupe or a comparison, the keys are on the grid again.
  useEffect(() => {
    // A list that comes back while one types what is looked for leaves the focus there.
    if (!isUnder && !document.activeElement?.closest('input, textarea, [role="dialog"]'))
      scroller.current?.focus({ preventScroll: true });
  }, [isUnder]);

  const onOpen = useCallback((id: number, place: number) => openLoupe({ id, place }), []);
  const onClick = useCallback(async (event: MouseEvent, id: number, place: number) => {
    const keys = { extends: event.shiftKey, adds: event.ctrlKey || event.metaKey };
    setPhotographs(await selectIn(photographList, useReviewUi.getState().selection, { id, place }, keys));
  }, []);

  useCommandTarget('list', () => scroller.current?.focus());
  /** A click with the right button on a photograph that is not selected selects it first. */
  const onContextMenu = (event: MouseEvent) => {
    const tile = (event.target as Element).closest('[data-photograph]');
    const [id, place] = [Number(tile?.getAttribute('data-photograph')), Number(tile?.getAttribute('data-place'))];
    if (id && !isSelected(useReviewUi.getState().selection, id)) setPhotographs(selectOne({ id, place }));
  };
  const onKeyDown = async (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return;
    const current = useReviewUi.getState().selection;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 1) / (side + caption + gap)));
    const next = nextGridIndex(event.key, current.lead?.place ?? -1, columns, count, page);
    if (next === null) return;
    event.preventDefault();
    if (!event.shiftKey || current.anchor === null) return moveLead(next);
    const id = await photographList.idAt(next);
    if (id === null) return;
    setPhotographs(await selectIn(photographList, current, { id, place: next }, { extends: true, adds: false }));
  };

  return (
    <ContextMenu content={<CommandItems parts={tileMenu} />} testId="tile-menu">
      <div
        ref={scroller}
        className={classes.scroll}
        role="listbox"
        aria-label={t('review.grid')}
        aria-multiselectable
        // Only while its tile is there.
        aria-activedescendant={
          lead !== null && lead.place >= from && lead.place < to && rows.get(lead.place)?.id === lead.id
            ? tileId(lead.id)
            : undefined
        }
        tabIndex={0}
        onKeyDown={(event) => void onKeyDown(event)}
        onContextMenu={onContextMenu}
        data-testid="review-grid"
      >
        <div ref={inner.ref} className={classes.tiles} style={{ height: virtual.getTotalSize() }}>
          {isWide &&
            items.flatMap((row) =>
              Array.from({ length: columns }, (_, column) => {
                const place = row.index * columns + column;
                const photograph = rows.get(place);
                const isOpenStack = photograph?.stack != null && openStacks.includes(photograph.stack.id);
                return photograph ? (
                  <PhotographTile
                    key={photograph.id}
                    photograph={photograph}
                    place={place}
                    side={side}
                    x={Math.round(column * step)}
                    y={row.start}
                    lead={photograph.id === lead?.id}
                    captions={captions}
                    selected={isSelected(selection, photograph.id)}
                    unfolded={isOpenStack}
                    hasStackBadge={!isFolded || isOpenStack || photograph.stack?.place === 0}
                    onClick={onClick}
                    onOpen={onOpen}
                  />
                ) : null;
              }),
            )}
        </div>
      </div>
    </ContextMenu>
  );
}
