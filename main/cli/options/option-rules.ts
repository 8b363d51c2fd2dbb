/** Rules for options that have no effect alone, or exclude others. They are checked before a command starts, so no option is ignored. */
import type { Command } from 'commander';
import { msg } from '../../../contract/messages/message.ts';
import { UsageError } from '../exit-codes.ts';

/** An option as typed: "--size", "--as sheet", "--no-studio"; or "[files...]", the arguments of a command. */
export type Condition = `-${string}` | `[${string}]`;

export interface OptionRule {
  readonly options: readonly Condition[];
  /** The options have an effect only if one of these conditions is true. */
  readonly needs?: readonly Condition[];
  /** The options have no effect if one of these conditions is true. */
  readonly excludedBy?: readonly Condition[];
}

export type OptionValues = Readonly<Record<string, unknown>>;

/** Checks the parsed options of a command. @throws UsageError */
export function assertUsefulOptions(command: Command, rules: readonly OptionRule[]): void {
  const typed = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli');
  const conditions = new Set<Condition>(typed.flatMap(([name, value]) => conditionsOf(name, value)));
  const list = command.registeredArguments.at(-1);
  const listed: unknown = command.processedArgs.at(-1);
  if (list?.variadic && Array.isArray(listed) && listed.length > 0) conditions.add(`[${list.name()}...]`);
  // Before a list, the first argument may be an action such as `export`, which rules name in brackets.
  const [first] = command.processedArgs;
  const action = command.registeredArguments.length > 1 && typeof first === 'string' ? first : '';
  assertRules(rules, conditions, (condition) => conditions.has(condition) || condition === `[${action}]`);
}

/** Returns the conditions that an option fulfills, by the name and value that commander gives it. */
export function conditionsOf(name: string, value: unknown): Condition[] {
  const option = optionOf(name, value);
  return [option, `${option} ${String(value)}`];
}

/**
 * Checks options.
 * @param typed the options of the command line
 * @param isTrue whether a condition holds
 * @throws UsageError for the first option without effect
 */
export function assertRules(
  rules: readonly OptionRule[],
  typed: ReadonlySet<Condition>,
  isTrue: (condition: Condition) => boolean,
): void {
  for (const { options, needs, excludedBy = [] } of rules) {
    const option = options.find((each) => typed.has(each));
    if (option === undefined) continue;
    const excluding = excludedBy.find(isTrue);
    if (excluding !== undefined) throw new UsageError(msg('cli.usage.excludedBy', { option, other: excluding }));
    if (needs === undefined || needs.some(isTrue)) continue;
    const needed = needs.map((each) => each.replace(/^\[(\w+)\]$/, '$1')).join(', ');
    throw new UsageError(
      msg(needs.length === 1 ? 'cli.usage.needsOption' : 'cli.usage.needsOneOf', { option, needed }),
    );
  }
}

/** Returns the option as typed: `--no-studio` for `studio: false`. */
export const optionOf = (name: string, value: unknown): `-${string}` =>
  `--${value === false ? 'no-' : ''}${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/**
 * Requires exactly one of several options.
 * @param options their values, by the options as usage shows them
 * @throws UsageError
 */
export function requireExactlyOne(options: Readonly<Record<string, unknown>>): void {
  if (Object.values(options).filter((value) => value !== undefined).length === 1) return;
  const names = Object.keys(options);
  throw new UsageError(msg('cli.usage.sayWhich', { ways: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' }));
}
