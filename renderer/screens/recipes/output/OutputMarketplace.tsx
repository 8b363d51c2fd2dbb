/** Marketplace of an output: choosing one fills in the card, and finished files are checked against its rules. */
import { Box, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MarketplaceSelect } from '../../../components/marketplace/MarketplaceSelect.tsx';
import { Note } from '../../../components/Note.tsx';
import { useMarketplaces } from '../../../state/data/marketplaces.ts';
import { PresetDialog } from '../presets/PresetDialog.tsx';
import { applyMarketplace } from './outputDraft.ts';
import type { OutputPartProps } from './outputPartProps.ts';

export function OutputMarketplace({ recipe, output, set, testId }: OutputPartProps) {
  const { t } = useTranslation();
  const { find } = useMarketplaces();
  const [isOpen, setOpen] = useState(false);
  const isMissing = output.marketplace !== null && find(output.marketplace) === null;
  const use = (id: string | null) => {
    const preset = find(id);
    set(preset === null ? { marketplace: null } : applyMarketplace(recipe, preset));
  };
  return (
    <>
      <Group gap={8} align="flex-end" wrap="nowrap">
        <Box flex={1} miw={0}>
          <MarketplaceSelect
            label={t('presets.for')}
            value={output.marketplace}
            none={t('presets.none')}
            onChange={use}
            testId={testId('marketplace')}
          />
        </Box>
        <Button variant="default" onClick={() => setOpen(true)} data-testid={testId('presets')}>
          {t('presets.show')}
        </Button>
      </Group>
      {isMissing ? (
        <Note mt={4} lh="inherit" c="var(--b-failed)">
          {t('presets.gone')}
        </Note>
      ) : (
        <Note mt={4}>{t('presets.forHelp')}</Note>
      )}
      {isOpen && (
        <PresetDialog
          initial={find(output.marketplace)?.id ?? null}
          onUse={(id) => {
            use(id);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
