/** Presets of photo info: choose one to fill in the fields; save, rename and delete presets. */
import { ActionIcon, Button, Group, Menu, Select, TextInput } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhotoInfo } from '../../../../contract/review/photo-info.ts';
import { confirm } from '../../../state/window/confirmDialog.ts';
import { removeInfoPreset, saveInfoPreset, usePhotoInfo } from './photoInfo.ts';

interface InfoPresetsProps {
  /** Returns the fields as a preset. */
  readonly details: () => PhotoInfo;
  readonly onChoose: (details: PhotoInfo) => void;
}

export function InfoPresets({ details, onChoose }: InfoPresetsProps) {
  const { t } = useTranslation();
  const presets = usePhotoInfo((state) => state.presets);
  const [id, setId] = useState<string | null>(null);
  /** The name being typed for a new preset (`id` null) or a renamed one. */
  const [naming, setNaming] = useState<{ readonly id: string | null; readonly name: string } | null>(null);
  const chosen = presets.find((preset) => preset.id === id);

  const save = async () => {
    const name = naming?.name.trim() ?? '';
    if (naming === null || name === '') return;
    const renamed = presets.find((preset) => preset.id === naming.id);
    const preset = renamed ? { ...renamed, name } : { id: crypto.randomUUID(), name, details: details() };
    if (!(await saveInfoPreset(preset))) return;
    setId(preset.id);
    setNaming(null);
  };
  const remove = ({ id: removedId, name }: { readonly id: string; readonly name: string }) =>
    confirm({
      title: t('info.preset.removeTitle', { name }),
      text: t('info.preset.removeText'),
      yes: t('info.preset.remove'),
      no: t('actions.cancel'),
      onYes: () => void removeInfoPreset(removedId),
    });

  if (naming !== null)
    return (
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          size="xs"
          label={t('info.preset.name')}
          maxLength={80}
          value={naming.name}
          onChange={({ currentTarget: { value } }) => setNaming({ ...naming, name: value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            if (event.key === 'Enter') void save();
            else setNaming(null);
          }}
          autoFocus
          data-testid="info-preset-name"
        />
        <Button size="xs" variant="subtle" color="gray" onClick={() => setNaming(null)}>
          {t('actions.cancel')}
        </Button>
        <Button size="xs" variant="default" onClick={() => void save()} data-testid="info-preset-keep">
          {t('info.preset.keep')}
        </Button>
      </Group>
    );
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <Select
        flex={1}
        size="xs"
        allowDeselect
        label={t('info.preset.label')}
        placeholder={t(presets.length === 0 ? 'info.preset.none' : 'info.preset.choose')}
        disabled={presets.length === 0}
        data={presets.map((preset) => ({ value: preset.id, label: preset.name }))}
        value={chosen?.id ?? null}
        onChange={(value) => {
          setId(value);
          const preset = presets.find((each) => each.id === value);
          if (preset) onChoose(preset.details);
        }}
        data-testid="info-preset"
      />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size={30} aria-label={t('info.preset.more')} data-testid="info-preset-more">
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setNaming({ id: null, name: '' })} data-testid="info-preset-save">
            {t('info.preset.save')}
          </Menu.Item>
          {chosen && (
            <>
              <Menu.Item
                onClick={() => setNaming({ id: chosen.id, name: chosen.name })}
                data-testid="info-preset-rename"
              >
                {t('info.preset.rename')}
              </Menu.Item>
              <Menu.Item c="var(--b-failed)" onClick={() => remove(chosen)} data-testid="info-preset-remove">
                {t('info.preset.remove')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
