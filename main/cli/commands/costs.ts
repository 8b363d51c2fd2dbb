import { Option } from 'commander';
import type { CsvSeparator } from '../../../contract/delivery/export.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { msg } from '../../../contract/messages/message.ts';
import type { ChargeGroup } from '../../../contract/services/costs.ts';
import type { ChargeFilter, Store } from '../../store/index.ts';
import type { CliCommand, CommandInput } from '../command-definition.ts';
import { type ExitCode, exitCodes, UsageError } from '../exit-codes.ts';
import { type CommonOptions, csvSeparatorOption, csvSeparatorRule, jsonOption } from '../options/common-options.ts';
import { parsePositiveInteger } from '../options/option-parsers.ts';
import { printJson, printMessage } from '../output/terminal-text.ts';
import { withReadOnlySession, withSession } from '../session/command-session.ts';

interface CostsOptions extends CommonOptions {
  readonly by: ChargeGroup;
  readonly batch?: number;
  /** First day, such as 2026-11-28. */
  readonly from?: string;
  /** Last day. */
  readonly to?: string;
  readonly csv?: boolean;
  readonly csvSeparator?: CsvSeparator;
  readonly forget?: boolean;
}

export const command: CliCommand = {
  description: 'show the costs of paid services from the ledger',
  options: [jsonOption],
  accept(command) {
    command
      .addOption(
        new Option('--by <what>', 'how to group the costs')
          .choices(['day', 'batch', 'service', 'recipe'] satisfies ChargeGroup[])
          .default('day'),
      )
      .option('--service <url or name>', 'only this service')
      .option('--batch <number>', 'only this batch', parsePositiveInteger)
      .option('--from <day>', 'first day, such as 2026-11-28')
      .option('--to <day>', 'last day')
      .option('--csv', 'print a table with one row per request')
      .addOption(csvSeparatorOption)
      .option('--forget', 'delete the names of photographs from the ledger and keep their costs');
  },
  rules: [
    { options: ['--by', '--csv', '--csv-separator'], excludedBy: ['--forget'] },
    csvSeparatorRule,
    { options: ['--by'], excludedBy: ['--csv', '--json'] },
    { options: ['--json'], excludedBy: ['--csv'] },
  ],
  run,
};

async function run({ options }: CommandInput<CostsOptions>): Promise<ExitCode> {
  const { data, by, json = false, csv = false, csvSeparator, forget = false } = options;
  // Only the data folder, because the service selects requests here. It must not become a profile.
  const open = forget ? withSession : withReadOnlySession;
  return open({ data }, async ({ store }) => {
    const filter = await parseFilter(options, store);
    if (forget) forgetNames(filter, store, json);
    else if (csv) await printCsv(filter, store, csvSeparator);
    else if (json) for (const charge of store.ledger.list(filter)) printJson(charge);
    else await printSums(by, filter, store);
    return exitCodes.done;
  });
}

function forgetNames(filter: ChargeFilter, { ledger }: Store, isJson: boolean): void {
  const count = ledger.forget(filter);
  if (isJson) printJson({ forgotten: count });
  else printMessage(count === 0 ? msg('cli.costs.noNames') : msg('cli.costs.forgotten', { count }));
}

async function printCsv(filter: ChargeFilter, store: Store, separator: CsvSeparator | undefined): Promise<void> {
  const { chargeColumns, chargeRows } = await import('../../delivery/tables/charge-table.ts');
  const { formatCsv } = await import('../output/tables.ts');
  const rows = [...chargeRows(store.ledger.list(filter), { store, toWords: formatMessage })];
  const isForTerminal = process.stdout.isTTY;
  process.stdout.write(formatCsv(rows, { separator, columns: chargeColumns, isForTerminal }));
}

async function printSums(group: ChargeGroup, filter: ChargeFilter, store: Store): Promise<void> {
  const { costMessages } = await import('../output/cost-messages.ts');
  for (const line of costMessages(group, filter, store)) printMessage(line);
}

/** @throws UsageError for an unknown service, and for an invalid day */
async function parseFilter({ service, batch, from, to }: CostsOptions, store: Store): Promise<ChargeFilter> {
  const { requireService } = await import('../session/service-profile.ts');
  return {
    ...(service === undefined ? {} : { profileId: requireService(store, service).id }),
    ...(batch === undefined ? {} : { batchId: batch }),
    ...(from === undefined ? {} : { since: parseDay(from) }),
    ...(to === undefined ? {} : { before: parseDay(to, 1) }),
  };
}

/** Returns the start of a day in local time (ms since 1970), or of one some days later. */
function parseDay(text: string, laterDays = 0): number {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  const isDay =
    year !== undefined &&
    month !== undefined &&
    day !== undefined &&
    // Date turns the 31st of a month with 30 days into another day.
    new Date(year, month - 1, day).getDate() === day;
  if (!isDay) throw new UsageError(msg('cli.usage.day', { day: text }));
  return new Date(year, month - 1, day + laterDays).getTime();
}
