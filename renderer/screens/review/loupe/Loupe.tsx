/** The loupe shows one photograph with all its results: toolbar, stage, inspector, and filmstrip. */
import { Stack } from '@mantine/core';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VersionView } from '../../../../contract/review/list-queries.ts';
import { emptyPhotoInfo } from '../../../../contract/review/photo-info.ts';
import { useCommandTarget } from '../../../commands/commandTargets.ts';
import type { StageHandle } from '../../../components/stage/Stage.tsx';
import { useOnChange } from '../../../components/useOnChange.ts';
import { useData } from '../../../state/data/store.ts';
import { useFileAvailability } from '../../../state/review/fileAvailability.ts';
import { showVersion, useReviewUi } from '../../../state/review/reviewUi.ts';
import { TrialLine } from '../../trials/TrialLine.tsx';
import { setsOf } from '../analysis/readAnalysis.ts';
import { useAnalysis } from '../analysis/useAnalysis.ts';
import { useFaces } from '../faces/useFaces.ts';
import { FollowPause } from '../follow/FollowStatus.tsx';
import { LoupeInspector } from '../inspector/LoupeInspector.tsx';
import { TouchUpStage } from '../touchUp/TouchUpStage.tsx';
import { closeTouch, openTouch, useTouch, useTouchedVersion } from '../touchUp/touchUp.ts';
import { touchUpAvailability } from '../touchUp/touchUpAvailability.ts';
import { Filmstrip } from './Filmstrip.tsx';
import classes from './Loupe.module.css';
import { LoupeBar } from './LoupeBar.tsx';
import { LoupeStage } from './LoupeStage.tsx';
import { amplify, loupeView, noteView, useLoupeView } from './loupeView.ts';
import { togglePeaking } from './peaking.ts';
import { usePhotograph, usePreload } from './usePhotograph.ts';

export function Loupe() {
  const { t } = useTranslation();
  const stage = useRef<StageHandle>(null);
  const screen = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(1);
  const hasSides = useData((data) => data.settings.loupeSides);
  const lead = useReviewUi((ui) => ui.selection.lead);
  const { photograph, detail, versions, version, presence } = useShownPhotograph(lead?.id ?? null);
  const pointSets = usePointSets(version);
  const { analysis, set } = pointSets;
  const place = lead?.place ?? 0;
  const touchUp = photograph && version ? touchUpAvailability(version, photograph, presence) : null;
  const isTouched = useTouch((touch) => touch.id !== null && touch.id === version?.id);
  const onZoom = (scale: number) => {
    noteView();
    setZoom(scale);
  };
  const faces = useFaces(photograph, version, versions, stage);
  useCommandTarget('stage', {
    toggleZoom: () => stage.current?.toggleZoom(),
    step: (delta) => stage.current?.step(delta),
  });
  const mode = useLoupeView((view) => view.mode);
  useCommandTarget(
    'loupe',
    photograph && {
      version,
      turnVersion: (delta) => {
        const next = versions[versions.findIndex(({ id }) => id === version?.id) + delta];
        if (next) showVersion(next.id);
      },
      slide: (delta) => (mode === 'difference' ? amplify(delta) : stage.current?.slide(delta * 5)),
      goToFace: (delta) => void faces.go(delta),
      togglePeaking: () => togglePeaking(stage.current, faces),
      touch: version && touchUp && 'by' in touchUp ? () => void openTouch(version.id) : null,
    },
  );
  usePreload(place);
  // Selected text is copied instead of the file, so none stays selected on another photograph.
  useOnChange(() => getSelection()?.removeAllRanges(), lead?.id);
  useTouchUpLifecycle(screen, isTouched, version?.id);
  if (!photograph) return null;

  return (
    <section
      ref={screen}
      className={classes.loupe}
      data-bare={!hasSides || undefined}
      aria-label={t('review.loupe.label')}
      tabIndex={-1}
      data-testid="loupe"
    >
      <Stack gap={8} miw={0} style={{ gridColumn: '1 / -1' }}>
        <LoupeBar
          photograph={photograph}
          version={version}
          place={place}
          zoom={zoom}
          stage={stage}
          faces={faces}
          touchUp={touchUp}
          isTouched={isTouched}
        />
        {!isTouched && version && <TrialLine batchId={version.batchId} />}
      </Stack>
      {isTouched && version ? (
        <TouchUpStage ref={stage} photograph={photograph} version={version} view={loupeView} onZoom={onZoom} />
      ) : (
        <LoupeStage
          ref={stage}
          photograph={photograph}
          version={version}
          versions={versions}
          presence={presence}
          analysis={analysis}
          set={set}
          view={loupeView}
          onZoom={onZoom}
        />
      )}
      <FollowPause />
      {hasSides && (
        <>
          <LoupeInspector
            photograph={photograph}
            versions={versions}
            version={version}
            presence={presence}
            bestBecause={detail?.bestBecause ?? null}
            details={detail?.details ?? emptyPhotoInfo}
            {...pointSets}
          />
          <Filmstrip place={place} />
        </>
      )}
    </section>
  );
}

/** Returns the photograph, its results, and the displayed one. */
function useShownPhotograph(id: number | null) {
  const { photograph, detail } = usePhotograph(id);
  const presence = useFileAvailability(id);
  const versionId = useReviewUi((ui) => ui.versionId);
  const versions = detail?.versions ?? (photograph?.shown ? [photograph.shown] : []);
  const version = useTouchedVersion(versions.find((each) => each.id === versionId) ?? photograph?.shown ?? null);
  return { photograph, detail, versions, version, presence };
}

/** Returns the analysis, and which of its sets of points is displayed: the last one, unless the user chose another. */
function usePointSets(version: VersionView | null) {
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const analysis = useAnalysis(version);
  const sets = analysis.reading ? setsOf(analysis.reading) : [];
  const isChosen = chosen === null || (chosen !== undefined && sets.includes(chosen));
  return { analysis, sets, set: isChosen ? chosen : (sets.at(-1) ?? null), onSet: setChosen };
}

/** Closes touch-up with its version, which keeps unsaved work, and focuses the loupe again afterwards. */
function useTouchUpLifecycle(screen: RefObject<HTMLElement | null>, isTouched: boolean, versionId?: number): void {
  useEffect(() => focusAfter(screen.current, isTouched), [screen, isTouched]);
  useEffect(() => closeTouchOf(versionId), [versionId]);
}

const focusAfter = (element: HTMLElement | null, _change: unknown) => element?.focus({ preventScroll: true });
const closeTouchOf = (_change: unknown) => () => closeTouch();
