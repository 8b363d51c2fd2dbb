/** Which photographs a command is about: said in exactly one of the ways there are. */
import { say } from '../../preload/contract/sentence.ts';
import { UsageError } from './recipe-words.ts';

/**
 * @param ways what each option is called, and what was given for it
 * @throws UsageError where none was given, or several
 */
export function requireOne(ways: Readonly<Record<string, unknown>>): void {
  if (Object.values(ways).filter((given) => given !== undefined).length === 1) return;
  const names = Object.keys(ways);
  throw new UsageError(say('cli.usage.sayWhich', { ways: names.slice(0, -1).join(', '), last: names.at(-1) ?? '' }));
}
