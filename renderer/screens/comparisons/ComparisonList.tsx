/** Lists of comparisons: unfinished ones in the queue, all of them on the screen of services. */
import { Box, Button, Group, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComparisonHead } from '../../../contract/services/service-comparison.ts';
import panels from '../../components/Banner.module.css';
import { shortDay } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { confirm } from '../../state/window/confirmDialog.ts';
import classes from './Comparisons.module.css';
import {
  finishComparison,
  forgetComparison,
  readComparisons,
  resumeJudging,
  showOutcome,
  useComparing,
} from './comparisons.ts';

function useHeads(): readonly ComparisonHead[] {
  const tally = useData((data) => data.tally);
  // Their progress changes with the jobs.
  const read = useEffectEvent((_changed: typeof tally) => void readComparisons());
  useEffect(() => read(tally), [tally]);
  return useComparing((state) => state.heads);
}

/** Unfinished comparisons, in the queue. */
export function ComparisonPanel() {
  const { t } = useTranslation();
  const heads = useHeads().filter(({ finishedAt }) => finishedAt === null);
  if (heads.length === 0) return null;
  return (
    <section className={panels.list} aria-label={t('comparisons.panel')} data-testid="comparison-panel">
      {heads.map((head) => (
        <div key={head.id} className={panels.banner} data-testid={`comparison-${head.id}`}>
          <IconScale size={18} aria-hidden />
          <About head={head} />
          <div className={panels.buttons}>
            <Actions head={head} />
          </div>
        </div>
      ))}
    </section>
  );
}

export function ComparisonList() {
  const { t } = useTranslation();
  const heads = useHeads();
  if (heads.length === 0) return null;
  return (
    <Box component="section" maw={720} mt="lg" aria-labelledby="comparisons-title" data-testid="comparisons">
      <Text component="h2" inherit mb="xs" fz="sm" fw={700} id="comparisons-title">
        {t('comparisons.panel')}
      </Text>
      {heads.map((head) => (
        <Group
          key={head.id}
          className={classes.item}
          gap="sm"
          wrap="nowrap"
          py="xs"
          data-testid={`comparison-listed-${head.id}`}
        >
          <About head={head} />
          <div className={panels.buttons}>
            <Actions head={head} />
          </div>
        </Group>
      ))}
    </Box>
  );
}

function About({ head }: { readonly head: ComparisonHead }) {
  const { t } = useTranslation();
  const [first, second] = head.services;
  const { recipe, finishedAt, pairs, ready, judged, open } = head;
  const left = ready - judged;
  const names = { one: first, other: second };
  if (finishedAt !== null) {
    return (
      <div>
        <strong>{t('comparisons.pairName', names)}</strong>
        <p className="numbers">{t('comparisons.finished', { recipe, pairs, day: shortDay(finishedAt) })}</p>
      </div>
    );
  }
  return (
    <div>
      <strong>
        {left > 0
          ? t('comparisons.ready', { ...names, count: left })
          : open > 0
            ? t('comparisons.running', names)
            : ready > 0
              ? t('comparisons.allJudged', names)
              : t('comparisons.nothing', names)}
      </strong>
      <p className="numbers">
        {t('comparisons.progress', { recipe, judged, pairs })}
        {open > 0 && ` ${t('comparisons.open', { count: open })}`}
      </p>
    </div>
  );
}

function Actions({ head: { id, finishedAt, ready, judged, open } }: { readonly head: ComparisonHead }) {
  const { t } = useTranslation();
  const forget = () =>
    confirm({
      title: t('comparisons.forgetTitle'),
      text: t('comparisons.forgetText'),
      yes: t('comparisons.forget'),
      no: t('actions.keep'),
      onYes: () => void forgetComparison(id),
    });
  const isOver = ready === judged && open === 0;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={forget} data-testid={`comparison-forget-${id}`}>
        {t('comparisons.forget')}
      </Button>
      {finishedAt === null && ready > 0 && (
        <Button
          size="compact-sm"
          variant={isOver ? 'default' : 'filled'}
          onClick={() => void resumeJudging(id)}
          data-testid={`comparison-judge-${id}`}
        >
          {judged === 0 ? t('comparisons.judge') : t('comparisons.goOn')}
        </Button>
      )}
      {(finishedAt !== null || isOver) && (
        <Button
          size="compact-sm"
          onClick={() => void (finishedAt === null ? finishComparison(id) : showOutcome(id))}
          data-testid={`comparison-show-${id}`}
        >
          {t('comparisons.show')}
        </Button>
      )}
    </>
  );
}
