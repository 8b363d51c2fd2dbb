/** What crashed: a list, the text of each as it would be exported, and how to be rid of them. */
import { Button, Group, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../bridge.ts';
import { dayTime } from '../../locales/format.ts';
import { closeAbout, deleteCrashes, exportCrashes, useAbout } from '../../state/about.ts';
import { useConfirming } from '../../state/confirmDialog.ts';
import classes from './DocumentViewer.module.css';
import { Reading } from './DocumentViewer.tsx';

export function CrashSheet() {
  const { t } = useTranslation();
  const open = useAbout(({ open }) => open === 'crashes');
  const isConfirming = useConfirming(({ isOpen }) => isOpen);
  const isEmpty = useAbout(({ reports }) => reports?.length === 0);
  return (
    <Modal
      opened={open}
      onClose={closeAbout}
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
        <Button onClick={closeAbout} data-autofocus data-testid="crashes-close">
          {t('actions.close')}
        </Button>
      </Group>
    </Modal>
  );
}

function Reports() {
  const { t } = useTranslation();
  const reports = useAbout((state) => state.reports) ?? [];
  const [wanted, setWanted] = useState<string | null>(null);
  const chosen = wanted ?? reports[0]?.id ?? null;
  const [text, setText] = useState('');
  useEffect(() => {
    if (chosen !== null) void request('crashes.text', { id: chosen }).then((reply) => reply.ok && setText(reply.value));
  }, [chosen]);
  return (
    <>
      <p className={classes.quiet}>{t('crashes.shown')}</p>
      <Reading
        label={t('crashes.title')}
        items={reports.map(({ id, occurredAt: at, kind }) => ({
          id,
          name: t(`crashes.kinds.${kind}`),
          note: dayTime(at),
        }))}
        chosen={chosen}
        onChoose={setWanted}
        textLabel={t('crashes.text')}
        sections={[text]}
        testId="crash"
      />
    </>
  );
}
