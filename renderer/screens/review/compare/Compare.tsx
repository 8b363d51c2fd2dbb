/** Two to four pictures side by side with linked zoom. Decisions and exchanges apply to the framed one. */
import { Box, Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommandTarget } from '../../../commands/commandTargets.ts';
import { BackdropChoice } from '../../../components/picture/BackdropChoice.tsx';
import { percent } from '../../../locales/format.ts';
import { usePanes } from '../../../state/review/panesStore.ts';
import { levelAfter, noOffset, type Pane, type Point, zoomAt, zoomedTo } from '../../../state/stage/linkedView.ts';
import { PanesBar } from '../panes/PanesBar.tsx';
import { useDetails, useReadDetails } from '../panes/paneDetails.ts';
import reviewClasses from '../Review.module.css';
import { ComparePane } from './ComparePane.tsx';
import { compareColumns } from './compareColumns.ts';

const zoomStep = 1.5;

export function Compare() {
  const { t } = useTranslation();
  const area = useElementSize();
  const panes = usePanes((panes) => panes.panes);
  const focus = usePanes((panes) => panes.focus);
  const isVersions = usePanes((panes) => panes.isVersions);
  const left = usePanes((panes) => panes.left);
  const linked = usePanes((panes) => panes.linked);
  const [geometry, setGeometry] = useState<Readonly<Record<number, Pane>>>({});
  const details = useDetails((state) => state.details);
  useReadDetails(panes.map(({ id }) => id));
  const onPane = useCallback(
    (index: number, pane: Pane) => setGeometry((before) => ({ ...before, [index]: pane })),
    [],
  );

  const shown = panes.flatMap((_, index) => geometry[index] ?? []);
  // If all pictures are already displayed at full size, the zoom is 200%.
  const full = shown.some((pane) => pane.full > 1.01) ? 1 : 2;
  const focusedPane = geometry[focus];
  const zoomTo = (level: number, point: Point | null) => {
    if (!focusedPane) return;
    usePanes.setState((panes) => ({ linked: zoomedTo(panes.linked, level, point, focusedPane, noOffset) }));
  };
  const toggle = (point: Point | null) => zoomTo(linked.level > 0 ? 0 : full, point);
  const step = (factor: number) => zoomTo(levelAfter(linked.level, factor, focusedPane?.full ?? 1), null);
  useCommandTarget('stage', {
    toggleZoom: () => toggle(null),
    step: (direction) => step(direction > 0 ? zoomStep : 1 / zoomStep),
  });

  const shapes = panes.map(({ id }) => details.get(id)?.photograph ?? { width: 3, height: 2 });
  const columns = compareColumns(shapes, { width: area.width, height: area.height });
  const title = isVersions
    ? t('panes.compare.results', { count: panes.length, name: details.get(panes[0]?.id ?? 0)?.photograph.name ?? '' })
    : t('panes.compare.photographs', { count: panes.length });
  return (
    <section className={reviewClasses.panes} aria-label={t('panes.compare.open')} data-testid="compare">
      <PanesBar title={title} note={left > 0 ? '' : t('panes.compare.hint')} left={left}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className="numbers"
          onClick={() => toggle(null)}
          title={linked.level === 0 ? t('review.loupe.fullSize') : t('review.loupe.fit')}
          data-testid="compare-zoom"
        >
          {focusedPane ? percent(zoomAt(linked.level, focusedPane.full) / focusedPane.full) : ''}
        </Button>
        <BackdropChoice />
      </PanesBar>
      <Box
        ref={area.ref}
        className={reviewClasses.stageArea}
        display="grid"
        p={4}
        style={{ gap: 4, gridAutoRows: 'minmax(0, 1fr)', gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {panes.map((pane, index) => (
          <ComparePane
            // biome-ignore lint/suspicious/noArrayIndexKey: a pane keeps its place while its picture changes
            key={index}
            pane={pane}
            index={index}
            count={panes.length}
            isFocused={index === focus}
            isVersions={isVersions}
            linked={linked}
            onPane={onPane}
            onZoom={toggle}
          />
        ))}
      </Box>
    </section>
  );
}
