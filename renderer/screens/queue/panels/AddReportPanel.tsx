/** Report of the latest addition, if photographs were skipped or rejected. */
import { Box, Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { costLines, reportText, reprocess } from '../../../state/processing/intake.ts';
import { useUi } from '../../../state/window/navigation.ts';

const maxReportLines = 200;

const Line = Text.withProps({ inherit: true, c: 'dimmed', mb: 4 });

export function AddReportPanel() {
  const { t } = useTranslation();
  const report = useUi((ui) => ui.report);
  if (!report) return null;
  const text = reportText(report, t);
  const costs = report.asksAboutCost ? [] : costLines(report.estimates ?? []);
  return (
    <Paper
      component="section"
      radius="md"
      bd="1px solid var(--b-line)"
      m="0 16px 8px"
      p="8px 8px 8px 16px"
      role="status"
      data-testid="add-report"
    >
      <Group gap={0} justify="space-between" wrap="nowrap">
        <strong data-testid="add-report-title">{text.title}</strong>
        <CloseButton
          size="sm"
          aria-label={t('queue.report.dismiss')}
          onClick={() => useUi.setState({ report: null })}
          data-testid="add-report-close"
        />
      </Group>
      {text.resumed && <Line>{text.resumed}</Line>}
      {text.undecided && <Line data-testid="add-report-undecided">{text.undecided}</Line>}
      {text.finished && (
        <Group gap={12} wrap="nowrap" c="dimmed" mb={4}>
          {text.finished}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => void reprocess({ ids: [...report.finishedBefore] })}
            data-testid="add-report-again"
          >
            {t('queue.report.again', { count: report.finishedBefore.length })}
          </Button>
        </Group>
      )}
      {text.own && <Line>{text.own}</Line>}
      {costs.map((cost) => (
        <Line key={cost} className="numbers" data-testid="add-report-cost">
          {cost}
        </Line>
      ))}
      {report.notes
        .map((each) => formatMessage(each))
        .map((note) => (
          <Line key={note} data-testid="add-report-note">
            {note}
          </Line>
        ))}
      {report.refused.length > 0 && (
        <Box
          component="ul"
          className="selectable"
          mah={128}
          m="0 0 4px"
          p={0}
          c="dimmed"
          style={{ overflow: 'auto', listStyle: 'none' }}
          aria-label={t('queue.report.refused')}
        >
          {report.refused.slice(0, maxReportLines).map((each) => (
            <Box key={each.path} component="li" py={2} title={each.path} data-testid="add-report-refused">
              {formatMessage(each.message)}
            </Box>
          ))}
          {report.refused.length > maxReportLines && <Box component="li">…</Box>}
        </Box>
      )}
    </Paper>
  );
}
