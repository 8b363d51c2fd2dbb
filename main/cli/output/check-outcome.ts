/** The outcome of a file's check against a marketplace, as text, JSON and CSV. */
import type { CsvSeparator } from '../../../contract/delivery/export.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type Message, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { countUncertain, type RuleFinding, severityOf } from '../../../contract/recipes/marketplace-check.ts';
import type { Marketplace } from '../../../contract/recipes/marketplaces.ts';
import type { FileCheckResult } from '../../imaging/check/check-file.ts';
import { formatCsvRow } from './tables.ts';
import { terminalLine } from './terminal-text.ts';

/** A file with its verdict, or the reason why it could not be checked. */
export type Outcome = FileCheckResult | { readonly path: string; readonly trouble: Message };

export function outcomeLines(outcome: Outcome, marketplace: Marketplace): string[] {
  if ('trouble' in outcome) return [terminalLine(outcome.trouble)];
  const { path, passes, findings } = outcome;
  const values = { file: path, name: marketplace.name };
  const count = countUncertain(findings);
  const head = !passes
    ? msg('cli.check.fails', values)
    : count > 0
      ? msg('cli.check.look', { ...values, count })
      : msg('cli.check.passes', values);
  const broken = findings.filter((finding) => !finding.passes);
  return [terminalLine(head), ...broken.map((finding) => `  ${terminalLine(findingMessage(finding))}`)];
}

function findingMessage({ level, certain, says }: RuleFinding): MessageDescriptor {
  if (level === 'should') return msg('cli.check.better', { says });
  return certain ? says : msg('cli.check.uncertain', { says });
}

export function outcomeForJson(outcome: Outcome, marketplace: Marketplace) {
  const { path } = outcome;
  const preset = marketplace.id;
  if ('trouble' in outcome)
    return { file: path, preset, passes: false, trouble: formatMessage(outcome.trouble, 'terminal') };
  const { passes, findings, measured } = outcome;
  const rules = findings.map((each, index) => ({
    ...each,
    says: formatMessage(each.says, 'terminal'),
    asks: marketplace.rules[index]?.asks,
  }));
  return { file: path, preset, passes, rules, measured };
}

export const csvHeader = (separator: CsvSeparator | undefined): string =>
  formatCsvRow(['file', 'preset', 'verdict', 'rule', 'level', 'certain', 'says'], separator);

/** Returns a line for each rule. */
export function csvRows(outcome: Outcome, { id }: Marketplace, separator: CsvSeparator | undefined): string[] {
  const { path } = outcome;
  const rows =
    'trouble' in outcome
      ? [[path, id, 'fails', '', '', '', formatMessage(outcome.trouble, 'terminal')]]
      : outcome.findings.map(({ kind, level, certain, passes, says }) => {
          const verdict = passes ? 'passes' : severityOf({ level, certain });
          return [path, id, verdict, kind, level, certain, formatMessage(says, 'terminal')];
        });
  return rows.map((cells) => formatCsvRow(cells, separator));
}
