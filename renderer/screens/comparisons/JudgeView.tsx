/** Blind judging: two results of a photograph side by side, with one zoom, without the names of services. */
import { Button } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../contract/app/image-urls.ts';
import { type BlindPair, type Side, sides } from '../../../contract/services/service-comparison.ts';
import { useCommandTarget } from '../../commands/commandTargets.ts';
import { BackButton } from '../../components/BackButton.tsx';
import { BackdropChoice } from '../../components/BackdropChoice.tsx';
import { useRestoreFocus } from '../../components/restoreFocus.tsx';
import { LinkedStage } from '../../components/stage/LinkedStage.tsx';
import { percent } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { useBackdrop } from '../../state/settings/backdrop.ts';
import { useHint } from '../../state/settings/keymap.ts';
import { levelAfter, type Pane, type Point, zoomAt, zoomedTo } from '../../state/stage/linkedView.ts';
import classes from './Comparisons.module.css';
import { closeJudging, readPairs, showOriginal, updateView, useComparing } from './comparisons.ts';
import { FinishButton } from './FinishButton.tsx';
import { JudgingEnd } from './JudgingEnd.tsx';
import { Verdicts } from './Verdicts.tsx';

/** Zoom factor of + and −. */
const zoomStep = 1.5;

export function JudgeView() {
  const { t } = useTranslation();
  const hint = useHint();
  const screen = useRef<HTMLElement>(null);
  const jobsVersion = useData((data) => data.jobsVersion);
  const judging = useComparing((state) => state.judging);
  // biome-ignore lint/correctness/useExhaustiveDependencies: finished jobs add pairs
  useEffect(() => void readPairs(), [jobsVersion]);
  useRestoreFocus(true);
  useEffect(() => screen.current?.focus(), []);
  const pairs = judging?.pairs ?? [];
  const place = pairs.findIndex(({ id }) => id === judging?.pairId);
  const pair = pairs[place];
  const showsOriginal = judging?.showsOriginal ?? false;
  const label = t('comparisons.judging.label');
  return (
    <section ref={screen} className={classes.judging} aria-label={label} tabIndex={-1} data-testid="judging">
      <header className={classes.bar}>
        <BackButton label={t('comparisons.judging.later')} onClick={closeJudging} testId="judging-back" />
        <h1 className="ellipsis">{label}</h1>
        {pair && (
          <span className={`${classes.dim} ellipsis numbers`} data-testid="judging-place">
            {t('comparisons.judging.place', { n: place + 1, total: pairs.length })} · {pair.name}
          </span>
        )}
        <div className={classes.grow} />
        {pair && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-pressed={showsOriginal}
            title={hint(t('comparisons.judging.original'), 'judging.original')}
            onClick={() => showOriginal(!showsOriginal)}
            data-testid="judging-original"
          >
            {t('comparisons.judging.original')}
          </Button>
        )}
        <BackdropChoice />
        {pair && <FinishButton />}
      </header>
      {pair ? <Pair key={pair.id} pair={pair} /> : <JudgingEnd />}
      <Verdicts pair={pair ?? null} />
    </section>
  );
}

function Pair({ pair }: { readonly pair: BlindPair }) {
  const { t } = useTranslation();
  const linked = useComparing((state) => state.judging?.linked);
  const showsOriginal = useComparing((state) => state.judging?.showsOriginal ?? false);
  const backdrop = useBackdrop();
  const [geometry, setGeometry] = useState<Partial<Record<Side, Pane>>>({});
  const onPane = useCallback((side: Side, pane: Pane) => setGeometry((before) => ({ ...before, [side]: pane })), []);
  const lead = geometry.left ?? geometry.right;
  const full = sides.some((side) => (geometry[side]?.full ?? 1) > 1.01) ? 1 : 2;
  const level = linked?.level ?? 0;
  const zoomTo = (to: number, point: Point | null, pane = lead) => {
    if (pane) updateView((before) => zoomedTo(before, to, point, pane));
  };
  const toggle = (point: Point | null, pane = lead) => zoomTo(level > 0 ? 0 : full, point, pane);
  useCommandTarget('stage', {
    toggleZoom: () => toggle(null),
    step: (direction) => zoomTo(levelAfter(level, direction > 0 ? zoomStep : 1 / zoomStep, lead?.full ?? 1), null),
  });
  if (!linked) return null;
  return (
    <div className={classes.panes}>
      {sides.map((side) => {
        const isOriginal = showsOriginal && pair.photographId !== null;
        const words = isOriginal ? t('comparisons.judging.original') : t(`comparisons.judging.${side}`);
        const picture = isOriginal
          ? { src: imageUrl.photograph(pair.photographId), small: imageUrl.photographThumbnail(pair.photographId, 640) }
          : { src: imageUrl.side(pair.id, side), small: imageUrl.sideThumbnail(pair.id, side) };
        return (
          <figure key={side} className={classes.pane} data-testid={`judging-${side}`}>
            <LinkedStage
              {...(isOriginal ? pair.size : pair[side])}
              picture={{ ...picture, alt: words, box: null }}
              backdrop={backdrop}
              linked={linked}
              onChange={updateView}
              onPane={(pane) => onPane(side, pane)}
              onPress={(point) => toggle(point, geometry[side])}
            />
            <figcaption className={classes.caption}>
              {words}
              {lead && ` · ${percent(zoomAt(level, lead.full) / lead.full)}`}
            </figcaption>
          </figure>
        );
      })}
    </div>
  );
}
