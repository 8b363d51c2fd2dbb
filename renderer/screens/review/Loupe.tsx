/** One photograph at a time, in all its versions: stage, strip of thumbnails, decisions and facts at the side. */
import { Button, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconColumns2, IconFileExport } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { emptyPhotoInfo } from '../../../contract/review/photo-info.ts';
import { useCommandTarget } from '../../commands/commandTargets.ts';
import type { StageHandle } from '../../components/stage/Stage.tsx';
import { percent } from '../../locales/format.ts';
import { openExport } from '../../state/exportSheet.ts';
import { useHint } from '../../state/keymap.ts';
import { amplify, loupeView, noteView, useLoupeView } from '../../state/panes/loupeView.ts';
import { openCompare } from '../../state/panes/openPanes.ts';
import { moveLead } from '../../state/photoDecisions.ts';
import { photographList } from '../../state/photographList.ts';
import { closeLoupe, openPlace, showVersion, useReviewUi } from '../../state/reviewUi.ts';
import { useData } from '../../state/store.ts';
import { closeTouch, openTouch, useTouch } from '../../state/touchUp.ts';
import { useFileAvailability } from '../../state/useFileAvailability.ts';
import { usePhotograph } from '../../state/usePhotograph.ts';
import { setsOf } from './analysis/readAnalysis.ts';
import { useAnalysis } from './analysis/useAnalysis.ts';
import { BackButton } from './BackButton.tsx';
import { BackdropChoice } from './BackdropChoice.tsx';
import { Filmstrip } from './Filmstrip.tsx';
import { useFaces } from './faces/useFaces.ts';
import { LoupeInspector } from './LoupeInspector.tsx';
import { LoupeStage } from './LoupeStage.tsx';
import { LoupeTools } from './LoupeTools.tsx';
import { hasBefore } from './loupeComparison.ts';
import { togglePeaking } from './peaking.ts';
import classes from './Review.module.css';
import { ToolButton, ToolGroup } from './ToolButton.tsx';
import { TouchUpButton } from './touchUp/TouchUpButton.tsx';
import { TouchUpStage } from './touchUp/TouchUpStage.tsx';
import { touchUpAvailability } from './touchUp/touchUpAvailability.ts';
import { useTouchedVersion } from './touchUp/useTouchedVersion.ts';
import { usePreload } from './usePreload.ts';

export function Loupe() {
  const { t } = useTranslation();
  const hint = useHint();
  const stage = useRef<StageHandle>(null);
  const screen = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState(1);
  const [set, setSet] = useState<string | null | undefined>(undefined);
  const { mode } = useLoupeView();
  const hasSides = useData((data) => data.settings.loupeSides);
  const lead = useReviewUi((ui) => ui.selection.lead);
  const versionId = useReviewUi((ui) => ui.versionId);
  const count = photographList.use((list) => list.count);
  const { photograph, detail } = usePhotograph(lead?.id ?? null);
  const presence = useFileAvailability(lead?.id ?? null);
  const versions = detail?.versions ?? (photograph?.shown ? [photograph.shown] : []);
  const version = useTouchedVersion(versions.find(({ id }) => id === versionId) ?? photograph?.shown ?? null);
  const analysis = useAnalysis(version);
  const sets = analysis.reading ? setsOf(analysis.reading) : [];
  const shownSet = set === null ? null : set !== undefined && sets.includes(set) ? set : (sets.at(-1) ?? null);
  const place = lead?.place ?? 0;
  const isAtEnd = place === count - 1;
  const batchId = useReviewUi((ui) => ui.query.batchId);
  // Batches are listed from the newest: the next is the one below.
  const nextBatch = useData(({ batches }) => batches[batches.findIndex(({ id }) => id === batchId) + 1 || -1]);
  const offer = photograph && version ? touchUpAvailability(version, photograph, presence) : null;
  const isTouched = useTouch((touch) => touch.id !== null && touch.id === version?.id);
  const go = (delta: number) => {
    const next = place + delta;
    if (next >= 0 && next < count) void moveLead(next);
  };
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
      <header className={`${classes.bar} ${classes.tools}`}>
        <BackButton label={t('review.loupe.back')} onClick={closeLoupe} testId="loupe-back" />
        <h1 className="ellipsis" data-testid="loupe-name">
          {photograph.name}
        </h1>
        <span className={`${classes.dim} numbers`} data-testid="loupe-position">
          {t('review.loupe.position', { n: place + 1, total: count })}
        </span>
        <div className={classes.grow} />
        <Tooltip.Group openDelay={400} closeDelay={200}>
          <ToolGroup label={t('review.loupe.groups.view')}>
            <Tooltip label={hint(t(zoom < 0.995 ? 'review.loupe.fullSize' : 'review.loupe.fit'), 'loupe.zoom')}>
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                className="numbers"
                onClick={() => stage.current?.toggleZoom()}
                data-testid="loupe-zoom"
              >
                {percent(zoom)}
              </Button>
            </Tooltip>
            {!isTouched && <LoupeTools hasBefore={hasBefore(version, photograph)} stage={stage} faces={faces} />}
            {version?.kind === 'image' && <BackdropChoice />}
          </ToolGroup>
          {!isTouched && (
            <ToolGroup label={t('review.loupe.groups.decide')}>
              <ToolButton
                icon={IconColumns2}
                label={t('panes.compare.open')}
                name={t('panes.compare.open')}
                command="review.compare"
                onClick={() => void openCompare()}
                testId="loupe-compare"
              />
            </ToolGroup>
          )}
          {offer && version && (
            <ToolGroup label={t('review.loupe.groups.work')}>
              <TouchUpButton offer={offer} versionId={version.id} />
            </ToolGroup>
          )}
          <ToolGroup label={t('review.loupe.groups.handOn')}>
            <ToolButton
              icon={IconFileExport}
              label={t('exporting.open')}
              name={t('exporting.open')}
              command="review.export"
              onClick={() => void openExport()}
              testId="loupe-export"
            />
          </ToolGroup>
          <ToolGroup label={t('review.loupe.groups.go')}>
            <ToolButton
              icon={IconChevronLeft}
              label={t('review.loupe.previous')}
              command="loupe.previous"
              isDisabled={place === 0}
              onClick={() => go(-1)}
              testId="loupe-previous"
            />
            <ToolButton
              icon={IconChevronRight}
              label={t(isAtEnd && nextBatch ? 'review.loupe.nextBatch' : 'review.loupe.next')}
              command="loupe.next"
              isDisabled={isAtEnd && !nextBatch}
              onClick={() => (isAtEnd && nextBatch ? openPlace({ batchId: nextBatch.id }) : go(1))}
              testId="loupe-next"
            />
          </ToolGroup>
        </Tooltip.Group>
      </header>
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
