/** The report of a copy with failures or notes: destinations, failed files, and reasons. */
import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type CopyFailure, isVerified } from '../../../contract/intake/cards.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { request } from '../../bridge.ts';
import { Sheet } from '../../components/Sheet.tsx';
import { formatCount as number } from '../../locales/format.ts';
import classes from './Cards.module.css';
import { closeCardReport, useCards } from './cardCopy.ts';

export function CardReport() {
  const { t } = useTranslation();
  const report = useCards((state) => state.report);
  if (report === null) return null;
  const { files, places, failed, failedCount, notes, ending, trouble } = report;
  return (
    <Sheet
      onClose={closeCardReport}
      title={t(isVerified(report) ? 'cards.report.whole' : 'cards.report.notWhole')}
      size={560}
      data-testid="card-report"
    >
      {trouble !== null && <p className={classes.warn}>{formatMessage(trouble)}</p>}
      {ending === 'stopped' && <p>{t('cards.report.stopped')}</p>}
      {places.map(({ folder, copied, there, trouble: why }) => (
        <div key={folder} className={classes.place}>
          <p className="numbers selectable">
            {t('cards.report.place', {
              folder,
              copied: number(copied),
              there: number(there),
              files: number(files),
            })}
          </p>
          {why !== null && <p className={classes.warn}>{formatMessage(why)}</p>}
        </div>
      ))}
      {failedCount > 0 && <p>{t('cards.report.failed', { count: failedCount, number: number(failedCount) })}</p>}
      <FailureList failures={failed} />
      {failedCount > failed.length && <p>{t('cards.report.more', { number: number(failedCount - failed.length) })}</p>}
      <FailureList failures={notes} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => void request('cards.reveal')} data-testid="card-reveal">
          {t('cards.report.reveal')}
        </Button>
        <Button onClick={closeCardReport} data-autofocus data-testid="card-report-close">
          {t('actions.close')}
        </Button>
      </Group>
    </Sheet>
  );
}

function FailureList({ failures }: { readonly failures: readonly CopyFailure[] }) {
  if (failures.length === 0) return null;
  return (
    <ul className={`${classes.told} selectable`}>
      {failures.map(({ message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file may fail at both destinations, and the list never changes
        <li key={index}>{formatMessage(message)}</li>
      ))}
    </ul>
  );
}
