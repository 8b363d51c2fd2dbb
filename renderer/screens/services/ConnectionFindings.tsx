/** Findings of “Test connection”, with an offer to use the task query that the service understands. */
import { Box, Button, Group, Paper } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { ConnectionReport } from '../../../contract/services/profile.ts';
import type { TaskQuery } from '../../../contract/services/task-query-form.ts';
import { StateDot } from '../../components/status/StateDot.tsx';

interface ConnectionFindingsProps {
  readonly report: ConnectionReport;
  /** Called to put the query into the fields. */
  readonly onUse: (query: TaskQuery) => void;
}

export function ConnectionFindings({ report, onUse }: ConnectionFindingsProps) {
  const { t } = useTranslation();
  const [isUsed, setIsUsed] = useState(false);
  const { ok: isGood, otherTaskQuery: query } = report;
  const top = useRef<HTMLDivElement>(null);
  // The button is in the sticky footer, and the findings may be below the fold.
  useEffect(() => top.current?.scrollIntoView({ block: 'center' }), []);
  return (
    <Paper
      ref={top}
      withBorder
      radius="md"
      px="md"
      py="xs"
      bg="color-mix(in srgb, var(--b-text) 3%, transparent)"
      role="status"
      data-testid="service-report"
    >
      <Group gap="xs" wrap="nowrap" fw="bold">
        <StateDot tone={isGood ? 'good' : 'bad'} />
        {isGood ? t('services.form.testOk') : t('services.form.testBad')}
      </Group>
      <Box component="ul" m={0} mt={4} pl="md" c="dimmed">
        {report.findings
          .map((each) => formatMessage(each))
          .map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
      </Box>
      {query !== null && !isUsed && (
        <>
          <p>{t('services.form.otherQuery')}</p>
          <Button
            variant="default"
            onClick={() => {
              onUse(query);
              setIsUsed(true);
            }}
            data-testid="service-use-query"
          >
            {t('services.form.useQuery')}
          </Button>
        </>
      )}
    </Paper>
  );
}
