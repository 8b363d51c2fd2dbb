import { describe, expect, it } from 'vitest';
import en from '../../../contract/messages/en.json' with { type: 'json' };
import { type Audience, formatDateTime, formatDay, formatMessage } from '../../../contract/messages/format-message.ts';
import {
  isMessage,
  isSameMessage,
  joinMessages,
  type Message,
  type MessageDescriptor,
  msg,
  toLogText,
} from '../../../contract/messages/message.ts';

describe('a formatted message', () => {
  it.each([
    [msg('ipc.unchanged'), 'Nothing was changed.'],
    [msg('pipeline.tried', { count: 1 }), 'Tried once.'],
    [msg('pipeline.tried', { count: 1200 }), 'Tried 1,200 times.'],
    [msg('pipeline.nextTry', { time: { ms: 8000 } }), 'Next try in 8 s.'],
    [
      msg('imaging.fit.format', {
        name: 'a.gif',
        format: 'GIF',
        operation: 'Cutout',
        formats: { anyOf: ['JPEG', 'PNG'] },
      }),
      '“a.gif” is in GIF format, but “Cutout” accepts only JPEG or PNG. Allow fitting in the recipe, or convert the photograph.',
    ],
    // `bytes` are shown in binary megabytes, `decimalBytes` in decimal ones.
    [msg('imaging.check.bytes', { size: { bytes: 10_000_000 } }), 'The file size is 9.5 MB.'],
    [msg('imaging.check.bytes', { size: { decimalBytes: 10_000_000 } }), 'The file size is 10 MB.'],
    [msg('imaging.check.bytes', { size: { decimalBytes: 2_345_678 } }), 'The file size is 2.3 MB.'],
    [msg('imaging.check.bytes', { size: { decimalBytes: 999_600 } }), 'The file size is 1 MB.'],
    [msg('imaging.check.bytes', { size: { decimalBytes: 48_300 } }), 'The file size is 48 KB.'],
    [joinMessages(msg('ipc.unchanged'), null, 'As it was stored.'), 'Nothing was changed. As it was stored.'],
  ])('%j', (sentence, words) => {
    expect(formatMessage(sentence)).toBe(words);
  });

  it('shows times in the reader’s format and time zone', () => {
    const at = new Date(2020, 10, 22, 13, 38).getTime();
    expect(formatMessage(msg('pipeline.nextTry', { time: { at } }))).toMatch(/^Next try in Nov 22, 2020, 1:38\sPM\.$/);
  });

  it('keeps text by others unchanged', () => {
    const quoted = '$t(ipc.unchanged) {{count}} <b>&amp;</b>';
    expect(formatMessage(msg('service.quoted', { quoted }))).toBe(`Message from the service: “${quoted}”`);
    expect(formatMessage(quoted)).toBe(quoted);
  });

  it('uses its terminal variant for the command line, inside other messages too', () => {
    const failed = msg('service.engine.failed');
    expect(formatMessage(failed)).toContain('(Settings, Data and privacy)');
    expect(formatMessage(joinMessages(failed), 'terminal')).toContain('BURNISH_LOG=1');
    // Messages without a variant for the terminal.
    expect(formatMessage(msg('ipc.unchanged'), 'terminal')).toBe('Nothing was changed.');
  });

  it('shows its key if it comes from a newer version', () => {
    expect(formatMessage({ key: 'store.ofTomorrow' } as unknown as MessageDescriptor)).toBe('store.ofTomorrow');
  });
});

it.each([
  [[2026, 10, 25, 4, 31], 'Today, 4:31 AM', 'Nov 25, 4:31 AM'],
  [[2026, 10, 25, 0, 0], 'Today, 12:00 AM', 'Nov 25, 12:00 AM'],
  [[2026, 10, 24, 23, 59], 'Yesterday, 11:59 PM', 'Nov 24, 11:59 PM'],
  [[2026, 0, 3, 13, 5], 'Jan 3, 1:05 PM', 'Jan 3, 1:05 PM'],
  [[2025, 10, 25, 4, 31], 'Nov 25, 2025, 4:31 AM', 'Nov 25, 2025, 4:31 AM'],
] as const)('formats a time as briefly as is clear: %j', ([year, month, date, hour, minute], alone, inSentence) => {
  const at = new Date(year, month, date, hour, minute).getTime();
  const now = new Date(2026, 10, 25, 18, 0).getTime();
  expect([formatDay(at, now), formatDateTime(at, now)].map((each) => each.replace(/\s/g, ' '))).toEqual([
    alone,
    inSentence,
  ]);
});

/** Messages that may appear anywhere and name a place of the window. */
const place = /under Services|Settings, (Advanced|Network)|press “/;
const ofPlaces = Object.entries(en.sentences)
  .filter(([key, text]) => !/_(terminal|window)|^(ipc|desktop|cli)\./.test(key) && place.test(text))
  .map(([key]) => ({ key }) as MessageDescriptor);
const elsewhere = /under Services(?! in the window)|Settings, (Advanced|Network)(?!, in the window)|press “/;

describe('a message that names a place of the window', () => {
  it('is among these', () => {
    expect(ofPlaces.length).toBeGreaterThan(10);
  });

  it.each(ofPlaces)('gives the location of that place on the terminal: $key', (sentence) => {
    expect(formatMessage(sentence, 'terminal')).not.toMatch(elsewhere);
    expect(formatMessage(sentence, 'window')).not.toMatch(elsewhere);
  });

  it.each<[Message, Audience, string]>([
    [msg('service.todo.checkKey'), 'terminal', 'Check the key in the variable given with --key-env.'],
    [msg('service.todo.checkKey'), 'window', 'Check the key under Services in the window.'],
    [
      msg('service.noKey', { name: 'Studio' }),
      'terminal',
      'Use --key-env to specify the environment variable that holds the key for “Studio”.',
    ],
    [
      joinMessages(msg('service.network.nothingThere'), msg('service.network.checkRuns')),
      'terminal',
      'There is no response at the service’s address. Check that it is running and that the address given with --service is correct.',
    ],
    ['The disk is full.', 'terminal', 'The disk is full.'],
  ])('%j, to the %s', (sentence, to, expected) => {
    expect(formatMessage(sentence, to)).toBe(expected);
  });
});

describe('a stored value', () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? 'x' : { key: 'paragraph', values: { messages: [nested(depth - 1)] } };
  it.each([
    'As it was stored.',
    msg('ipc.unchanged'),
    joinMessages(msg('pipeline.tried', { count: 2 }), 'As it was stored.'),
    msg('pipeline.nextTry', { time: { ms: 8000 } }),
    nested(3),
  ])('is a message: %j', (message) => {
    expect(isMessage(JSON.parse(JSON.stringify(message)))).toBe(true);
  });

  it.each([
    null,
    7,
    [['x']],
    {},
    { key: 7 },
    { key: 'ipc.unchanged', values: null },
    { key: 'ipc.unchanged', values: ['x'] },
    { key: 'pipeline.nextTry', values: { time: null } },
    { key: 'pipeline.nextTry', values: { time: { mt: 8000 } } },
    { key: 'paragraph', values: { messages: [null] } },
  ])('is no message: %j', (damaged) => {
    expect(isMessage(damaged)).toBe(false);
  });

  it('is no message if messages are nested too deeply', () => {
    expect(isMessage(nested(200))).toBe(false);
  });
});

describe('a message in the log', () => {
  it('consists of its key and its values', () => {
    expect(toLogText(msg('pipeline.tried', { count: 2 }))).toBe('pipeline.tried {"count":2}');
    expect(toLogText('As it was stored.')).toBe('As it was stored.');
  });
});

it('compares messages for equality', () => {
  expect(isSameMessage(msg('pipeline.tried', { count: 2 }), msg('pipeline.tried', { count: 2 }))).toBe(true);
  expect(isSameMessage(msg('pipeline.tried', { count: 2 }), msg('pipeline.tried', { count: 3 }))).toBe(false);
  expect([isSameMessage(null, undefined), isSameMessage(null, null), isSameMessage('', null)]).toEqual([
    false,
    true,
    false,
  ]);
});
