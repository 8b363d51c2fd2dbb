/** Two to four pictures side by side, zoomed and moved together: the framed one is decided about, or makes way for another. */
import { Button } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHand } from '../../../commands/hands.ts';
import { levelAfter, noOffset, type Pane, type Point, zoomAt, zoomedTo } from '../../../components/stage/linked.ts';
import { percent } from '../../../locales/format.ts';
import { useDetails, useReadDetails } from '../../../state/look/details.ts';
import { useLook } from '../../../state/look/look.ts';
import { BackdropChoice } from '../BackdropChoice.tsx';
import { LookBar } from '../LookBar.tsx';
import reviewClasses from '../Review.module.css';
import classes from './Compare.module.css';
import { ComparePane } from './ComparePane.tsx';
import { compareColumns } from './compareColumns.ts';

/** One step of + and −. */
const zoomStep = 1.5;

export function Compare() {
  const { t } = useTranslation();
  const area = useElementSize();
  const panes = useLook((look) => look.panes);
  const focus = useLook((look) => look.focus);
  const isVersions = useLook((look) => look.isVersions);
  const left = useLook((look) => look.left);
  const linked = useLook((look) => look.linked);
  const [geometry, setGeometry] = useState<Readonly<Record<number, Pane>>>({});
  const details = useDetails((state) => state.details);
  useReadDetails(panes.map(({ id }) => id));
  const onPane = useCallback(
    (index: number, pane: Pane) => setGeometry((before) => ({ ...before, [index]: pane })),
    [],
  );

  const shown = panes.flatMap((_, index) => geometry[index] ?? []);
  // Pictures that all are shown at their own size already are enlarged twice.
  const full = shown.some((pane) => pane.full > 1.01) ? 1 : 2;
  const focusedPane = geometry[focus];
  const zoomTo = (level: number, at: Point | null) => {
    if (!focusedPane) return;
    useLook.setState((look) => ({ linked: zoomedTo(look.linked, level, at, focusedPane, noOffset) }));
  };
  const toggle = (at: Point | null) => zoomTo(linked.level > 0 ? 0 : full, at);
  const step = (factor: number) => zoomTo(levelAfter(linked.level, factor, focusedPane?.full ?? 1), null);
  useHand('stage', {
    toggleZoom: () => toggle(null),
    step: (direction) => step(direction > 0 ? zoomStep : 1 / zoomStep),
  });

  const shapes = panes.map(({ id }) => details.get(id)?.photograph ?? { width: 3, height: 2 });
  const columns = compareColumns(shapes, { width: area.width, height: area.height });
  const title = isVersions
    ? t('look.compare.results', { count: panes.length, name: details.get(panes[0]?.id ?? 0)?.photograph.name ?? '' })
    : t('look.compare.photographs', { count: panes.length });
  return (
    <section className={reviewClasses.look} aria-label={t('look.compare.open')} data-testid="compare">
      <LookBar title={title} note={left > 0 ? '' : t('look.compare.hint')} left={left}>
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
      </LookBar>
      <div
        ref={area.ref}
        className={`${classes.panes} ${reviewClasses.stageArea}`}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {panes.map((pane, index) => (
          <ComparePane
            // A pane keeps its place while its picture changes.
            // biome-ignore lint/suspicious/noArrayIndexKey: it is named by its place
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
      </div>
    </section>
  );
}
