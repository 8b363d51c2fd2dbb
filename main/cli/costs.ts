/** `burnish costs`: what services that charge have cost, from the ledger. */
import { stringify } from 'csv-stringify/sync';
import type { CsvSeparator } from '../../contract/delivery/export.ts';
import { formatMessage, joinList } from '../../contract/messages/format-message.ts';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { type ChargeGroup, type ChargeSum, creditsMessage } from '../../contract/services/costs.ts';
import { chargeColumns, chargeRows } from '../delivery/tables/charge-table.ts';
import { csvOptions } from '../delivery/tables/table-files.ts';
import { creditsBought } from '../pipeline/spending/charge-timing.ts';
import type { ChargeFilter, Store } from '../store/index.ts';
import { type CommonOptions, type ExitCode, findService, openReadOnly, openSession } from './command-session.ts';
import { countMessages } from './count-messages.ts';
import { UsageError } from './parse-recipe.ts';
import { escapeTerminalJson, escapeTerminalText, terminalLine } from './terminal-text.ts';

export interface CostsCommand extends Pick<CommonOptions, 'data' | 'json' | 'service'> {
  readonly by?: ChargeGroup;
  readonly batch?: number;
  /** Days, the first that counts and the last, as 2026-11-28. */
  readonly from?: string;
  readonly to?: string;
  readonly csv?: boolean;
  readonly csvSeparator?: CsvSeparator;
  readonly forget?: boolean;
}

/** Credits; prices may be fractions. */
const tolerance = 1e-6;

/** @throws UsageError */
export async function costs(command: CostsCommand): Promise<ExitCode> {
  const { by = 'day', json = false, csv = false, csvSeparator = 'comma', forget = false } = command;
  const session = await (forget ? openSession({ data: command.data }, null) : openReadOnly({ data: command.data }));
  const { store } = session;
  const print = (line: MessageDescriptor) => console.log(terminalLine(line));
  try {
    const filter = chosen(command, store);
    if (forget) {
      const count = store.ledger.forget(filter);
      if (json) console.log(escapeTerminalJson({ forgotten: count }));
      else print(count === 0 ? msg('cli.costs.noNames') : msg('cli.costs.forgotten', { count }));
    } else if (csv) {
      const rows = chargeRows(store.ledger.list(filter), { store, toWords: formatMessage });
      // Names are read there, not obeyed.
      const cast = process.stdout.isTTY ? { cast: { string: escapeTerminalText } } : {};
      process.stdout.write(stringify([...rows], { ...cast, ...csvOptions(csvSeparator), columns: [...chargeColumns] }));
    } else if (json) {
      for (const charge of store.ledger.list(filter)) console.log(escapeTerminalJson(charge));
    } else {
      const sums = store.ledger.sums(by, filter);
      if (sums.length === 0) print(msg(Object.keys(filter).length === 0 ? 'cli.costs.none' : 'cli.costs.noneOfThese'));
      for (const sum of sums) print(lineOf(sum, by, store));
      if (sums.length > 1) print(lineOf(totalOf(sums), 'service', store));
      if (filter.batchId === undefined) for (const line of balanceMessages(filter, store)) print(line);
    }
    return 0;
  } finally {
    await session.close();
  }
}

function lineOf(sum: ChargeSum, group: ChargeGroup, { batches }: Pick<Store, 'batches'>): MessageDescriptor {
  const { requests, charged, open, uncertain, unknown } = sum;
  const title = group === 'batch' ? batches.get(Number(sum.of))?.title : undefined;
  const named = title === undefined ? sum.of : `${formatMessage(title)} (${sum.of})`;
  const label = named === '' ? msg('cli.costs.previews') : named;
  const more = [
    ...(uncertain > 0 ? [msg('cli.costs.uncertain', { credits: creditsMessage(uncertain) })] : []),
    ...(open > 0 ? [msg('cli.costs.open', { credits: creditsMessage(open) })] : []),
    ...countMessages(unknown, 'cli.costs.unknown'),
  ];
  const charges = [msg('cli.costs.charged', { credits: creditsMessage(charged) }), ...more].map((each) =>
    formatMessage(each, 'terminal'),
  );
  return msg('cli.costs.line', { of: label, count: requests, charges: joinList(charges) });
}

/** One message for each service whose balances and requests disagree. */
function balanceMessages(filter: ChargeFilter, { profiles, balances, ledger }: Store): MessageDescriptor[] {
  const { since = 0, before = Number.MAX_SAFE_INTEGER } = filter;
  const services = profiles.list().filter(({ id }) => filter.profileId === undefined || filter.profileId === id);
  return services.flatMap(({ id, name }) => {
    const known = balances.since(id, since).filter(({ at }) => at < before);
    const [first, last] = [known[0], known.at(-1)];
    if (first === undefined || last === undefined) return [];
    const charges = ledger.list({ profileId: id, since: first.at, before: last.at });
    const sum = (amounts: readonly (number | null)[]) =>
      amounts.reduce<number>((all, amount) => all + (amount ?? 0), 0);
    const listed = sum(charges.map(({ cost }) => cost));
    const possible = sum(charges.map(({ outcome, reserved }) => (outcome === 'uncertain' ? reserved : 0)));
    const seen = first.balance - last.balance + creditsBought(first, last);
    // A balance that rose was topped up.
    if (seen < 0 || (seen > listed - tolerance && seen < listed + possible + tolerance)) return [];
    return [msg('cli.costs.balance', { service: name, seen, listed, from: { at: first.at }, to: { at: last.at } })];
  });
}

function totalOf(sums: readonly ChargeSum[]): ChargeSum {
  const sum = (amountOf: (each: ChargeSum) => number) => sums.reduce((all, each) => all + amountOf(each), 0);
  return {
    of: formatMessage(msg('cli.costs.total'), 'terminal'),
    requests: sum(({ requests }) => requests),
    charged: sum(({ charged }) => charged),
    open: sum(({ open }) => open),
    uncertain: sum(({ uncertain }) => uncertain),
    unknown: sum(({ unknown }) => unknown),
  };
}

function chosen({ service, batch, from, to }: CostsCommand, store: Store): ChargeFilter {
  const profile = service === undefined ? undefined : findService(store.profiles.list(), service);
  if (service !== undefined && profile === undefined) throw new UsageError(msg('cli.usage.noService', { service }));
  return {
    ...(profile === undefined ? {} : { profileId: profile.id }),
    ...(batch === undefined ? {} : { batchId: batch }),
    ...(from === undefined ? {} : { since: dayOf(from, 0) }),
    ...(to === undefined ? {} : { before: dayOf(to, 1) }),
  };
}

/** ms since 1970 of the beginning of a day here, or of one so many days later. @throws UsageError */
function dayOf(text: string, later: number): number {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined)
    throw new UsageError(msg('cli.usage.day', { day: text }));
  // The 31st of a month that has 30 days is another day.
  if (new Date(year, month - 1, day).getDate() !== day) throw new UsageError(msg('cli.usage.day', { day: text }));
  return new Date(year, month - 1, day + later).getTime();
}
