/** Blind judging: two results of a photograph side by side, with one zoom, without the names of services. */
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../contract/app/image-urls.ts';
import { type BlindPair, type Side, sides, type Verdict } from '../../../contract/services/service-comparison.ts';
import { useCommandTarget } from '../../commands/commandTargets.ts';
import { BackButton } from '../../components/actions/BackButton.tsx';
import { BackdropChoice } from '../../components/picture/BackdropChoice.tsx';
import { useRestoreFocus } from '../../components/restoreFocus.tsx';
import { EmptyState } from '../../components/Screen.tsx';
import { LinkedStage } from '../../components/stage/LinkedStage.tsx';
import { percent } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { useBackdrop } from '../../state/settings/backdrop.ts';
import { useHint, useKeyOf } from '../../state/settings/keymap.ts';
import { levelAfter, type Pane, type Point, zoomAt, zoomedTo } from '../../state/stage/linkedView.ts';
import { confirm } from '../../state/window/confirmDialog.ts';
import classes from './Comparisons.module.css';
import {
  closeJudging,
  finishComparison,
  goToPair,
  readPairs,
  recordVerdict,
  showOriginal,
  updateView,
  useComparing,
} from './comparisons.ts';

/** Zoom factor of + and −. */
const zoomStep = 1.5;

export function JudgeView() {
  const { t } = useTranslation();
  const hint = useHint();
  const screen = useRef<HTMLElement>(null);
  const jobsVersion = useData((data) => data.jobsVersion);
  const judging = useComparing((state) => state.judging);
  // Finished jobs add pairs.
  const update = useEffectEvent((_changed: number) => void readPairs());
  useEffect(() => update(jobsVersion), [jobsVersion]);
  useRestoreFocus(true);
  useEffect(() => screen.current?.focus(), []);
  const pairs = judging?.pairs ?? [];
  const index = pairs.findIndex(({ id }) => id === judging?.pairId);
  const pair = pairs[index];
  const showsOriginal = judging?.showsOriginal ?? false;
  const label = t('comparisons.judging.label');
  return (
    <section ref={screen} className={classes.judging} aria-label={label} tabIndex={-1} data-testid="judging">
      <Group component="header" className={classes.bar} gap="sm" wrap="nowrap" px="sm">
        <BackButton label={t('comparisons.judging.later')} onClick={closeJudging} testId="judging-back" />
        <Text component="h1" inherit className="ellipsis" flex="none" fz="md" fw={700}>
          {label}
        </Text>
        {pair && (
          <Text span inherit className="ellipsis numbers" c="dimmed" data-testid="judging-place">
            {t('comparisons.judging.place', { n: index + 1, total: pairs.length })} · {pair.name}
          </Text>
        )}
        <Box flex={1} />
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
      </Group>
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
  const firstPane = geometry.left ?? geometry.right;
  const full = sides.some((side) => (geometry[side]?.full ?? 1) > 1.01) ? 1 : 2;
  const level = linked?.level ?? 0;
  const zoomTo = (to: number, point: Point | null, pane = firstPane) => {
    if (pane) updateView((before) => zoomedTo(before, to, point, pane));
  };
  const toggle = (point: Point | null, pane = firstPane) => zoomTo(level > 0 ? 0 : full, point, pane);
  useCommandTarget('stage', {
    toggleZoom: () => toggle(null),
    step: (direction) => zoomTo(levelAfter(level, direction > 0 ? zoomStep : 1 / zoomStep, firstPane?.full ?? 1), null),
  });
  if (!linked) return null;
  return (
    <Group align="stretch" gap={4} wrap="nowrap" mih={0} p={4}>
      {sides.map((side) => {
        const isOriginal = showsOriginal && pair.photographId !== null;
        const label = isOriginal ? t('comparisons.judging.original') : t(`comparisons.judging.${side}`);
        const picture = isOriginal
          ? { src: imageUrl.photograph(pair.photographId), small: imageUrl.photographThumbnail(pair.photographId, 640) }
          : { src: imageUrl.side(pair.id, side), small: imageUrl.sideThumbnail(pair.id, side) };
        return (
          <Stack
            key={side}
            component="figure"
            className={classes.pane}
            flex={1}
            gap={0}
            miw={0}
            mih={0}
            m={0}
            data-testid={`judging-${side}`}
          >
            <LinkedStage
              {...(isOriginal ? pair.size : pair[side])}
              picture={{ ...picture, alt: label, box: null }}
              backdrop={backdrop}
              linked={linked}
              onChange={updateView}
              onPane={(pane) => onPane(side, pane)}
              onPress={(point) => toggle(point, geometry[side])}
            />
            <Text
              component="figcaption"
              inherit
              flex="none"
              px="xs"
              py={4}
              fz="xs"
              ta="center"
              c="dimmed"
              bg="var(--b-panel)"
            >
              {label}
              {firstPane && ` · ${percent(zoomAt(level, firstPane.full) / firstPane.full)}`}
            </Text>
          </Stack>
        );
      })}
    </Group>
  );
}

const verdictOrder = ['left', 'both', 'neither', 'right'] as const satisfies readonly Verdict[];

function Verdicts({ pair }: { readonly pair: BlindPair | null }) {
  const { t } = useTranslation();
  const keyOf = useKeyOf();
  return (
    <Group
      className={classes.verdicts}
      justify="center"
      gap="xs"
      wrap="nowrap"
      px="sm"
      role="group"
      aria-label={t('comparisons.judging.label')}
    >
      {verdictOrder.map((verdict) => (
        <Button
          key={verdict}
          variant={pair?.verdict === verdict ? 'filled' : 'default'}
          aria-pressed={pair?.verdict === verdict}
          disabled={pair === null}
          rightSection={
            <Text component="kbd" inherit fz="xs" ff="inherit" opacity={0.7}>
              {keyOf(`judging.${verdict}`)}
            </Text>
          }
          onClick={() => void recordVerdict(verdict)}
          data-testid={`judging-say-${verdict}`}
        >
          {t(`comparisons.judging.better.${verdict}`)}
        </Button>
      ))}
    </Group>
  );
}

/** The view after the last pair. */
function JudgingEnd() {
  const { t } = useTranslation();
  const count = useComparing((state) => state.judging?.pairs.length ?? 0);
  const open = useComparing((state) => state.heads.find(({ id }) => id === state.judging?.id)?.open ?? 0);
  return (
    <EmptyState
      title={count === 0 ? t('comparisons.judging.endNone') : t('comparisons.judging.endTitle', { count })}
      text={open > 0 ? t('comparisons.judging.endOpen', { count: open }) : t('comparisons.judging.endText')}
      testId="judging-end"
    >
      {count > 0 && (
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => goToPair(-1)} data-testid="judging-previous">
            {t('comparisons.judging.back')}
          </Button>
          <FinishButton />
        </Group>
      )}
    </EmptyState>
  );
}

/** Ends the judging, after a confirmation if pairs have no verdict. */
function FinishButton() {
  const { t } = useTranslation();
  const judging = useComparing((state) => state.judging);
  const head = useComparing((state) => state.heads.find(({ id }) => id === judging?.id));
  if (judging === null) return null;
  const { id } = judging;
  const judged = judging.pairs.filter(({ verdict }) => verdict !== null).length;
  const left = judging.pairs.length - judged + (head?.open ?? 0);
  const end = () =>
    left === 0
      ? void finishComparison(id)
      : confirm({
          title: t('comparisons.judging.finishTitle', { judged, pairs: head?.pairs ?? judging.pairs.length }),
          text: t('comparisons.judging.finishText'),
          yes: t('comparisons.finish'),
          no: t('actions.cancel'),
          isDestructive: false,
          onYes: () => void finishComparison(id),
        });
  return (
    <Button
      size="compact-sm"
      variant={left === 0 ? 'filled' : 'default'}
      disabled={judged === 0}
      onClick={end}
      data-testid="judging-finish"
    >
      {t('comparisons.finish')}
    </Button>
  );
}
