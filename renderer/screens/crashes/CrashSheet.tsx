/** The sheet of crash reports: their list, and the text of each as it would be exported. */
import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../bridge.ts';
import { DocumentViewer } from '../../components/DocumentViewer.tsx';
import { Note } from '../../components/Note.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { dayTime } from '../../locales/format.ts';
import { useConfirming } from '../../state/window/confirmDialog.ts';
import { closeCrashes, deleteCrashes, exportCrashes, useCrashes } from './crashes.ts';

export function CrashSheet() {
  const { t } = useTranslation();
  const isOpen = useCrashes((state) => state.isOpen);
  const isConfirming = useConfirming(({ isOpen }) => isOpen);
  const isEmpty = useCrashes(({ reports }) => reports?.length === 0);
  return (
    <Sheet
      opened={isOpen}
      onClose={closeCrashes}
      closeOnEscape={!isConfirming}
      title={t('crashes.title')}
      size={880}
      data-testid="crashes"
    >
      <Note mb="sm">{t('crashes.stay')}</Note>
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
    </Sheet>
  );
}

function Reports() {
  const { t } = useTranslation();
  const reports = useCrashes((state) => state.reports) ?? [];
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const shownId = selectedId ?? reports[0]?.id ?? null;
  const [text, setText] = useState('');
  useEffect(() => {
    if (shownId !== null)
      void request('crashes.text', { id: shownId }).then((reply) => reply.ok && setText(reply.value));
  }, [shownId]);
  return (
    <>
      <Note mb="sm">{t('crashes.shown')}</Note>
      <DocumentViewer
        label={t('crashes.title')}
        items={reports.map(({ id, occurredAt, kind }) => ({
          id,
          name: t(`crashes.kinds.${kind}`),
          note: dayTime(occurredAt),
        }))}
        selected={shownId}
        onSelect={setSelectedId}
        textLabel={t('crashes.text')}
        sections={[text]}
        testId="crash"
      />
    </>
  );
}
