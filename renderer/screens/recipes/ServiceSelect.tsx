/** Which service a recipe uses, and where the photographs go by that. */
import { Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DestinationLine } from '../../components/DestinationLine.tsx';
import { useData } from '../../state/store.ts';

interface ServiceSelectProps {
  /** Null = the default service of the settings. */
  readonly value: string | null;
  readonly onChange: (profileId: string | null) => void;
}

const byDefault = '';

export function ServiceSelect({ value, onChange }: ServiceSelectProps) {
  const { t } = useTranslation();
  const profiles = useData((data) => data.profiles);
  const settings = useData((data) => data.settings);
  const standard = profiles.find((profile) => profile.id === settings.defaultProfileId);
  const chosen = value === null ? standard : profiles.find((profile) => profile.id === value);
  return (
    <Stack gap={8}>
      <Select
        label={t('recipes.service')}
        allowDeselect={false}
        data={[
          { value: byDefault, label: t('recipes.defaultService', { name: standard?.name ?? '' }) },
          ...profiles.map((profile) => ({ value: profile.id, label: profile.name })),
        ]}
        value={value ?? byDefault}
        onChange={(id) => onChange(id === byDefault ? null : id)}
        data-testid="recipe-service"
      />
      {chosen && <DestinationLine profile={chosen} />}
    </Stack>
  );
}
