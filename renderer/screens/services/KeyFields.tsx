/** The key of a service, and where it will be kept. */
import { Checkbox, PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeSettings } from '../../state/settings.ts';
import { useData } from '../../state/store.ts';

interface KeyFieldsProps {
  readonly value: string;
  readonly isNew: boolean;
  /** The form begins here. */
  readonly isFirst: boolean;
  readonly onChange: (key: string) => void;
}

export function KeyFields({ value, isNew, isFirst, onChange }: KeyFieldsProps) {
  const { t } = useTranslation();
  const keyStore = useData((data) => data.about.keyStore);
  const settings = useData((data) => data.settings);
  const where = keyStore
    ? t('services.form.keyStore')
    : settings.plainKeyFile
      ? t('services.form.keyFile')
      : t('services.form.keySession');
  return (
    <>
      <PasswordInput
        label={t('services.form.key')}
        description={isNew ? where : `${t('services.form.keyKeep')} ${where}`}
        autoComplete="off"
        data-autofocus={isFirst || undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
        data-testid="service-key"
      />
      {!keyStore && (
        <Checkbox
          label={t('services.form.plain')}
          description={t('services.form.plainHelp')}
          checked={settings.plainKeyFile}
          onChange={(event) => void changeSettings({ plainKeyFile: event.currentTarget.checked })}
          data-testid="service-plain-file"
        />
      )}
    </>
  );
}
