/** What was not handed on, and why: the first of it. */
import { useTranslation } from 'react-i18next';
import type { ExportReport } from '../../../../contract/delivery/export.ts';
import { formatMessage } from '../../../../contract/messages/format-message.ts';
import { formatCount as number } from '../../../locales/format.ts';
import classes from './Export.module.css';

export function Failures({ failed, failedCount }: Pick<ExportReport, 'failed' | 'failedCount'>) {
  const { t } = useTranslation();
  return (
    <>
      <ul className={`${classes.failed} selectable`}>
        {failed.map(({ name, message }) => (
          <li key={name}>{formatMessage(message)}</li>
        ))}
      </ul>
      {failedCount > failed.length && (
        <p>{t('exporting.report.more', { number: number(failedCount - failed.length) })}</p>
      )}
    </>
  );
}
