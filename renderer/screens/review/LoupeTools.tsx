/** Ways to look closely, by mouse: how before and after are shown, focus, faces. */
import {
  IconArrowsHorizontal,
  IconFaceId,
  IconFocus2,
  IconLayersDifference,
  IconSwitchHorizontal,
} from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { StageHandle } from '../../components/stage/Stage.tsx';
import { flicker, setComparisonMode, toggleDifference, useLoupeView } from '../../state/panes/loupeView.ts';
import type { Faces } from './faces/useFaces.ts';
import { togglePeaking } from './peaking.ts';
import { ToolButton } from './ToolButton.tsx';

interface LoupeToolsProps {
  /** There is a before to be seen beside the after. */
  readonly hasBefore: boolean;
  readonly stage: RefObject<StageHandle | null>;
  readonly faces: Faces;
}

export function LoupeTools({ hasBefore, stage, faces }: LoupeToolsProps) {
  const { t } = useTranslation();
  const mode = useLoupeView((view) => view.mode);
  const isPeaking = useLoupeView((view) => view.isPeaking);
  return (
    <>
      {hasBefore && (
        <>
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
          <ToolButton
            icon={IconLayersDifference}
            label={t('panes.ways.difference')}
            name={t('panes.ways.difference')}
            command="loupe.difference"
            isOn={mode === 'difference'}
            onClick={toggleDifference}
            testId="way-difference"
          />
        </>
      )}
      <ToolButton
        icon={IconFocus2}
        label={t('panes.peaking')}
        name={t('panes.names.peaking')}
        command="loupe.peaking"
        isOn={isPeaking}
        onClick={() => togglePeaking(stage.current, faces)}
        testId="loupe-peaking"
      />
      <ToolButton
        icon={IconFaceId}
        label={t('panes.faces.next')}
        name={t('panes.faces.next')}
        command="loupe.nextFace"
        onClick={() => void faces.go(1)}
        testId="loupe-face"
      />
    </>
  );
}
