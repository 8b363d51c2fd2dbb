/** Marketplaces' presets: those Burnish knows with their sources, and the user's own, which can be changed. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnPreset } from '../../../../contract/recipes/custom-presets.ts';
import type { Marketplace } from '../../../../contract/recipes/marketplaces.ts';
import { Sheet } from '../../../components/Sheet.tsx';
import { useMarketplaces } from '../../../state/data/marketplaces.ts';
import { confirmLeaveFormsOfKind, useUi } from '../../../state/window/navigation.ts';
import { CustomPresetEditor } from './CustomPresetEditor.tsx';
import { PresetActions } from './PresetActions.tsx';
import classes from './Presets.module.css';
import { copiedPreset } from './presetDraft.ts';
import { RuleTable } from './RuleTable.tsx';

interface PresetDialogProps {
  /** The one that is shown first; null = whichever. */
  readonly first: string | null;
  readonly onUse: (id: string) => void;
  readonly onClose: () => void;
}

export function PresetDialog({ first, onUse, onClose }: PresetDialogProps) {
  const { t } = useTranslation();
  const { builtIn, own, find } = useMarketplaces();
  const asking = useUi((ui) => ui.pending !== null);
  const [chosen, setChosen] = useState(first);
  /** A copy that is not saved yet. */
  const [copy, setCopy] = useState<OwnPreset | null>(null);
  const shown = copy ?? find(chosen) ?? builtIn[0] ?? null;
  if (shown === null) return null;
  const customPreset = copy ?? own.find(({ id }) => id === shown.id) ?? null;

  const show = (id: string) => {
    setCopy(null);
    setChosen(id);
  };
  const open = (id: string) => id !== shown.id && confirmLeaveFormsOfKind('preset', () => show(id));
  const copyOf = (from: Marketplace) =>
    confirmLeaveFormsOfKind('preset', () =>
      setCopy(copiedPreset(from, crypto.randomUUID(), t('presets.copyName', { name: from.name }).slice(0, 80))),
    );
  const item = ({ id, name }: Marketplace) => (
    <button
      key={id}
      type="button"
      data-autofocus={id === shown.id || undefined}
      aria-current={id === shown.id}
      onClick={() => open(id)}
      data-testid={`preset-${id}`}
    >
      {name}
    </button>
  );
  return (
    <Sheet
      onClose={() => confirmLeaveFormsOfKind('preset', onClose)}
      closeOnEscape={!asking}
      title={t('presets.title')}
      size={880}
      data-testid="presets"
    >
      <div className={classes.dialog}>
        <nav className={classes.list} aria-label={t('presets.list')}>
          <h3>{t('presets.builtIn')}</h3>
          {builtIn.map(item)}
          {(own.length > 0 || copy !== null) && <h3>{t('presets.own')}</h3>}
          {own.map(item)}
          {copy !== null && item(copy)}
        </nav>
        {customPreset === null ? (
          <div className={classes.side}>
            <div className={classes.shown}>
              <RuleTable preset={shown} />
            </div>
            <PresetActions onCopy={() => copyOf(shown)} onUse={() => onUse(shown.id)} />
          </div>
        ) : (
          <CustomPresetEditor
            key={customPreset.id}
            preset={customPreset}
            isNew={copy !== null}
            onSaved={show}
            onCopy={copyOf}
            onUse={onUse}
            onGone={() => show(builtIn[0]?.id ?? '')}
          />
        )}
      </div>
    </Sheet>
  );
}
