/** The sidebar of the light table: days and months, batches, folders and recipes, in any number. */
import { Box, Menu } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, memo, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandId } from '../../../../contract/app/shortcuts.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import type { Places } from '../../../../contract/review/list-queries.ts';
import { request } from '../../../bridge.ts';
import { commands } from '../../../commands/table.ts';
import { CommandItem, ContextMenu } from '../../../components/actions/CommandMenu.tsx';
import { LoadOlder } from '../../../components/list/LoadOlder.tsx';
import side from '../../../components/list/SideList.module.css';
import { SideItem } from '../../../components/list/SideList.tsx';
import { baseName, formatCount, monthOf } from '../../../locales/format.ts';
import { formatAddedBy } from '../../../state/data/sharePaths.ts';
import { photographList } from '../../../state/review/photographList.ts';
import { anyPlace, isAt, openPlace, type Place, useReviewUi } from '../../../state/review/reviewUi.ts';
import { BatchItems, BatchMenu } from './BatchMenu.tsx';
import { ambiguousBatches, batchNote, batchTooltip } from './batchNote.ts';

interface Line {
  readonly key: string;
  readonly place: Partial<Place>;
  /** Creates the texts when the line comes into view, because there may be thousands. */
  readonly texts: () => {
    readonly name: string;
    readonly note: string;
    readonly more?: string;
    readonly title?: string;
  };
  readonly batch?: Places['batches'][number];
}
type Entry = { readonly heading: string } | Line;

const lineHeight = 48;
/** Height with the name of the station that added the batch. */
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
      { key: 'all', place: anyPlace, texts: () => ({ name: t('review.all'), note: photographs(places.all) }) },
      ...places.spans.map(({ from, to, count: n }, index) => ({
        key: `span-${from}`,
        place: { from, to },
        texts: () => ({ name: spanName(from, index), note: photographs(n) }),
      })),
      ...section(
        t('review.batches'),
        places.batches.map((batch) => ({
          key: `batch-${batch.id}`,
          place: { batchId: batch.id },
          texts: () => ({
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
          texts: () => ({ name: baseName(path), note: photographs(n), title: path }),
        })),
      ),
      ...section(
        t('review.places.recipes'),
        places.recipes.map(({ name, count: n }) => ({
          key: `recipe-${name}`,
          place: { recipe: name },
          texts: () => ({ name, note: photographs(n) }),
        })),
      ),
    ];
  }, [places, t]);
}

const dayMs = 24 * 60 * 60 * 1000;
const isToday = (from: number) => Date.now() - from < dayMs + 60 * 60 * 1000;
const isWithinWeek = (from: number) => Date.now() - from < 8 * dayMs;

/** The line of a place. The menu of its batch is created when the pointer or focus is near. */
const PlaceLine = memo(function PlaceLine({ line, isOpen }: { readonly line: Line; readonly isOpen: boolean }) {
  const [isNear, setNear] = useState(false);
  const onNear = () => setNear(true);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only prepares the menu
    <div onPointerEnter={onNear} onFocus={onNear} data-line={line.key}>
      <SideItem
        {...line.texts()}
        isOpen={isOpen}
        onOpen={() => openPlace(line.place)}
        testId={`review-${line.key}`}
        menu={line.batch && (isNear || isOpen) && <BatchMenu batch={line.batch} />}
      />
    </div>
  );
});

/** The context menu of a place: commands open it first, and apply to all its photographs. */
function PlaceItems({ line }: { readonly line: Line }) {
  const { t } = useTranslation();
  const open = () => openPlace(line.place);
  const runOnAll = (id: CommandId) => async () => {
    if (!isAt(useReviewUi.getState().query, line.place)) open();
    // The list is requested when the screen is rendered.
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
        <CommandItem key={id} id={id} onClick={() => void runOnAll(id)()} />
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

export const ReviewSidebar = memo(function ReviewSidebar({ places }: { readonly places: Places | null }) {
  const { t } = useTranslation();
  const query = useReviewUi((ui) => ui.query);
  const scroller = useRef<HTMLDivElement>(null);
  const entries = useEntries(places);
  const [target, setTarget] = useState<Line | null>(null);
  /** One menu serves all lines. */
  const onContextMenu = (event: MouseEvent) => {
    const key = (event.target as Element).closest('[data-line]')?.getAttribute('data-line');
    const line = entries.find((entry) => 'key' in entry && entry.key === key);
    if (line === undefined || 'heading' in line) event.preventDefault();
    else setTarget(line);
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
      <ContextMenu content={target && <PlaceItems line={target} />} testId="place-menu">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys open the context menu too */}
        <div ref={scroller} className={side.items} onContextMenu={onContextMenu}>
          <Box pos="relative" h={virtual.getTotalSize()}>
            {virtual.getVirtualItems().map((item) => {
              const entry = entries[item.index] as Entry;
              const style = {
                position: 'absolute',
                inset: '0 0 auto',
                transform: `translateY(${item.start}px)`,
              } as const;
              if ('heading' in entry) {
                return (
                  <Box component="h2" key={item.key} m={0} p="12px 8px 4px" c="dimmed" fz={12} fw={600} style={style}>
                    {entry.heading}
                  </Box>
                );
              }
              return (
                <div key={item.key} style={style}>
                  <PlaceLine line={entry} isOpen={isAt(query, entry.place)} />
                </div>
              );
            })}
          </Box>
        </div>
      </ContextMenu>
      <LoadOlder />
    </nav>
  );
});
