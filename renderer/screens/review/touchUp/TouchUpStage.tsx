/** The loupe's stage for touching up: the brush on a cutout, or the strength of a retouch. */
import { Button } from '@mantine/core';
import { type CSSProperties, type Ref, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../../contract/app/image-urls.ts';
import type { PhotographView, VersionView } from '../../../../contract/review/list-queries.ts';
import { EmptyState } from '../../../components/Screen.tsx';
import { Stage, type StageHandle } from '../../../components/stage/Stage.tsx';
import { useBackdrop } from '../../../state/settings/backdrop.ts';
import type { View } from '../../../state/stage/stageGeometry.ts';
import reviewClasses from '../Review.module.css';
import { BrushBar } from './BrushBar.tsx';
import { BrushOverlay } from './BrushOverlay.tsx';
import { BrushPicture } from './BrushPicture.tsx';
import type { Painter } from './painter.ts';
import { StrengthBar, StrengthFaces, StrengthPicture } from './StrengthTools.tsx';
import classes from './Touch.module.css';
import { StageNote, TouchUpBar } from './TouchUpBar.tsx';
import { cancelTouch, useTouch } from './touchUp.ts';
import { useHeldKeys } from './useHeldKeys.ts';

interface TouchUpStageProps {
  readonly photograph: PhotographView;
  readonly version: VersionView;
  readonly view: RefObject<View>;
  readonly onZoom: (share: number) => void;
  readonly ref: Ref<StageHandle>;
}

/** Share of the brush that ignores edges: see find-surface.ts of the main process. */
const hardShare = 0.3;

export function TouchUpStage({ photograph, version, view, onZoom, ref }: TouchUpStageProps) {
  const { t } = useTranslation();
  const backdrop = useBackdrop();
  const phase = useTouch((touch) => touch.phase);
  const errorText = useTouch((touch) => touch.errorText);
  const opened = useTouch((touch) => touch.opened);
  const { mode, softness, edgeAware } = useTouch((touch) => touch.brush);
  const painter = useRef<Painter | null>(null);
  const ring = useRef<HTMLSpanElement>(null);
  const detail = useRef<HTMLCanvasElement>(null);
  const onMoved = useRef(new Set<() => void>());
  const held = useHeldKeys();
  const { width, height } = photograph;

  if (phase === 'refused') {
    return (
      <div className={`${reviewClasses.stageArea} ${reviewClasses.stageMessage}`}>
        <EmptyState title={t('touch.failed')} text={errorText?.() ?? ''} testId="touch-refused">
          <Button variant="default" onClick={cancelTouch} data-testid="touch-close">
            {t('touch.back')}
          </Button>
        </EmptyState>
      </div>
    );
  }
  const shared = { alt: photograph.name, box: version.box };
  const result = { ...shared, src: imageUrl.result(version.id), small: imageUrl.resultThumbnail(version.id, 640) };
  const before = {
    ...shared,
    box: null,
    src: imageUrl.source(version.jobId),
    small: imageUrl.jobThumbnail(version.jobId, 640),
  };
  const isBrush = opened?.by === 'brush';
  return (
    <div className={reviewClasses.stageArea} data-testid="touch-stage">
      <Stage
        ref={ref}
        width={width}
        height={height}
        before={null}
        after={opened?.by === 'strength' ? before : result}
        hidesPicture={isBrush}
        backdrop={backdrop}
        label=""
        view={view}
        onZoom={(share) => {
          onZoom(share);
          for (const listener of onMoved.current) listener();
        }}
        cover={isBrush && <BrushOverlay painter={painter} width={width} held={held} ring={ring} onMoved={onMoved} />}
      >
        {isBrush && (
          <BrushPicture
            opened={opened}
            photographSize={photograph}
            painter={painter}
            detail={detail}
            onMoved={onMoved}
          />
        )}
        {opened?.by === 'strength' && <StrengthPicture opened={opened} />}
      </Stage>
      <canvas ref={detail} className={`${classes.layer} ${classes.detail}`} aria-hidden data-testid="touch-detail" />
      {isBrush && (
        <span
          ref={ring}
          className={classes.ring}
          data-away
          data-mode={held.alt === (mode === 'restore') ? 'erase' : 'restore'}
          style={{ '--hard': edgeAware ? hardShare : 1 - softness } as CSSProperties}
          hidden={held.space}
        />
      )}
      <TouchUpBar label={isBrush ? t('touch.brush.label') : t('touch.strength.label')}>
        {isBrush ? <BrushBar held={held} /> : <StrengthBar />}
      </TouchUpBar>
      {isBrush && opened.ground !== 'clear' && (
        <StageNote>{t(opened.ground === 'white' ? 'touch.brush.white' : 'touch.brush.mask')}</StageNote>
      )}
      {opened?.by === 'strength' && <StrengthFaces opened={opened} photographId={photograph.id} />}
    </div>
  );
}
