/** The stage of the loupe with the marks of an analysis, or a message if no picture can be shown. */
import { Box, type BoxProps } from '@mantine/core';
import { type PointerEvent, type ReactNode, type Ref, type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotographPresence } from '../../../../contract/review/file-availability.ts';
import type { PhotographView, VersionView } from '../../../../contract/review/list-queries.ts';
import { CommandItems, ContextMenu } from '../../../components/actions/CommandMenu.tsx';
import { EmptyState } from '../../../components/Screen.tsx';
import { Stage, type StageHandle } from '../../../components/stage/Stage.tsx';
import { missingShareOf } from '../../../state/data/sharePaths.ts';
import { isShowable } from '../../../state/review/fileAvailability.ts';
import { useBackdrop } from '../../../state/settings/backdrop.ts';
import type { Size, View } from '../../../state/stage/stageGeometry.ts';
import type { Mark } from '../analysis/analysisModel.ts';
import { MarksOverlay } from '../analysis/MarksOverlay.tsx';
import { chooseMark, markAt } from '../analysis/marks.ts';
import { partsOf } from '../analysis/parts.ts';
import type { LoadedAnalysis } from '../analysis/useAnalysis.ts';
import { marksOfFlaws, useFlawPlaces } from '../flaws/flawPlaces.ts';
import { pauseFollow } from '../follow/followResults.ts';
import { loupeMenu } from '../menus.ts';
import reviewClasses from '../Review.module.css';
import classes from './Loupe.module.css';
import { comparisonOf } from './loupeComparison.ts';
import { useLoupeView } from './loupeView.ts';

interface LoupeStageProps {
  readonly photograph: PhotographView;
  /** Null shows the photograph. */
  readonly version: VersionView | null;
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
  const result = presence?.results.find(({ resultId }) => resultId === version?.id);
  const { mode, times, isPeaking, isZoomed, face } = useLoupeView();
  const comparison = comparisonOf(version, photograph, {
    original: isShowable(presence?.original),
    result: version?.present || (result?.hasPreview ?? false),
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
        <div className={`${reviewClasses.stageArea} ${reviewClasses.stageMessage}`}>
          <EmptyState
            title={share === null ? t('review.gone') : t('studio.share.title')}
            text={share === null ? t('review.goneText', { path }) : t('studio.share.missing', { share })}
            testId="loupe-gone"
          />
        </div>
      ) : (
        <div
          className={reviewClasses.stageArea}
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
              {(mode === 'slider' || mode === 'before') && <Corner left={8}>{t('review.loupe.before')}</Corner>}
              {(mode === 'slider' || mode === 'after') && <Corner right={8}>{t('review.loupe.after')}</Corner>}
              {mode === 'difference' && (
                <Corner left={8} data-testid="loupe-difference">
                  {t('panes.ways.differenceTimes', { n: times })}
                </Corner>
              )}
            </>
          )}
          {face?.photographId === photograph.id && (
            <Corner
              top="auto"
              bottom={8}
              left="50%"
              style={{ transform: 'translateX(-50%)' }}
              role="status"
              data-testid="loupe-face-at"
            >
              {face.index < 0
                ? t('panes.faces.looking')
                : t('panes.faces.at', { n: face.index + 1, total: face.count })}
            </Corner>
          )}
        </div>
      )}
    </ContextMenu>
  );
}

interface CornerProps extends BoxProps {
  readonly role?: 'status';
  readonly children: ReactNode;
  readonly 'data-testid'?: string;
}

function Corner(props: CornerProps) {
  return <Box component="span" className={classes.corner} {...props} />;
}

/** Chooses the mark under the pointer. The zoom layer covers the marks, so that they receive no events. */
function pointAt(event: PointerEvent, marks: readonly Mark[], { width, height }: Size): void {
  const bounds = event.currentTarget.querySelector('[data-testid="marks"]')?.getBoundingClientRect();
  if (!bounds || bounds.width === 0 || event.buttons !== 0) return;
  const x = ((event.clientX - bounds.left) / bounds.width) * width;
  const y = ((event.clientY - bounds.top) / bounds.height) * height;
  chooseMark(markAt(marks, x, y)?.key ?? null);
}
