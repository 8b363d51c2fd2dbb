import log from 'electron-log/node.js';
import { describe, expect, it } from 'vitest';
import {
  escapeTerminalJson,
  escapeTerminalLog,
  escapeTerminalText,
} from '../../../../main/cli/output/terminal-text.ts';

const every = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
/** Characters that control a terminal, or reorder or hide text. */
const obeyed = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/u;

describe('escapeTerminalText', () => {
  it.each([
    ['an ordinary name', '/Fotos/Überall 写真 (1).jpg', '/Fotos/Überall 写真 (1).jpg'],
    ['joiners that spell', 'می\u200cخواهم 👩‍👧 ❤\ufe0f', 'می\u200cخواهم 👩‍👧 ❤\ufe0f'],
    ['a colour', 'a\x1b[31mb.jpg', 'a\\x1b[31mb.jpg'],
    ['a cleared screen and a title', '\x1b[2J\x1b]0;x\x07', '\\x1b[2J\\x1b]0;x\\x07'],
    ['a link', '\x1b]8;;http://e.test\x1b\\x', '\\x1b]8;;http://e.test\\x1b\\x'],
    ['a sequence of C1', '\x9b2J\x90q\x9c', '\\x9b2J\\x90q\\x9c'],
    ['a line of its own', 'a.jpg\nb.jpg: done\r\n', 'a.jpg\\nb.jpg: done\\r\\n'],
    ['tab, backspace, delete', 'a\tb\bc\x7f', 'a\\tb\\x08c\\x7f'],
    ['a name turned round', 'photo\u202egpj.exe', 'photo\\u202egpj.exe'],
    ['isolates and marks', '\u2066a\u2069\u200f\u061c', '\\u2066a\\u2069\\u200f\\u061c'],
    ['what is not seen', 'a\u200bb\ufeffc\u00add', 'a\\u200bb\\ufeffc\\xadd'],
    ['tags', 'a\u{e0041}', 'a\\u{e0041}'],
    ['half a character', 'a\ud800', 'a\\ud800'],
    ['line separators', 'a\u2028b\u2029', 'a\\u2028b\\u2029'],
  ])('escapes %s', (_, text, line) => {
    expect(escapeTerminalText(text)).toBe(line);
    expect(escapeTerminalText(line)).toBe(line);
  });

  it('passes no control character', () => {
    expect(every.filter((character) => obeyed.test(escapeTerminalText(`a${character}b`)))).toEqual([]);
  });
});

describe('escapeTerminalJson', () => {
  it('keeps the values', () => {
    const value = {
      file: '/a/\x1b[31m\x9b\x7f\u202e\u2028\ufeff\u{e0041}é"\\\n写👩‍👧.jpg',
      'k\u202ey': [1, null, 'a\ud800'],
    };
    const line = escapeTerminalJson(value);
    expect(JSON.parse(line)).toEqual(value);
    expect(line).toMatch(/^[\x20-\x7e\p{L}\p{So}]+$/u);
    expect(line).toContain('\\u001b[31m\\u009b\\u007f\\u202e\\u2028\\ufeff\\udb40\\udc41é\\"\\\\\\n写👩\\u200d👧.jpg');
  });

  it('passes no control character, and loses none', () => {
    const line = escapeTerminalJson(every);
    expect(obeyed.test(line)).toBe(false);
    expect(JSON.parse(line)).toEqual(every);
  });
});

describe('escapeTerminalLog', () => {
  it('escapes log entries, and keeps the lines of a stack trace', () => {
    const error = new Error('no \x1b[2J.jpg');
    error.stack = 'Error: no \x1b[2J.jpg\n    at a\u202e.ts:1';
    expect(escapeTerminalLog(error)).toBe('Error: no \\x1b[2J.jpg\n    at a\\u202e.ts:1');
    expect(escapeTerminalLog('a\x9bb')).toBe('a\\x9bb');
    expect(escapeTerminalLog(7)).toBe(7);
  });

  it('runs before the log adds its colors', () => {
    const { console: terminal } = log.create({ logId: 'printable' }).transports;
    const written: unknown[] = [];
    terminal.useStyles = true;
    terminal.format = '%c{text}%c';
    terminal.transforms.unshift(({ data }) => data.map(escapeTerminalLog));
    terminal.writeFn = ({ message }) => void written.push(...message.data);
    terminal({ data: ['engine: \x1b[2J', new Error('x\x1b')], level: 'warn', date: new Date(0) });
    expect(written.join(' ')).toContain('engine: \\x1b[2J');
    expect(written.join(' ')).toContain('Error: x\\x1b');
    expect(written.join(' ')).toContain('\x1b[33m');
    expect(written.join(' ')).not.toContain('\x1b[2J');
  });
});
