/** Begins touching up; where that cannot be, says why. */
import { IconBrush } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { openTouch, useTouch } from '../../../state/touch.ts';
import { Tool } from '../Tool.tsx';
import type { TouchOffer } from './offer.ts';

interface TouchButtonProps {
  readonly offer: TouchOffer;
  readonly versionId: number;
}

export function TouchButton({ offer, versionId }: TouchButtonProps) {
  const { t } = useTranslation();
  const isOpen = useTouch((touch) => touch.id === versionId);
  return (
    <Tool
      icon={IconBrush}
      label={t('touch.start')}
      name={t('touch.start')}
      command="loupe.touch"
      isOn={isOpen}
      why={'why' in offer ? t(`touch.reason.${offer.why}`) : null}
      onClick={() => !isOpen && void openTouch(versionId)}
      testId="loupe-touch"
    />
  );
}
