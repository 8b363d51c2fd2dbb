/** The question about unsaved changes. */
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { unsavedMessage } from '../../contract/app/unsaved-changes.ts';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { Sheet } from '../components/Sheet.tsx';
import { useUi } from '../state/window/navigation.ts';

export function UnsavedModal() {
  const { t } = useTranslation();
  const pending = useUi((ui) => ui.pending);
  const form = pending?.form ?? null;
  const stay = () => useUi.setState({ pending: null });
  const leaveForm = () => {
    stay();
    form?.close();
    pending?.proceed();
  };
  const discard = () => {
    form?.discard();
    leaveForm();
  };
  const save = async () => {
    if (form === null || (await form.save())) leaveForm();
    else stay();
  };
  return (
    <Sheet
      opened={pending !== null}
      // A drawer below receives the same Esc key, and must find the question open.
      onClose={() => setTimeout(stay)}
      // Above drawers.
      zIndex={300}
      title={t('unsaved.title')}
      data-testid="unsaved"
    >
      <Text size="sm">{form && formatMessage(unsavedMessage({ kind: form.kind, name: form.name() }))}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={stay} data-testid="unsaved-stay">
          {t('unsaved.stay')}
        </Button>
        <Button variant="default" onClick={discard} data-testid="unsaved-discard">
          {t('unsaved.discard')}
        </Button>
        <Button onClick={() => void save()} data-autofocus data-testid="unsaved-save">
          {t('unsaved.save')}
        </Button>
      </Group>
    </Sheet>
  );
}
