/** Sheet of marketplace presets: built-in ones with their sources, and custom ones, which can be edited. */
import { Stack, Text, UnstyledButton } from '@mantine/core';
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
  /** Id of the preset to open; null = the first. */
  readonly initial: string | null;
  readonly onUse: (id: string) => void;
  readonly onClose: () => void;
}

const ListHeading = Text.withProps({ component: 'h3', mx: 8, mb: 4, fz: 'xs', lh: 'inherit', c: 'dimmed' });

export function PresetDialog({ initial, onUse, onClose }: PresetDialogProps) {
  const { t } = useTranslation();
  const { builtIn, own, find } = useMarketplaces();
  const isAsking = useUi((ui) => ui.pending !== null);
  const [openId, setOpenId] = useState(initial);
  /** A copy not saved yet. */
  const [copy, setCopy] = useState<OwnPreset | null>(null);
  const shown = copy ?? find(openId) ?? builtIn[0] ?? null;
  if (shown === null) return null;
  const customPreset = copy ?? own.find(({ id }) => id === shown.id) ?? null;

  const show = (id: string) => {
    setCopy(null);
    setOpenId(id);
  };
  const open = (id: string) => id !== shown.id && confirmLeaveFormsOfKind('preset', () => show(id));
  const createCopy = (from: Marketplace) =>
    confirmLeaveFormsOfKind('preset', () =>
      setCopy(copiedPreset(from, crypto.randomUUID(), t('presets.copyName', { name: from.name }).slice(0, 80))),
    );
  const item = ({ id, name }: Marketplace) => (
    <UnstyledButton
      key={id}
      className={classes.item}
      flex="none"
      p="6px 8px"
      bdrs={6}
      fz="sm"
      data-autofocus={id === shown.id || undefined}
      aria-current={id === shown.id}
      onClick={() => open(id)}
      data-testid={`preset-${id}`}
    >
      {name}
    </UnstyledButton>
  );
  return (
    <Sheet
      onClose={() => confirmLeaveFormsOfKind('preset', onClose)}
      closeOnEscape={!isAsking}
      title={t('presets.title')}
      size={880}
      data-testid="presets"
    >
      <div className={classes.dialog}>
        <nav className={classes.list} aria-label={t('presets.list')}>
          <ListHeading>{t('presets.builtIn')}</ListHeading>
          {builtIn.map(item)}
          {(own.length > 0 || copy !== null) && <ListHeading mt={8}>{t('presets.own')}</ListHeading>}
          {own.map(item)}
          {copy !== null && item(copy)}
        </nav>
        {customPreset === null ? (
          <Stack gap={0} miw={0} mih={0}>
            <div className={classes.shown}>
              <RuleTable preset={shown} />
            </div>
            <PresetActions onCopy={() => createCopy(shown)} onUse={() => onUse(shown.id)} />
          </Stack>
        ) : (
          <CustomPresetEditor
            key={customPreset.id}
            preset={customPreset}
            isNew={copy !== null}
            onSaved={show}
            onCopy={createCopy}
            onUse={onUse}
            onGone={() => show(builtIn[0]?.id ?? '')}
          />
        )}
      </div>
    </Sheet>
  );
}
