/** Tools of the loupe: comparison modes, faces, and less common ones while they are on. */
import {
  IconArrowsHorizontal,
  IconFaceId,
  IconFocus2,
  IconLayersDifference,
  IconLivePhoto,
  IconSwitchHorizontal,
} from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { StageHandle } from '../../../components/stage/Stage.tsx';
import type { Faces } from '../faces/useFaces.ts';
import { followLabel, toggleFollow, useFollow } from '../follow/followResults.ts';
import { flicker, setComparisonMode, toggleDifference, useLoupeView } from './loupeView.ts';
import { togglePeaking } from './peaking.ts';
import { ToolButton, ToolGroup } from './ToolButton.tsx';

interface LoupeToolsProps {
  readonly hasBefore: boolean;
  readonly hasFaces: boolean;
  readonly stage: RefObject<StageHandle | null>;
  readonly faces: Faces;
}

export function LoupeTools({ hasBefore, hasFaces, stage, faces }: LoupeToolsProps) {
  const { t } = useTranslation();
  const isPeaking = useLoupeView((view) => view.isPeaking);
  const isFollowing = useFollow((follow) => follow.mode === 'loupe' || follow.mode === 'display');
  return (
    <>
      {hasBefore && <ComparisonModes />}
      {hasFaces && (
        <ToolButton
          icon={IconFaceId}
          label={t('panes.faces.next')}
          name={t('panes.faces.next')}
          command="loupe.nextFace"
          onClick={() => void faces.go(1)}
          testId="loupe-face"
        />
      )}
      {isPeaking && (
        <ToolButton
          icon={IconFocus2}
          label={t('panes.peaking')}
          name={t('panes.names.peaking')}
          command="loupe.peaking"
          isOn
          onClick={() => togglePeaking(stage.current, faces)}
          testId="loupe-peaking"
        />
      )}
      {isFollowing && (
        <ToolButton
          icon={IconLivePhoto}
          label={t(followLabel())}
          command="review.follow"
          isOn
          onClick={() => void toggleFollow()}
          testId="loupe-follow"
        />
      )}
    </>
  );
}

function ComparisonModes() {
  const { t } = useTranslation();
  const mode = useLoupeView((view) => view.mode);
  return (
    <ToolGroup label={t('review.loupe.slider')}>
      <ToolButton
        icon={IconArrowsHorizontal}
        label={t('panes.ways.slider')}
        name={t('panes.ways.slider')}
        isOn={mode === 'slider'}
        onClick={() => setComparisonMode('slider')}
        testId="way-slider"
      />
      <ToolButton
        icon={IconSwitchHorizontal}
        label={t('panes.ways.flicker')}
        name={t('panes.names.flicker')}
        command="loupe.flicker"
        isOn={mode === 'before' || mode === 'after'}
        onClick={flicker}
        testId="way-flicker"
      />
      {mode === 'difference' && (
        <ToolButton
          icon={IconLayersDifference}
          label={t('panes.ways.difference')}
          name={t('panes.ways.difference')}
          command="loupe.difference"
          isOn
          onClick={toggleDifference}
          testId="way-difference"
        />
      )}
    </ToolGroup>
  );
}
