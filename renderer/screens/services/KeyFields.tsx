/** The key of a service, and the choice to store keys in a plain file. */
import { Checkbox, PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bindFields, type Fields, trimmed } from '../../forms/bindFields.ts';
import { useData } from '../../state/data/store.ts';
import { changeSettings } from '../../state/settings/settings.ts';
import type { ProfileDraft } from './profileDraft.ts';

/** Whether keys are stored in a plain file, because this computer has no key store. */
export const useIsPlainKeyFile = (): boolean =>
  useData(({ about, settings }) => !about.keyStore && settings.plainKeyFile);

interface KeyFieldProps {
  readonly field: Fields<ProfileDraft>;
  readonly isNew: boolean;
  /** Takes the focus when the form opens. */
  readonly isFirst: boolean;
}

export function KeyField({ field, isNew, isFirst }: KeyFieldProps) {
  const { t } = useTranslation();
  const keyStore = useData((data) => data.about.keyStore);
  const isPlainFile = useIsPlainKeyFile();
  const storageNote = keyStore
    ? t('services.form.keyStore')
    : isPlainFile
      ? t('services.form.keyFile')
      : t('services.form.keySession');
  return (
    <PasswordInput
      label={t('services.form.key')}
      description={isNew ? storageNote : `${t('services.form.keyKeep')} ${storageNote}`}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t('actions.showTyped') }}
      data-autofocus={isFirst || undefined}
      {...field.text('key', 'service-key', trimmed)}
    />
  );
}

/** Offered only if this computer has no key store. */
export function PlainKeyFile() {
  const { t } = useTranslation();
  const keyStore = useData((data) => data.about.keyStore);
  const settings = useData((data) => data.settings);
  if (keyStore) return null;
  return (
    <Checkbox
      label={t('services.form.plain')}
      description={t('services.form.plainHelp')}
      {...bindFields(settings, changeSettings).check('plainKeyFile', 'service-plain-file')}
    />
  );
}
