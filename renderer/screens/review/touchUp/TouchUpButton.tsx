/** Begins touching up; where that cannot be, says why. */
import { IconBrush } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ToolButton } from '../loupe/ToolButton.tsx';
import { openTouch, useTouch } from './touchUp.ts';
import type { TouchUpAvailability } from './touchUpAvailability.ts';

interface TouchButtonProps {
  readonly offer: TouchUpAvailability;
  readonly versionId: number;
}

export function TouchUpButton({ offer, versionId }: TouchButtonProps) {
  const { t } = useTranslation();
  const isOpen = useTouch((touch) => touch.id === versionId);
  return (
    <ToolButton
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
