/** The presets of an export: choose, save, rename and delete. */
import { ActionIcon, Button, Group, Menu, Select, TextInput } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ExportPreset, findExportPreset } from '../../../../contract/delivery/export-presets.ts';
import { confirm } from '../../../state/window/confirmDialog.ts';
import { choosePreset, removePreset, renamePreset, savePresetAs, useExportPresets } from './exportPresets.ts';

const none = '';
/** Top margin of buttons next to a field, CSS px: the height of its label. */
const belowLabel = 22;

export function PresetRow() {
  const { t } = useTranslation();
  const { all, chosen, isChanged } = useExportPresets();
  const [naming, setNaming] = useState<'save' | 'rename' | null>(null);
  if (naming !== null)
    return (
      <PresetName
        all={all}
        renamed={naming === 'rename' ? chosen : null}
        initialName={chosen?.name ?? ''}
        onEnd={() => setNaming(null)}
      />
    );
  const labelOf = (preset: ExportPreset) =>
    preset.id === chosen?.id && isChanged ? t('exporting.preset.changed', { name: preset.name }) : preset.name;
  const remove = (preset: ExportPreset) =>
    confirm({
      title: t('exporting.preset.deleteTitle', { name: preset.name }),
      text: t('exporting.preset.deleteText'),
      yes: t('actions.delete'),
      no: t('actions.keep'),
      onYes: () => void removePreset(preset),
    });
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <Select
        flex={1}
        miw={0}
        size="xs"
        label={t('exporting.preset.label')}
        data={[
          { value: none, label: t('exporting.preset.none') },
          ...all.map((preset) => ({ value: preset.id, label: labelOf(preset) })),
        ]}
        value={chosen?.id ?? none}
        // Choosing the current preset again restores its options.
        onOptionSubmit={(id) => choosePreset(id === none ? null : id)}
        data-testid="export-preset"
      />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon mt={belowLabel} aria-label={t('exporting.preset.menu')} data-testid="export-preset-menu">
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setNaming('save')} data-testid="export-preset-save">
            {t('exporting.preset.save')}
          </Menu.Item>
          <Menu.Item disabled={chosen === null} onClick={() => setNaming('rename')} data-testid="export-preset-rename">
            {t('exporting.preset.rename')}
          </Menu.Item>
          <Menu.Item
            disabled={chosen === null}
            onClick={() => chosen && remove(chosen)}
            data-testid="export-preset-delete"
          >
            {t('actions.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

interface PresetNameProps {
  readonly all: readonly ExportPreset[];
  /** Null: the options of the sheet are saved as a new preset. */
  readonly renamed: ExportPreset | null;
  readonly initialName: string;
  readonly onEnd: () => void;
}

function PresetName({ all, renamed, initialName, onEnd }: PresetNameProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(initialName);
  const namesake = findExportPreset(all, name);
  const isTaken = renamed !== null && namesake !== undefined && namesake.id !== renamed.id;
  const replaced = renamed === null ? namesake : undefined;
  const isReady = name.trim() !== '' && !isTaken;
  const save = async () => {
    if (isReady && (await (renamed === null ? savePresetAs(name) : renamePreset(renamed, name)))) onEnd();
  };
  return (
    <Group
      component="form"
      align="flex-start"
      gap="xs"
      wrap="nowrap"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextInput
        flex={1}
        miw={0}
        size="xs"
        label={t('exporting.preset.saveName')}
        description={replaced && t('exporting.preset.replaces', { name: replaced.name })}
        error={isTaken && t('exporting.preset.taken', { name: namesake.name })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={80}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onEnd()}
        // Escape closes the name field, not the sheet.
        data-mantine-stop-propagation="true"
        data-testid="export-preset-name"
      />
      <Button mt={belowLabel} size="xs" variant="subtle" color="gray" onClick={onEnd}>
        {t('actions.cancel')}
      </Button>
      <Button
        mt={belowLabel}
        size="xs"
        variant="default"
        type="submit"
        disabled={!isReady}
        data-testid="export-preset-keep"
      >
        {t(replaced ? 'exporting.preset.replace' : 'exporting.preset.keep')}
      </Button>
    </Group>
  );
}
