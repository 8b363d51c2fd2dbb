/** One result at a time: stage, strip of thumbnails, inspector; everything by mouse and by keyboard. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ResultView } from '../../../preload/contract/result.ts';
import { wholeView } from '../../components/stage/geometry.ts';
import type { StageHandle } from '../../components/stage/Stage.tsx';
import { percent } from '../../locales/format.ts';
import { openResult } from '../../state/reviewUi.ts';
import { useData } from '../../state/store.ts';
import { setsOf } from './analysis/readAnalysis.ts';
import { useAnalysis } from './analysis/useAnalysis.ts';
import { BackdropChoice } from './BackdropChoice.tsx';
import { LoupeSide } from './LoupeSide.tsx';
import { LoupeStage } from './LoupeStage.tsx';
import classes from './Review.module.css';
import { resultName } from './resultName.ts';
import { Strip } from './Strip.tsx';
import { useLoupeKeys } from './useLoupeKeys.ts';
import { usePreload } from './usePreload.ts';

interface LoupeProps {
  readonly results: readonly ResultView[];
  readonly index: number;
}

export function Loupe({ results, index }: LoupeProps) {
  const { t } = useTranslation();
  const stage = useRef<StageHandle>(null);
  const view = useRef(wholeView);
  const [zoom, setZoom] = useState(1);
  const [set, setSet] = useState<string | null | undefined>(undefined);
  const result = results[index] as ResultView;
  const job = useData((data) => data.jobs.get(result.jobId));
  const analysis = useAnalysis(result);
  const sets = analysis.reading ? setsOf(analysis.reading) : [];
  const shownSet = set === null ? null : set !== undefined && sets.includes(set) ? set : (sets.at(-1) ?? null);
  const go = (delta: number) => {
    const next = results[index + delta];
    if (next) openResult(next.id);
  };
  const back = () => openResult(null);
  useLoupeKeys({ go, back, stage });
  usePreload(results, index);

  return (
    <section className={classes.loupe} aria-label={t('review.loupe.label')} data-testid="loupe">
      <header className={classes.bar}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
          onClick={back}
          data-testid="loupe-back"
        >
          {t('review.loupe.back')}
        </Button>
        <h1 className="ellipsis" data-testid="loupe-name">
          {resultName(result, job)}
        </h1>
        <span className={`${classes.dim} numbers`} data-testid="loupe-position">
          {t('review.loupe.position', { n: index + 1, total: results.length })}
        </span>
        <div className={classes.grow} />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className="numbers"
          onClick={() => stage.current?.toggleZoom()}
          title={zoom < 0.995 ? t('review.loupe.fullSize') : t('review.loupe.fit')}
          data-testid="loupe-zoom"
        >
          {percent(zoom)}
        </Button>
        {result.kind === 'image' && <BackdropChoice />}
        <Tooltip label={t('review.loupe.previous')}>
          <ActionIcon
            onClick={() => go(-1)}
            disabled={index === 0}
            aria-label={t('review.loupe.previous')}
            data-testid="loupe-previous"
          >
            <IconChevronLeft size={18} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('review.loupe.next')}>
          <ActionIcon
            onClick={() => go(1)}
            disabled={index === results.length - 1}
            aria-label={t('review.loupe.next')}
            data-testid="loupe-next"
          >
            <IconChevronRight size={18} />
          </ActionIcon>
        </Tooltip>
      </header>
      <LoupeStage
        ref={stage}
        result={result}
        job={job}
        analysis={analysis}
        set={shownSet}
        view={view}
        onZoom={setZoom}
      />
      <LoupeSide result={result} job={job} analysis={analysis} sets={sets} set={shownSet} onSet={setSet} />
      <Strip results={results} index={index} />
    </section>
  );
}
