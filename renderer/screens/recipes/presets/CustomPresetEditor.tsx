/** Form of a custom preset, which asks before unsaved changes are lost. */
import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OwnPreset } from '../../../../contract/recipes/custom-presets.ts';
import { request } from '../../../bridge.ts';
import { savePreset } from '../../../state/data/marketplaces.ts';
import { useDraft } from '../../../state/forms/useDraft.ts';
import { confirm } from '../../../state/window/confirmDialog.ts';
import { CustomPresetForm } from './CustomPresetForm.tsx';
import { PresetActions } from './PresetActions.tsx';
import classes from './Presets.module.css';
import { isRangeInverted, resetPreset } from './presetDraft.ts';

interface CustomPresetEditorProps {
  readonly preset: OwnPreset;
  readonly isNew: boolean;
  readonly onSaved: (id: string) => void;
  readonly onCopy: (from: OwnPreset) => void;
  readonly onUse: (id: string) => void;
  readonly onGone: () => void;
}

export function CustomPresetEditor({ preset, isNew, onSaved, onCopy, onUse, onGone }: CustomPresetEditorProps) {
  const { t } = useTranslation();
  const form = useDraft<OwnPreset>({
    document: preset,
    isNew,
    kind: 'preset',
    nameOf: ({ name }) => name.trim(),
    isNewUnsaved: true,
    // An invalid rule shows its error.
    send: async (value) => !value.rules.some(({ asks }) => isRangeInverted(asks)) && savePreset(value),
  });
  const { value } = form;
  const original = resetPreset(value);
  const save = () => void form.save().then((isSaved) => isSaved && onSaved(value.id));
  const remove = () =>
    confirm({
      title: t('presets.deleteTitle', { name: preset.name }),
      text: t('presets.deleteText'),
      yes: t('actions.delete'),
      no: t('actions.keep'),
      onYes: async () => {
        if ((await request('presets.remove', { id: preset.id })).ok) onGone();
      },
    });
  return (
    <Stack gap={0} miw={0} mih={0}>
      <div className={classes.shown}>
        <CustomPresetForm preset={value} onChange={form.edit} />
      </div>
      <PresetActions onCopy={() => onCopy(value)} onUse={form.changed ? undefined : () => onUse(value.id)}>
        {!form.isNew && (
          <Button variant="subtle" color="red" onClick={remove} data-testid="preset-delete">
            {t('actions.delete')}
          </Button>
        )}
        {original !== null && (
          <Button variant="default" onClick={() => form.edit(original)} data-testid="preset-reset">
            {t('presets.reset')}
          </Button>
        )}
        {form.changed && (
          <Button variant="default" onClick={save} data-testid="preset-save">
            {t('presets.save')}
          </Button>
        )}
      </PresetActions>
    </Stack>
  );
}
