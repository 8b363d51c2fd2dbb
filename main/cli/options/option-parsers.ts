/** Parsers for values of options and arguments. Commander shows their errors after the name of the option. */
import { InvalidArgumentError } from 'commander';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';

export function parsePositiveInteger(text: string): number {
  return Number(matchValue(/^[1-9]\d{0,14}$/, text, msg('cli.usage.wholeNumber'))[0]);
}

export function parseCredits(text: string): number {
  return Number(matchValue(/^\d{1,9}(\.\d{1,6})?$/, text, msg('cli.usage.credits'))[0]);
}

export function parseDays(text: string): number {
  return Number(matchValue(/^(\d{1,5})d?$/, text, msg('cli.usage.days'))[1]);
}

function matchValue(expected: RegExp, text: string, problem: MessageDescriptor): RegExpExecArray {
  const match = expected.exec(text);
  if (match === null) throw new InvalidArgumentError(formatMessage(problem, 'terminal'));
  return match;
}
