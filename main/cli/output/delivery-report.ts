import type { ExportReport } from '../../../contract/delivery/export.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { printJson } from './terminal-text.ts';

/** Prints the report of an export or a gallery as JSON, with formatted messages. */
export function printDeliveryReport(report: ExportReport): void {
  const { failed, trouble } = report;
  printJson({
    ...report,
    failed: failed.map(({ name, message }) => ({ name, message: formatMessage(message, 'terminal') })),
    trouble: trouble && formatMessage(trouble, 'terminal'),
  });
}
