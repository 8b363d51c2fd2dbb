/** Text for a terminal: what a name, a service's words or an error message hold reaches it as something to read, never as a command. */

import { formatMessage } from '../../contract/messages/format-message.ts';
import type { Message } from '../../contract/messages/message.ts';
import { controlCharacters, invisibleCharacters } from '../../contract/validation/unsafe-characters.ts';

/**
 * `text` as one line in which every control character, line break and invisible character is written out: \x1b, \n, \u202e.
 */
export function escapeTerminalText(text: string): string {
  return text.replace(controlCharacters, writtenOut).replace(invisibleCharacters, writtenOut);
}

/** The message as one line, for whoever gave the command. */
export function terminalLine(message: Message): string {
  return escapeTerminalText(formatMessage(message, 'terminal'));
}

/**
 * `value` as one line of JSON that holds the same values, and no character a terminal obeys or that changes how the line reads.
 */
export function escapeTerminalJson(value: unknown): string {
  // Such characters stand inside strings only, where JSON has an escape for every UTF-16 unit.
  const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;
  return JSON.stringify(value).replace(unseen, (characters) =>
    Array.from({ length: characters.length }, (_, index) => `\\u${hex(characters.charCodeAt(index), 4)}`).join(''),
  );
}

/** What goes into a log that is shown on a terminal; an error as its trace, line by line. */
export function escapeTerminalLog(logged: unknown): unknown {
  const text = logged instanceof Error ? (logged.stack ?? String(logged)) : logged;
  return typeof text === 'string' ? text.split('\n').map(escapeTerminalText).join('\n') : text;
}

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function writtenOut(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${hex(code, 1)}}`;
  return named[character] ?? (code > 0xff ? `\\u${hex(code, 4)}` : `\\x${hex(code, 2)}`);
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
