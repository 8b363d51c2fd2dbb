/** What became of the paths that were added last, where something was refused or skipped. */
import { Button, CloseButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import classes from '../../../components/Panels.module.css';
import { costLines, reportText, reprocess } from '../../../state/processing/intake.ts';
import { useUi } from '../../../state/window/navigation.ts';

/** More lines than this are not written into the page. */
const maxReportLines = 200;

export function AddReportPanel() {
  const { t } = useTranslation();
  const report = useUi((ui) => ui.report);
  if (!report) return null;
  const words = reportText(report, t);
  const costs = report.asksAboutCost ? [] : costLines(report.estimates ?? []);
  return (
    <section className={classes.report} role="status" data-testid="add-report">
      <div className={classes.reportHead}>
        <strong data-testid="add-report-title">{words.title}</strong>
        <CloseButton
          size="sm"
          aria-label={t('queue.report.dismiss')}
          onClick={() => useUi.setState({ report: null })}
          data-testid="add-report-close"
        />
      </div>
      {words.resumed && <p>{words.resumed}</p>}
      {words.undecided && <p data-testid="add-report-undecided">{words.undecided}</p>}
      {words.finished && (
        <p className={classes.offer}>
          {words.finished}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => void reprocess({ ids: [...report.finishedBefore] })}
            data-testid="add-report-again"
          >
            {t('queue.report.again', { count: report.finishedBefore.length })}
          </Button>
        </p>
      )}
      {words.own && <p>{words.own}</p>}
      {costs.map((cost) => (
        <p key={cost} className="numbers" data-testid="add-report-cost">
          {cost}
        </p>
      ))}
      {report.notes
        .map((each) => formatMessage(each))
        .map((note) => (
          <p key={note} data-testid="add-report-note">
            {note}
          </p>
        ))}
      {report.refused.length > 0 && (
        <ul aria-label={t('queue.report.refused')}>
          {report.refused.slice(0, maxReportLines).map((each) => (
            <li key={each.path} title={each.path} data-testid="add-report-refused">
              {formatMessage(each.message)}
            </li>
          ))}
          {report.refused.length > maxReportLines && <li>…</li>}
        </ul>
      )}
    </section>
  );
}
