/** Which marketplace an output is made for: choosing one fills the card, and its finished files are checked against the rules. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MarketplaceSelect } from '../../components/MarketplaceSelect.tsx';
import { useMarketplaces } from '../../state/data/marketplaces.ts';
import { applyMarketplace } from './outputDraft.ts';
import type { OutputPartProps } from './outputPartProps.ts';
import { PresetDialog } from './presets/PresetDialog.tsx';
import classes from './Recipes.module.css';

export function OutputMarketplace({ recipe, output, set, testId }: OutputPartProps) {
  const { t } = useTranslation();
  const { find } = useMarketplaces();
  const [isOpen, setOpen] = useState(false);
  const isGone = output.marketplace !== null && find(output.marketplace) === null;
  const use = (id: string | null) => {
    const preset = find(id);
    set(preset === null ? { marketplace: null } : applyMarketplace(recipe, preset));
  };
  return (
    <>
      <div className={classes.beside}>
        <MarketplaceSelect
          label={t('presets.for')}
          value={output.marketplace}
          none={t('presets.none')}
          onChange={use}
          testId={testId('marketplace')}
        />
        <Button variant="default" onClick={() => setOpen(true)} data-testid={testId('presets')}>
          {t('presets.show')}
        </Button>
      </div>
      <p className={isGone ? classes.bad : classes.summary}>{t(isGone ? 'presets.gone' : 'presets.forHelp')}</p>
      {isOpen && (
        <PresetDialog
          first={find(output.marketplace)?.id ?? null}
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
