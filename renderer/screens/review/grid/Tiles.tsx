/** The grid of tiles. Only rows in view are rendered, and only their photographs are loaded. */
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useCommandTarget } from '../../../commands/commandTargets.ts';
import { CommandItems, ContextMenu } from '../../../components/actions/CommandMenu.tsx';
import { useOnChange } from '../../../components/useOnChange.ts';
import { useData } from '../../../state/data/store.ts';
import { selectIn } from '../../../state/lists/selectInList.ts';
import { isSelected, selectOne } from '../../../state/lists/selection.ts';
import { useRowsInView } from '../../../state/lists/useRowsInView.ts';
import { usePanes } from '../../../state/review/panesStore.ts';
import { photographList } from '../../../state/review/photographList.ts';
import { openLoupe, setPhotographs, useReviewUi } from '../../../state/review/reviewUi.ts';
import { moveLead } from '../decisions/photoDecisions.ts';
import { tileMenu } from '../menus.ts';
import classes from './Grid.module.css';
import { gridColumns, isGridKey, nextGridIndex } from './gridNavigation.ts';
import { PhotographTile, tileId } from './PhotographTile.tsx';

const gap = 16;
/** Height of the lines under a picture, px. */
const captionHeights = { name: 24, recipe: 40 };

export function Tiles({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const captions = useData((data) => data.settings.reviewCaption);
  const selection = useReviewUi((ui) => ui.selection);
  const openStacks = useReviewUi((ui) => ui.stacks.openStacks);
  const isFolded = photographList.use((list) => list.query.folded);
  const { scroller, inner, virtual, columns, rowHeight } = useTileRows(count);
  const items = virtual.getVirtualItems();
  const [from, to] = [(items[0]?.index ?? 0) * columns.count, ((items.at(-1)?.index ?? 0) + 1) * columns.count];
  const rows = useRowsInView(photographList, from, to);
  const { lead } = selection;
  useLeadInView(virtual, inner.width > 0, columns.count);
  useFocusOnReturn(scroller);
  useCommandTarget('list', () => scroller.current?.focus());

  const onKeyDown = async (event: KeyboardEvent) => {
    if (event.target !== scroller.current || !isGridKey(event.key)) return;
    event.preventDefault();
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 1) / rowHeight));
    await photographList.counted();
    const current = useReviewUi.getState().selection;
    const { count: counted } = photographList.now();
    const next = nextGridIndex(event.key, current.lead?.place ?? -1, columns.count, counted, page) ?? 0;
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
        // Only while its tile exists.
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
        <div ref={inner.ref} style={{ position: 'relative', height: virtual.getTotalSize() }}>
          {items.flatMap((row) =>
            Array.from({ length: columns.count }, (_, column) => {
              const place = row.index * columns.count + column;
              const photograph = rows.get(place);
              const isStackOpen = photograph?.stack != null && openStacks.includes(photograph.stack.id);
              return photograph ? (
                <PhotographTile
                  key={photograph.id}
                  photograph={photograph}
                  place={place}
                  side={columns.side}
                  x={Math.round(column * columns.step)}
                  y={row.start}
                  captions={captions}
                  isLead={photograph.id === lead?.id}
                  isSelected={isSelected(selection, photograph.id)}
                  isStackOpen={isStackOpen}
                  hasStackBadge={!isFolded || isStackOpen || photograph.stack?.place === 0}
                  onClick={onTileClick}
                  onOpen={onTileOpen}
                />
              ) : null;
            }),
          )}
        </div>
      </div>
    </ContextMenu>
  );
}

const onTileOpen = (id: number, place: number) => openLoupe({ id, place });

async function onTileClick(event: MouseEvent, id: number, place: number): Promise<void> {
  const keys = { extends: event.shiftKey, adds: event.ctrlKey || event.metaKey };
  setPhotographs(await selectIn(photographList, useReviewUi.getState().selection, { id, place }, keys));
}

/** Selects the photograph under the pointer, unless it is selected already. */
function onContextMenu(event: MouseEvent): void {
  const tile = (event.target as Element).closest('[data-photograph]');
  const [id, place] = [Number(tile?.getAttribute('data-photograph')), Number(tile?.getAttribute('data-place'))];
  if (id && !isSelected(useReviewUi.getState().selection, id)) setPhotographs(selectOne({ id, place }));
}

type Virtualizer = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>;

function useTileRows(count: number) {
  const scroller = useRef<HTMLDivElement>(null);
  const inner = useInnerWidth();
  const tileSize = useData((data) => data.settings.reviewTile);
  const captionHeight = captionHeights[useData((data) => data.settings.reviewCaption)];
  const columns = gridColumns(inner.width, tileSize, gap);
  const rowHeight = columns.side + captionHeight + gap;
  const isMeasured = inner.width > 0;
  const virtual: Virtualizer = useVirtualizer<HTMLDivElement, Element>({
    // Before the width is known, each photograph would have a row.
    count: isMeasured ? Math.ceil(count / columns.count) : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 2,
  });
  const measured = useRef('');
  useEffect(() => {
    if (!isMeasured) return;
    const size = `${columns.side} ${columns.count} ${captionHeight}`;
    // The first rows are up to date.
    if (measured.current !== '' && measured.current !== size) virtual.measure();
    measured.current = size;
  }, [virtual, isMeasured, columns.side, columns.count, captionHeight]);
  return { scroller, inner, virtual, columns, rowHeight };
}

/** Returns the width for tiles without the padding around it, px. */
function useInnerWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(([entry]) => {
      // While hidden it has no width, and the last one is kept.
      if (entry && entry.contentRect.width > 0) setWidth(entry.contentRect.width);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/** Scrolls to the top of another list, and to the active photograph when another one becomes active, in the loupe too. */
function useLeadInView(virtual: Virtualizer, isMeasured: boolean, columns: number): void {
  const query = useReviewUi((ui) => ui.query);
  const lead = useReviewUi((ui) => ui.selection.lead);
  const leadRow = lead === null ? null : Math.floor(lead.place / columns);
  useOnChange(() => virtual.scrollToOffset(0), query);
  useOnChange(
    () => {
      if (isMeasured && leadRow !== null) virtual.scrollToIndex(leadRow, { align: 'auto' });
    },
    isMeasured,
    leadRow,
    lead?.id,
  );
}

/** Focuses the grid when loupe or comparison are closed. */
function useFocusOnReturn(scroller: RefObject<HTMLElement | null>): void {
  const isLoupe = useReviewUi((ui) => ui.isLoupe);
  const isCovered = usePanes(({ kind }) => kind !== null) || isLoupe;
  useEffect(() => {
    // Typing in a search must not lose the focus when the list is reloaded.
    if (!isCovered && !document.activeElement?.closest('input, textarea, [role="dialog"]'))
      scroller.current?.focus({ preventScroll: true });
  }, [isCovered, scroller]);
}
