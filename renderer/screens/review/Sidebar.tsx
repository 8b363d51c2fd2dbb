/** Where to look, at the left of the light table: days and months, batches, folders, recipes; any number of them. */
import { Menu } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, memo, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandId } from '../../../contract/app/shortcuts.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Places } from '../../../contract/review/list-queries.ts';
import { request } from '../../bridge.ts';
import { commands } from '../../commands/table.ts';
import { CommandItem, ContextMenu } from '../../components/CommandMenu.tsx';
import { LoadOlder } from '../../components/LoadOlder.tsx';
import side from '../../components/SideList.module.css';
import { SideItem } from '../../components/SideList.tsx';
import { baseName, formatCount, monthOf } from '../../locales/format.ts';
import { formatAddedBy } from '../../state/data/sharePaths.ts';
import { photographList } from '../../state/review/photographList.ts';
import { anyPlace, isAt, openPlace, type Place, useReviewUi } from '../../state/review/reviewUi.ts';
import { BatchItems, BatchMenu } from './BatchMenu.tsx';
import { ambiguousBatches, batchNote, batchTooltip } from './batchNote.ts';
import classes from './Review.module.css';

interface Line {
  readonly key: string;
  readonly place: Partial<Place>;
  /** Put into words when it comes into view: there may be thousands. */
  readonly words: () => {
    readonly name: string;
    readonly note: string;
    readonly more?: string;
    readonly title?: string;
  };
  readonly batch?: Places['batches'][number];
}
type Entry = { readonly heading: string } | Line;

const lineHeight = 48;
/** Of a batch of another station's, which says whose. */
const tallLineHeight = 64;
const headingHeight = 34;

function useEntries(places: Places | null): readonly Entry[] {
  const { t } = useTranslation();
  return useMemo(() => {
    if (places === null) return [];
    const photographs = (n: number) => t('review.count', { n: formatCount(n), count: n });
    const spanName = (from: number, index: number) =>
      index === 0 && from === places.spans[0]?.from && isToday(from)
        ? t('review.places.today')
        : isWithinWeek(from)
          ? t('review.places.week')
          : monthOf(from);
    const ambiguous = ambiguousBatches(places.batches);
    const section = (heading: string, lines: readonly Line[]): Entry[] =>
      lines.length === 0 ? [] : [{ heading }, ...lines];
    return [
      { key: 'all', place: anyPlace, words: () => ({ name: t('review.all'), note: photographs(places.all) }) },
      ...places.spans.map(({ from, to, count: n }, index) => ({
        key: `span-${from}`,
        place: { from, to },
        words: () => ({ name: spanName(from, index), note: photographs(n) }),
      })),
      ...section(
        t('review.batches'),
        places.batches.map((batch) => ({
          key: `batch-${batch.id}`,
          place: { batchId: batch.id },
          words: () => ({
            name: formatMessage(batch.title),
            note: batchNote(batch, ambiguous.has(batch.id), t),
            title: batchTooltip(batch, formatMessage(batch.title), t),
            ...(batch.addedBy ? { more: formatAddedBy(batch.addedBy) } : {}),
          }),
          batch,
        })),
      ),
      ...section(
        t('review.places.folders'),
        places.folders.map(({ id, path, count: n }) => ({
          key: `folder-${id}`,
          place: { folderId: id },
          words: () => ({ name: baseName(path), note: photographs(n), title: path }),
        })),
      ),
      ...section(
        t('review.places.recipes'),
        places.recipes.map(({ name, count: n }) => ({
          key: `recipe-${name}`,
          place: { recipe: name },
          words: () => ({ name, note: photographs(n) }),
        })),
      ),
    ];
  }, [places, t]);
}

const dayMs = 24 * 60 * 60 * 1000;
const isToday = (from: number) => Date.now() - from < dayMs + 60 * 60 * 1000;
const isWithinWeek = (from: number) => Date.now() - from < 8 * dayMs;

/** A place's line; what can be done with its batch is made when somebody is near it: there may be many lines. */
const PlaceLine = memo(function PlaceLine({ line, isOpen }: { readonly line: Line; readonly isOpen: boolean }) {
  const [isNear, setNear] = useState(false);
  const come = () => setNear(true);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done here; what can be done is made ready
    <div onPointerEnter={come} onFocus={come} data-line={line.key}>
      <SideItem
        {...line.words()}
        isOpen={isOpen}
        onOpen={() => openPlace(line.place)}
        testId={`review-${line.key}`}
        menu={line.batch && (isNear || isOpen) && <BatchMenu batch={line.batch} />}
      />
    </div>
  );
});

/** Of a place: it is opened, and then all of it can be described or handed on. */
function PlaceItems({ line }: { readonly line: Line }) {
  const { t } = useTranslation();
  const open = () => openPlace(line.place);
  const withAll = (id: CommandId) => async () => {
    if (!isAt(useReviewUi.getState().query, line.place)) open();
    // The list is asked for as the screen is drawn.
    await new Promise(requestAnimationFrame);
    await photographList.settled();
    commands[id].run();
  };
  return (
    <>
      <Menu.Item onClick={open} data-testid="place-open">
        {t('menus.open')}
      </Menu.Item>
      {(['review.info', 'review.export', 'review.gallery', 'review.check'] as const).map((id) => (
        <CommandItem key={id} id={id} onClick={() => void withAll(id)()} />
      ))}
      {line.place.folderId != null && (
        <>
          <Menu.Divider />
          <Menu.Item
            onClick={() => void request('results.revealFolder', { id: Number(line.place.folderId) })}
            data-testid="place-reveal"
          >
            {t('queue.actions.reveal')}
          </Menu.Item>
        </>
      )}
      {line.batch && (
        <>
          <Menu.Divider />
          <BatchItems batch={line.batch} />
        </>
      )}
    </>
  );
}

export const ReviewSidebar = memo(function PlaceList({ places }: { readonly places: Places | null }) {
  const { t } = useTranslation();
  const query = useReviewUi((ui) => ui.query);
  const scroller = useRef<HTMLDivElement>(null);
  const entries = useEntries(places);
  const [meant, setMeant] = useState<Line | null>(null);
  /** One menu for all lines, of the one that it is opened at. */
  const onContextMenu = (event: MouseEvent) => {
    const key = (event.target as Element).closest('[data-line]')?.getAttribute('data-line');
    const line = entries.find((entry) => 'key' in entry && entry.key === key);
    if (line === undefined || 'heading' in line) event.preventDefault();
    else setMeant(line);
  };
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(
      (index: number) => {
        const entry = entries[index] as Entry;
        if ('heading' in entry) return headingHeight;
        return entry.batch?.addedBy ? tallLineHeight : lineHeight;
      },
      [entries],
    ),
    getItemKey: useCallback(
      (index: number) => {
        const entry = entries[index] as Entry;
        return 'heading' in entry ? entry.heading : entry.key;
      },
      [entries],
    ),
    overscan: 6,
  });
  return (
    <nav className={side.list} aria-label={t('review.places.label')}>
      <header>
        <h1>{t('review.title')}</h1>
      </header>
      <ContextMenu content={meant && <PlaceItems line={meant} />} testId="place-menu">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: what can be done is in the menu, which keys open too */}
        <div ref={scroller} className={side.items} onContextMenu={onContextMenu}>
          <div className={classes.places} style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const entry = entries[item.index] as Entry;
              const style = { transform: `translateY(${item.start}px)` };
              if ('heading' in entry) {
                return (
                  <h2 key={item.key} style={style}>
                    {entry.heading}
                  </h2>
                );
              }
              return (
                <div key={item.key} style={style}>
                  <PlaceLine line={entry} isOpen={isAt(query, entry.place)} />
                </div>
              );
            })}
          </div>
        </div>
      </ContextMenu>
      <LoadOlder />
    </nav>
  );
});
