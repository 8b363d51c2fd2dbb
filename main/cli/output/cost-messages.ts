/** Messages on the costs of paid services, from the ledger. */
import { formatMessage, joinList } from '../../../contract/messages/format-message.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { type ChargeGroup, type ChargeSum, creditsMessage } from '../../../contract/services/costs.ts';
import { creditsBought } from '../../pipeline/spending/charge-timing.ts';
import type { ChargeFilter, Store } from '../../store/index.ts';
import { countMessages } from './message-parts.ts';

/** Returns the sums of a group, their total, and balances that the requests do not explain. */
export function costMessages(group: ChargeGroup, filter: ChargeFilter, store: Store): MessageDescriptor[] {
  const sums = store.ledger.sums(group, filter);
  const isFiltered = Object.keys(filter).length > 0;
  return [
    ...(sums.length === 0 ? [msg(isFiltered ? 'cli.costs.noneOfThese' : 'cli.costs.none')] : []),
    ...sums.map((sum) => sumLine(sum, group, store)),
    ...(sums.length > 1 ? [sumLine(totalOf(sums), 'service', store)] : []),
    ...(filter.batchId === undefined ? balanceMessages(filter, store) : []),
  ];
}

function sumLine(sum: ChargeSum, group: ChargeGroup, { batches }: Pick<Store, 'batches'>): MessageDescriptor {
  const { requests, charged, open, uncertain, unknown } = sum;
  const title = group === 'batch' ? batches.get(Number(sum.of))?.title : undefined;
  const name = title === undefined ? sum.of : `${formatMessage(title)} (${sum.of})`;
  const label = name === '' ? msg('cli.costs.previews') : name;
  const charges = [
    msg('cli.costs.charged', { credits: creditsMessage(charged) }),
    ...(uncertain > 0 ? [msg('cli.costs.uncertain', { credits: creditsMessage(uncertain) })] : []),
    ...(open > 0 ? [msg('cli.costs.open', { credits: creditsMessage(open) })] : []),
    ...countMessages(unknown, 'cli.costs.unknown'),
  ];
  const list = joinList(charges.map((each) => formatMessage(each, 'terminal')));
  return msg('cli.costs.line', { of: label, count: requests, charges: list });
}

function totalOf(sums: readonly ChargeSum[]): ChargeSum {
  const sum = (amountOf: (each: ChargeSum) => number) => sums.reduce((total, each) => total + amountOf(each), 0);
  return {
    of: formatMessage(msg('cli.costs.total'), 'terminal'),
    requests: sum(({ requests }) => requests),
    charged: sum(({ charged }) => charged),
    open: sum(({ open }) => open),
    uncertain: sum(({ uncertain }) => uncertain),
    unknown: sum(({ unknown }) => unknown),
  };
}

/** Tolerance in credits, because prices may be fractions. */
const tolerance = 1e-6;

/** Returns a message for each service whose balance has changed by another amount than its requests explain. */
function balanceMessages(filter: ChargeFilter, { profiles, balances, ledger }: Store): MessageDescriptor[] {
  const { since = 0, before = Number.MAX_SAFE_INTEGER } = filter;
  const services = profiles.list().filter(({ id }) => filter.profileId === undefined || filter.profileId === id);
  return services.flatMap(({ id, name }) => {
    const known = balances.since(id, since).filter(({ at }) => at < before);
    const [first, last] = [known[0], known.at(-1)];
    if (first === undefined || last === undefined) return [];
    const charges = ledger.list({ profileId: id, since: first.at, before: last.at });
    const sum = (amounts: readonly (number | null)[]) =>
      amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0);
    const listed = sum(charges.map(({ cost }) => cost));
    const possible = sum(charges.map(({ outcome, reserved }) => (outcome === 'uncertain' ? reserved : 0)));
    const seen = first.balance - last.balance + creditsBought(first, last);
    // A balance that rose was topped up.
    if (seen < 0 || (seen > listed - tolerance && seen < listed + possible + tolerance)) return [];
    return [msg('cli.costs.balance', { service: name, seen, listed, from: { at: first.at }, to: { at: last.at } })];
  });
}
