/** Opens the check of what is selected, picked or listed. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Offer, offersNow } from '../../../state/exporting.ts';
import { CheckDialog } from './CheckDialog.tsx';

export function CheckButton() {
  const { t } = useTranslation();
  const [offers, setOffers] = useState<readonly Offer[] | null>(null);
  const open = async () => {
    const found = await offersNow();
    if (found.length > 0) setOffers(found);
  };
  return (
    <>
      <Button size="xs" flex="none" variant="default" onClick={() => void open()} data-testid="check-open">
        {t('presets.check.open')}
      </Button>
      {offers !== null && <CheckDialog offers={offers} onClose={() => setOffers(null)} />}
    </>
  );
}
