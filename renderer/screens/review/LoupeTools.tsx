/** Ways to look closely, by mouse: how before and after are shown, focus, faces, and comparing with others. */
import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArrowsHorizontal,
  IconColumns2,
  IconFaceId,
  IconFocus2,
  IconLayersDifference,
  IconSwitchHorizontal,
} from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { StageHandle } from '../../components/stage/Stage.tsx';
import { flicker, setWay, toggleDifference, useLoupeLook } from '../../state/look/loupeLook.ts';
import { openCompare } from '../../state/look/open.ts';
import type { Faces } from './faces/useFaces.ts';
import classes from './Review.module.css';
import { togglePeaking } from './useLoupeLookKeys.ts';

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
        // biome-ignore lint/a11y/useSemanticElements: a row of buttons, not a fieldset
        <div className={classes.group} role="group" aria-label={t('look.ways.label')}>
          <Tool
            label={t('look.ways.slider')}
            isOn={way === 'slider'}
            onClick={() => setWay('slider')}
            testId="way-slider"
          >
            <IconArrowsHorizontal size={18} />
          </Tool>
          <Tool
            label={t('look.ways.flicker')}
            hint="\"
            isOn={way === 'before' || way === 'after'}
            onClick={flicker}
            testId="way-flicker"
          >
            <IconSwitchHorizontal size={18} />
          </Tool>
          <Tool
            label={t('look.ways.difference')}
            hint="Y"
            isOn={way === 'difference'}
            onClick={toggleDifference}
            testId="way-difference"
          >
            <IconLayersDifference size={18} />
          </Tool>
        </div>
      )}
      <div className={classes.group}>
        <Tool
          label={t('look.peaking')}
          hint="M"
          isOn={isPeaking}
          onClick={() => togglePeaking(stage.current, faces)}
          testId="loupe-peaking"
        >
          <IconFocus2 size={18} />
        </Tool>
        <Tool label={t('look.faces.next')} hint="D" onClick={() => void faces.go(1)} testId="loupe-face">
          <IconFaceId size={18} />
        </Tool>
        <Tool label={t('look.compare.open')} hint="C" onClick={() => void openCompare()} testId="loupe-compare">
          <IconColumns2 size={18} />
        </Tool>
      </div>
    </>
  );
}

interface ToolProps {
  readonly label: string;
  /** Its key. */
  readonly hint?: string;
  /** Of one that stays on. */
  readonly isOn?: boolean;
  readonly onClick: () => void;
  readonly testId: string;
  readonly children: ReactNode;
}

function Tool({ label, hint, isOn, onClick, testId, children }: ToolProps) {
  return (
    <Tooltip label={hint ? `${label} (${hint})` : label}>
      <ActionIcon
        className={classes.tool ?? ''}
        aria-label={label}
        aria-pressed={isOn}
        onClick={onClick}
        data-testid={testId}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
