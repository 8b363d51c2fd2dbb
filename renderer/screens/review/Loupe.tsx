/** One photograph at a time, in all its versions: stage, strip of thumbnails, decisions and facts at the side. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { emptyPhotoInfo } from '../../../contract/review/photo-info.ts';
import { useCommandTarget } from '../../commands/commandTargets.ts';
import type { StageHandle } from '../../components/stage/Stage.tsx';
import { useOnChange } from '../../components/useOnChange.ts';
import { useData } from '../../state/data/store.ts';
import { useFileAvailability } from '../../state/review/fileAvailability.ts';
import { showVersion, useReviewUi } from '../../state/review/reviewUi.ts';
import { TrialLine } from '../trials/TrialLine.tsx';
import { setsOf } from './analysis/readAnalysis.ts';
import { useAnalysis } from './analysis/useAnalysis.ts';
import { Filmstrip } from './Filmstrip.tsx';
import { FollowPause } from './FollowStatus.tsx';
import { useFaces } from './faces/useFaces.ts';
import { LoupeBar } from './LoupeBar.tsx';
import { LoupeInspector } from './LoupeInspector.tsx';
import { LoupeStage } from './LoupeStage.tsx';
import { amplify, loupeView, noteView, useLoupeView } from './panes/loupeView.ts';
import { togglePeaking } from './peaking.ts';
import classes from './Review.module.css';
import { TouchUpStage } from './touchUp/TouchUpStage.tsx';
import { closeTouch, openTouch, useTouch } from './touchUp/touchUp.ts';
import { touchUpAvailability } from './touchUp/touchUpAvailability.ts';
import { useTouchedVersion } from './touchUp/useTouchedVersion.ts';
import { usePhotograph } from './usePhotograph.ts';
import { usePreload } from './usePreload.ts';

export function Loupe() {
  const { t } = useTranslation();
  const stage = useRef<StageHandle>(null);
  const screen = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(1);
  const [set, setSet] = useState<string | null | undefined>(undefined);
  const { mode } = useLoupeView();
  const hasSides = useData((data) => data.settings.loupeSides);
  const lead = useReviewUi((ui) => ui.selection.lead);
  const versionId = useReviewUi((ui) => ui.versionId);
  const { photograph, detail } = usePhotograph(lead?.id ?? null);
  const presence = useFileAvailability(lead?.id ?? null);
  const versions = detail?.versions ?? (photograph?.shown ? [photograph.shown] : []);
  const version = useTouchedVersion(versions.find(({ id }) => id === versionId) ?? photograph?.shown ?? null);
  const analysis = useAnalysis(version);
  const sets = analysis.reading ? setsOf(analysis.reading) : [];
  const shownSet = set === null ? null : set !== undefined && sets.includes(set) ? set : (sets.at(-1) ?? null);
  const place = lead?.place ?? 0;
  const offer = photograph && version ? touchUpAvailability(version, photograph, presence) : null;
  const isTouched = useTouch((touch) => touch.id !== null && touch.id === version?.id);
  const turnVersion = (delta: number) => {
    const index = versions.findIndex(({ id }) => id === version?.id);
    const next = versions[index + delta];
    if (next) showVersion(next.id);
  };
  const onZoom = (share: number) => {
    noteView();
    setZoom(share);
  };
  const faces = useFaces(photograph, version, versions, stage);
  useCommandTarget('stage', {
    toggleZoom: () => stage.current?.toggleZoom(),
    step: (delta) => stage.current?.step(delta),
  });
  useCommandTarget(
    'loupe',
    photograph && {
      version,
      turnVersion,
      slide: (delta) => (mode === 'difference' ? amplify(delta) : stage.current?.slide(delta * 5)),
      goToFace: (delta) => void faces.go(delta),
      togglePeaking: () => togglePeaking(stage.current, faces),
      touch: version && offer && 'by' in offer ? () => void openTouch(version.id) : null,
    },
  );
  usePreload(place);
  // Text that is selected is copied in place of the file, so none stays selected on another photograph.
  useOnChange(() => getSelection()?.removeAllRanges(), lead?.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus comes back when touching up has ended
  useEffect(() => screen.current?.focus({ preventScroll: true }), [isTouched]);
  const versionShown = version?.id;
  // Another photograph, another version, or none: what is not saved is kept for when it is opened again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it ends with the version
  useEffect(() => () => closeTouch(), [versionShown]);
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
      <div className={classes.over}>
        <LoupeBar
          photograph={photograph}
          version={version}
          place={place}
          zoom={zoom}
          stage={stage}
          faces={faces}
          touchUp={offer}
          isTouched={isTouched}
        />
        {!isTouched && version && <TrialLine batchId={version.batchId} />}
      </div>
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
          set={shownSet}
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
            analysis={analysis}
            sets={sets}
            set={shownSet}
            onSet={setSet}
          />
          <Filmstrip place={place} />
        </>
      )}
    </section>
  );
}
