/** Asks what to do with unsaved changes before a form is left. */
import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useUi } from '../state/ui.ts';

export function UnsavedModal() {
  const { t } = useTranslation();
  const { pending, unsaved } = useUi();
  const stay = () => useUi.setState({ pending: null });
  const leave = () => {
    useUi.setState({ pending: null, unsaved: null });
    pending?.();
  };
  const save = async () => {
    if (await unsaved?.save()) leave();
    else stay();
  };
  return (
    <Modal
      opened={pending !== null}
      onClose={stay}
      title={t('unsaved.title')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      data-testid="unsaved"
    >
      <Text size="sm">{t('unsaved.text', { name: unsaved?.name ?? '' })}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={stay} data-testid="unsaved-stay">
          {t('unsaved.stay')}
        </Button>
        <Button variant="default" onClick={leave} data-testid="unsaved-discard">
          {t('unsaved.discard')}
        </Button>
        <Button onClick={() => void save()} data-autofocus data-testid="unsaved-save">
          {t('unsaved.save')}
        </Button>
      </Group>
    </Modal>
  );
}
