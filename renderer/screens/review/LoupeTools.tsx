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
import { flicker, setWay, toggleDifference, useLoupeLook } from '../../state/look/loupeLook.ts';
import type { Faces } from './faces/useFaces.ts';
import { togglePeaking } from './peaking.ts';
import { Tool } from './Tool.tsx';

interface LoupeToolsProps {
  /** There is a before to be seen beside the after. */
  readonly hasBefore: boolean;
  readonly stage: RefObject<StageHandle | null>;
  readonly faces: Faces;
}

export function LoupeTools({ hasBefore, stage, faces }: LoupeToolsProps) {
  const { t } = useTranslation();
  const way = useLoupeLook((look) => look.way);
  const isPeaking = useLoupeLook((look) => look.isPeaking);
  return (
    <>
      {hasBefore && (
        <>
          <Tool
            icon={IconArrowsHorizontal}
            label={t('look.ways.slider')}
            name={t('look.ways.slider')}
            isOn={way === 'slider'}
            onClick={() => setWay('slider')}
            testId="way-slider"
          />
          <Tool
            icon={IconSwitchHorizontal}
            label={t('look.ways.flicker')}
            name={t('look.names.flicker')}
            command="loupe.flicker"
            isOn={way === 'before' || way === 'after'}
            onClick={flicker}
            testId="way-flicker"
          />
          <Tool
            icon={IconLayersDifference}
            label={t('look.ways.difference')}
            name={t('look.ways.difference')}
            command="loupe.difference"
            isOn={way === 'difference'}
            onClick={toggleDifference}
            testId="way-difference"
          />
        </>
      )}
      <Tool
        icon={IconFocus2}
        label={t('look.peaking')}
        name={t('look.names.peaking')}
        command="loupe.peaking"
        isOn={isPeaking}
        onClick={() => togglePeaking(stage.current, faces)}
        testId="loupe-peaking"
      />
      <Tool
        icon={IconFaceId}
        label={t('look.faces.next')}
        name={t('look.faces.next')}
        command="loupe.nextFace"
        onClick={() => void faces.go(1)}
        testId="loupe-face"
      />
    </>
  );
}
