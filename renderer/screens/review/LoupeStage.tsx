/** The stage of the loupe with the marks of an analysis, or why there is nothing to show. */
import { type PointerEvent, type Ref, type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotographPresence } from '../../../contract/review/file-availability.ts';
import type { PhotographView, VersionView } from '../../../contract/review/list-queries.ts';
import { CommandItems, ContextMenu } from '../../components/CommandMenu.tsx';
import { EmptyState } from '../../components/Screen.tsx';
import { Stage, type StageHandle } from '../../components/stage/Stage.tsx';
import { missingShareOf } from '../../state/data/sharePaths.ts';
import { isShowable } from '../../state/review/fileAvailability.ts';
import { useBackdrop } from '../../state/settings/backdrop.ts';
import type { Size, View } from '../../state/stage/stageGeometry.ts';
import type { Mark } from './analysis/analysisModel.ts';
import { MarksOverlay } from './analysis/MarksOverlay.tsx';
import { chooseMark, markAt } from './analysis/marks.ts';
import { partsOf } from './analysis/parts.ts';
import type { LoadedAnalysis } from './analysis/useAnalysis.ts';
import { marksOfFlaws, useFlawPlaces } from './flaws/flawPlaces.ts';
import { pauseFollow } from './followResults.ts';
import { comparisonOf } from './loupeComparison.ts';
import { loupeMenu } from './menus.ts';
import { useLoupeView } from './panes/loupeView.ts';
import classes from './Review.module.css';

interface LoupeStageProps {
  readonly photograph: PhotographView;
  /** Null: nothing was done with the photograph yet, which is shown itself. */
  readonly version: VersionView | null;
  /** All of the photograph. */
  readonly versions: readonly VersionView[];
  readonly presence: PhotographPresence | null;
  readonly analysis: LoadedAnalysis;
  readonly set: string | null;
  readonly view: RefObject<View>;
  readonly onZoom: (share: number) => void;
  readonly ref: Ref<StageHandle>;
}

export function LoupeStage({
  photograph,
  version,
  versions,
  presence,
  analysis,
  set,
  view,
  onZoom,
  ref,
}: LoupeStageProps) {
  const { t } = useTranslation();
  const backdrop = useBackdrop();
  const kept = presence?.results.find(({ resultId }) => resultId === version?.id);
  const { mode, times, isPeaking, isZoomed, face } = useLoupeView();
  const comparison = comparisonOf(version, photograph, {
    original: isShowable(presence?.original),
    result: version?.present || (kept?.hasPreview ?? false),
  });
  const { reading } = analysis;
  const parts = useMemo(() => (version === null ? null : partsOf(versions, version)), [versions, version]);
  const places = useFlawPlaces(version?.flaws ?? []);
  const flaws = useMemo(() => marksOfFlaws(version, comparison), [version, comparison]);
  const drawn = analysis.view && reading ? reading : (parts ?? (places.isShown ? flaws : null));
  const size = analysis.view && reading ? analysis.view : comparison;
  const path = version === null ? photograph.sourcePath : (version.path ?? '');
  const share = missingShareOf(path);
  return (
    <ContextMenu content={<CommandItems parts={loupeMenu} />} testId="loupe-menu">
      {comparison === null ? (
        <div className={`${classes.stageArea} ${classes.stageMessage}`}>
          <EmptyState
            title={share === null ? t('review.gone') : t('studio.share.title')}
            text={share === null ? t('review.goneText', { path }) : t('studio.share.missing', { share })}
            testId="loupe-gone"
          />
        </div>
      ) : (
        <div
          className={classes.stageArea}
          onPointerDownCapture={() => isZoomed && pauseFollow()}
          onPointerMove={(event) => {
            if (drawn && size) pointAt(event, drawn.marks, size);
          }}
          onPointerLeave={() => chooseMark(null)}
        >
          <Stage
            ref={ref}
            width={comparison.width}
            height={comparison.height}
            before={comparison.before}
            after={comparison.after}
            backdrop={backdrop}
            label={t('review.loupe.slider')}
            view={view}
            onZoom={onZoom}
            mode={mode}
            times={times}
            isPeaking={isPeaking}
          >
            {drawn && size && <MarksOverlay reading={drawn} width={size.width} height={size.height} set={set} />}
          </Stage>
          {comparison.before && (
            <>
              {(mode === 'slider' || mode === 'before') && (
                <span className={`${classes.corner} ${classes.cornerLeft}`}>{t('review.loupe.before')}</span>
              )}
              {(mode === 'slider' || mode === 'after') && (
                <span className={`${classes.corner} ${classes.cornerRight}`}>{t('review.loupe.after')}</span>
              )}
              {mode === 'difference' && (
                <span className={`${classes.corner} ${classes.cornerLeft}`} data-testid="loupe-difference">
                  {t('panes.ways.differenceTimes', { n: times })}
                </span>
              )}
            </>
          )}
          {face?.photographId === photograph.id && (
            <span className={`${classes.corner} ${classes.cornerBottom}`} role="status" data-testid="loupe-face-at">
              {face.index < 0
                ? t('panes.faces.looking')
                : t('panes.faces.at', { n: face.index + 1, total: face.count })}
            </span>
          )}
        </div>
      )}
    </ContextMenu>
  );
}

/** The zoom lies over the picture: which mark the pointer is on is worked out from where the picture is drawn. */
function pointAt(event: PointerEvent, marks: readonly Mark[], { width, height }: Size): void {
  const place = event.currentTarget.querySelector('[data-testid="marks"]')?.getBoundingClientRect();
  if (!place || place.width === 0 || event.buttons !== 0) return;
  const x = ((event.clientX - place.left) / place.width) * width;
  const y = ((event.clientY - place.top) / place.height) * height;
  chooseMark(markAt(marks, x, y)?.key ?? null);
}
