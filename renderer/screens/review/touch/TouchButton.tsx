/** Begins touching up; where that cannot be, says why. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconBrush } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { openTouch, useTouch } from '../../../state/touch.ts';
import type { TouchOffer } from './offer.ts';

interface TouchButtonProps {
  readonly offer: TouchOffer;
  readonly versionId: number;
}

export function TouchButton({ offer, versionId }: TouchButtonProps) {
  const { t } = useTranslation();
  const isOpen = useTouch((touch) => touch.id === versionId);
  const why = 'why' in offer ? t(`touch.reason.${offer.why}`) : null;
  return (
    <Tooltip label={why ?? `${t('touch.start')} (K)`} multiline maw={280}>
      <ActionIcon
        onClick={() => why === null && !isOpen && void openTouch(versionId)}
        aria-disabled={why !== null}
        data-disabled={why !== null || undefined}
        aria-pressed={isOpen}
        aria-label={why === null ? t('touch.start') : `${t('touch.start')}: ${why}`}
        data-testid="loupe-touch"
      >
        <IconBrush size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
