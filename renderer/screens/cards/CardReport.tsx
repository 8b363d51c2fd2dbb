/** The report of a copy with failures or notes: destinations, failed files, and reasons. */
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type CopyFailure, isVerified } from '../../../contract/intake/cards.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { request } from '../../bridge.ts';
import { ScrollList } from '../../components/ScrollList.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { formatCount as number } from '../../locales/format.ts';
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
      {trouble !== null && (
        <Box component="p" c="var(--b-uncertain)">
          {formatMessage(trouble)}
        </Box>
      )}
      {ending === 'stopped' && <p>{t('cards.report.stopped')}</p>}
      {places.map(({ folder, copied, there, trouble: problem }) => (
        <Stack key={folder} gap={4} mb="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text inherit className="numbers selectable">
            {t('cards.report.place', {
              folder,
              copied: number(copied),
              there: number(there),
              files: number(files),
            })}
          </Text>
          {problem !== null && (
            <Text inherit c="var(--b-uncertain)">
              {formatMessage(problem)}
            </Text>
          )}
        </Stack>
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
    <ScrollList>
      {failures.map(({ message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file may fail at both destinations, and the list never changes
        <li key={index}>{formatMessage(message)}</li>
      ))}
    </ScrollList>
  );
}
