/** Marketplaces' presets: those Burnish knows with their sources, and the user's own, which can be changed. */
import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Marketplace } from '../../../../preload/contract/marketplaces.ts';
import type { OwnPreset } from '../../../../preload/contract/presets.ts';
import { ask } from '../../../bridge.ts';
import { confirm } from '../../../state/confirm.ts';
import { savePreset, useMarketplaces } from '../../../state/marketplaces.ts';
import { OwnPresetForm } from './OwnPresetForm.tsx';
import classes from './Presets.module.css';
import { copiedPreset, resetPreset } from './presetDraft.ts';
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
  const [chosen, setChosen] = useState(first);
  /** A changed one of the user's, or a copy that is not saved yet. */
  const [draft, setDraft] = useState<OwnPreset | null>(null);
  const shown = draft ?? find(chosen) ?? builtIn[0] ?? null;
  if (shown === null) return null;
  const mine = draft ?? own.find(({ id }) => id === shown.id) ?? null;
  const isSaved = own.some(({ id }) => id === shown.id);

  const open = (id: string) => {
    setDraft(null);
    setChosen(id);
  };
  const save = async (): Promise<boolean> => {
    if (draft === null) return true;
    if (!(await savePreset(draft))) return false;
    setChosen(draft.id);
    return true;
  };
  const remove = () =>
    confirm({
      title: t('presets.deleteTitle', { name: shown.name }),
      text: t('presets.deleteText'),
      yes: t('actions.delete'),
      no: t('actions.keep'),
      onYes: async () => {
        if ((await ask('presets.remove', { id: shown.id })).ok) open(builtIn[0]?.id ?? '');
      },
    });
  const item = ({ id, name }: Marketplace) => (
    <button key={id} type="button" aria-current={id === shown.id} onClick={() => open(id)} data-testid={`preset-${id}`}>
      {name}
    </button>
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('presets.title')}
      size={880}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      data-testid="presets"
    >
      <div className={classes.dialog}>
        <nav className={classes.list} aria-label={t('presets.list')}>
          <h3>{t('presets.builtIn')}</h3>
          {builtIn.map(item)}
          {(own.length > 0 || draft !== null) && <h3>{t('presets.own')}</h3>}
          {own.map(item)}
          {draft !== null && !isSaved && item(draft)}
        </nav>
        <div className={classes.shown}>
          {mine === null ? <RuleTable preset={shown} /> : <OwnPresetForm preset={mine} onChange={setDraft} />}
        </div>
      </div>
      <Group justify="flex-end" gap="xs" mt="md">
        {mine !== null && isSaved && (
          <Button variant="subtle" color="red" onClick={remove} data-testid="preset-delete">
            {t('actions.delete')}
          </Button>
        )}
        {mine !== null && resetPreset(mine) !== null && (
          <Button variant="default" onClick={() => setDraft(resetPreset(mine))} data-testid="preset-reset">
            {t('presets.reset')}
          </Button>
        )}
        <Button
          variant="default"
          onClick={() =>
            setDraft(copiedPreset(shown, crypto.randomUUID(), t('presets.copyName', { name: shown.name }).slice(0, 80)))
          }
          data-testid="preset-copy"
        >
          {t('presets.copy')}
        </Button>
        {draft !== null && (
          <Button
            variant="default"
            onClick={() => void save().then((isDone) => isDone && setDraft(null))}
            data-testid="preset-save"
          >
            {t('presets.save')}
          </Button>
        )}
        <Button disabled={draft !== null} onClick={() => onUse(shown.id)} data-testid="preset-use">
          {t('presets.use')}
        </Button>
      </Group>
    </Modal>
  );
}
