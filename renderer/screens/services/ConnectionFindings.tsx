/** Findings of “Test connection”, with an offer to use the form of task query that the service understands. */
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { ConnectionReport } from '../../../contract/services/profile.ts';
import type { TaskQuery } from '../../../contract/services/task-query-form.ts';
import { StateDot } from '../../components/status/StateDot.tsx';
import classes from './Services.module.css';

interface ConnectionFindingsProps {
  readonly report: ConnectionReport;
  /** Takes the form over into the fields. */
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
    <div ref={top} className={classes.report} role="status" data-testid="service-report">
      <strong>
        <StateDot tone={isGood ? 'good' : 'bad'} />
        {isGood ? t('services.form.testOk') : t('services.form.testBad')}
      </strong>
      <ul>
        {report.findings
          .map((each) => formatMessage(each))
          .map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
      </ul>
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
    </div>
  );
}
