/** The sheet of crash reports: their list, and the text of each as it would be exported. */
import { Button, Group, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../bridge.ts';
import classes from '../../components/DocumentViewer.module.css';
import { Reading } from '../../components/DocumentViewer.tsx';
import { dayTime } from '../../locales/format.ts';
import { useConfirming } from '../../state/window/confirmDialog.ts';
import { closeCrashes, deleteCrashes, exportCrashes, useCrashes } from './crashes.ts';

export function CrashSheet() {
  const { t } = useTranslation();
  const isOpen = useCrashes((state) => state.isOpen);
  const isConfirming = useConfirming(({ isOpen }) => isOpen);
  const isEmpty = useCrashes(({ reports }) => reports?.length === 0);
  return (
    <Modal
      opened={isOpen}
      onClose={closeCrashes}
      closeOnEscape={!isConfirming}
      title={t('crashes.title')}
      size={880}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
      data-testid="crashes"
    >
      <p className={classes.quiet}>{t('crashes.stay')}</p>
      {isEmpty ? <p>{t('crashes.none')}</p> : <Reports />}
      <Group justify="flex-end" gap="xs" mt="md">
        {!isEmpty && (
          <>
            <Button variant="subtle" color="red" mr="auto" onClick={deleteCrashes} data-testid="crashes-delete">
              {t('crashes.deleteAll')}
            </Button>
            <Button variant="default" onClick={() => void request('crashes.reveal')} data-testid="crashes-reveal">
              {t('actions.showInFolder')}
            </Button>
            <Button variant="default" onClick={() => void exportCrashes()} data-testid="crashes-export">
              {t('crashes.export')}
            </Button>
          </>
        )}
        <Button onClick={closeCrashes} data-autofocus data-testid="crashes-close">
          {t('actions.close')}
        </Button>
      </Group>
    </Modal>
  );
}

function Reports() {
  const { t } = useTranslation();
  const reports = useCrashes((state) => state.reports) ?? [];
  const [chosenId, setChosenId] = useState<string | null>(null);
  const shownId = chosenId ?? reports[0]?.id ?? null;
  const [text, setText] = useState('');
  useEffect(() => {
    if (shownId !== null)
      void request('crashes.text', { id: shownId }).then((reply) => reply.ok && setText(reply.value));
  }, [shownId]);
  return (
    <>
      <p className={classes.quiet}>{t('crashes.shown')}</p>
      <Reading
        label={t('crashes.title')}
        items={reports.map(({ id, occurredAt, kind }) => ({
          id,
          name: t(`crashes.kinds.${kind}`),
          note: dayTime(occurredAt),
        }))}
        chosen={shownId}
        onChoose={setChosenId}
        textLabel={t('crashes.text')}
        sections={[text]}
        testId="crash"
      />
    </>
  );
}
