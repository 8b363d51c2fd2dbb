/** Text for a terminal, which must not obey control characters in file names, responses or error messages. */
import { formatMessage } from '../../../contract/messages/format-message.ts';
import type { Message } from '../../../contract/messages/message.ts';
import { controlCharacters, invisibleCharacters } from '../../../contract/validation/unsafe-characters.ts';

/** Returns one line with every control character, line break and invisible character escaped: \x1b, \n, \u202e. */
export function escapeTerminalText(text: string): string {
  return text.replace(controlCharacters, escapeCharacter).replace(invisibleCharacters, escapeCharacter);
}

/** Formats a message as one line. */
export function terminalLine(message: Message): string {
  return escapeTerminalText(formatMessage(message, 'terminal'));
}

/** Prints a message on standard output. */
export function printMessage(message: Message): void {
  console.log(terminalLine(message));
}

/** Prints a message on standard error. */
export function printError(message: Message): void {
  console.error(terminalLine(message));
}

/** Prints a value on standard output, as one line of JSON. */
export function printJson(value: unknown): void {
  console.log(escapeTerminalJson(value));
}

/** Returns one line of JSON with the same values, and without characters that a terminal obeys or hides. */
export function escapeTerminalJson(value: unknown): string {
  // Such characters occur only inside strings, where JSON has an escape for every UTF-16 unit.
  const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;
  return JSON.stringify(value).replace(unseen, (characters) =>
    Array.from({ length: characters.length }, (_, index) => `\\u${toHex(characters.charCodeAt(index), 4)}`).join(''),
  );
}

/** Escapes an entry of a log that a terminal shows; an error becomes its stack trace, line by line. */
export function escapeTerminalLog(entry: unknown): unknown {
  const text = entry instanceof Error ? (entry.stack ?? String(entry)) : entry;
  return typeof text === 'string' ? text.split('\n').map(escapeTerminalText).join('\n') : text;
}

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xffff) return `\\u{${toHex(code, 1)}}`;
  return shortEscapes[character] ?? (code > 0xff ? `\\u${toHex(code, 4)}` : `\\x${toHex(code, 2)}`);
}

function toHex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
