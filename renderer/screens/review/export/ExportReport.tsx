/** The report of an export with failures or notes, and the list of failures that a gallery's report shows too. */
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExportReport as Report } from '../../../../contract/delivery/export.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { request } from '../../../bridge.ts';
import { ScrollList } from '../../../components/ScrollList.tsx';
import { Sheet } from '../../../components/Sheet.tsx';
import { formatCount as number } from '../../../locales/format.ts';
import { useExportSheet } from './exportSheet.ts';

export function ExportReport() {
  const { t } = useTranslation();
  const report = useExportSheet((state) => state.report);
  const close = () => useExportSheet.setState({ report: null });
  if (report === null) return null;
  const { done, failedCount, notes = [], ending, trouble, folder } = report;
  return (
    <Sheet onClose={close} title={t('exporting.report.title')} size={560} data-testid="export-report">
      {trouble !== null && <p>{formatMessage(trouble)}</p>}
      {ending === 'stopped' && <p>{t('exporting.report.stopped')}</p>}
      <p>{t('exporting.report.done', { count: done, number: number(done) })}</p>
      {failedCount > 0 && <p>{t('exporting.report.failed', { count: failedCount, number: number(failedCount) })}</p>}
      <Failures {...report} />
      {notes.length > 0 && <Failures failed={notes} failedCount={notes.length} />}
      <Group justify="flex-end" gap="xs" mt="lg">
        {folder !== '' && (
          <Button variant="default" onClick={() => void request('export.reveal')} data-testid="export-reveal">
            {t('exporting.report.reveal')}
          </Button>
        )}
        <Button onClick={close} data-autofocus>
          {t('actions.close')}
        </Button>
      </Group>
    </Sheet>
  );
}

/** The first failures, and the number of additional ones. */
export function Failures({ failed, failedCount }: Pick<Report, 'failed' | 'failedCount'>) {
  const { t } = useTranslation();
  return (
    <>
      <ScrollList>
        {failed.map(({ name, message }) => (
          <li key={name}>{formatMessage(message)}</li>
        ))}
      </ScrollList>
      {failedCount > failed.length && (
        <p>{t('exporting.report.more', { number: number(failedCount - failed.length) })}</p>
      )}
    </>
  );
}
