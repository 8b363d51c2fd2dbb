/** Buttons to pick and reject; a second click removes the flag. */
import { IconFlag3Filled, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Decision } from '../../../../contract/review/photo-decision.ts';
import { useKeyOf } from '../../../state/settings/keymap.ts';
import { ToggleButton } from './Toggle.tsx';

interface FlagTogglesProps {
  readonly flag: Decision['flag'];
  readonly onFlag: (flag: Decision['flag']) => void;
  readonly testId: (flag: 'pick' | 'reject') => string;
}

const iconSize = 15;

export function FlagToggles({ flag, onFlag, testId }: FlagTogglesProps) {
  const { t } = useTranslation();
  const keyOf = useKeyOf();
  const press = (wanted: Decision['flag']) => () => onFlag(flag === wanted ? 0 : wanted);
  return (
    <>
      <ToggleButton
        isOn={flag === 1}
        label={t('review.decide.pick')}
        hint={keyOf('review.pick')}
        onClick={press(1)}
        testId={testId('pick')}
      >
        <IconFlag3Filled size={iconSize} aria-hidden />
      </ToggleButton>
      <ToggleButton
        isOn={flag === -1}
        label={t('review.decide.reject')}
        hint={keyOf('review.reject')}
        onClick={press(-1)}
        testId={testId('reject')}
      >
        <IconX size={iconSize} stroke={2.5} aria-hidden />
      </ToggleButton>
    </>
  );
}
