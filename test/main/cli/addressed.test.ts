import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addressed } from '../../../main/cli/addressed.ts';
import { type Message, paragraph, type Sentence, say } from '../../../preload/contract/sentence.ts';
import { words } from '../../../preload/contract/words/index.ts';
import type { Addressee } from '../../../preload/in-words.ts';

const main = join(import.meta.dirname, '../../../main');

const rooms = ['service', 'pipeline', 'imaging', 'intake', 'store'];
const place = /under Services|Settings, (Advanced|Network)|let the queue go on|press “/;

/** Every sentence of the catalogue that names a place of the window, and everyone in the program's rooms that is not there yet. */
const sentences: Message[] = [
  ...Object.entries(words).flatMap(([key, text]) =>
    rooms.includes(key.split('.')[0] ?? '') && place.test(text) && !/_(terminal|window)/.test(key)
      ? [{ key } as Sentence]
      : [],
  ),
  ...rooms.flatMap((room) =>
    readdirSync(join(main, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => readFileSync(join(main, room, name), 'utf8').match(/(?<=')[^'\n]*(?=')/g) ?? [])
      .filter((text) => place.test(text)),
  ),
];

describe('a sentence made for the window', () => {
  it('is known here, wherever it is written', () => {
    expect(sentences.length).toBeGreaterThan(10);
  });

  it.each(sentences)('names no place on a terminal, but where it says that it is in the window: %j', (sentence) => {
    expect(addressed(sentence, 'terminal')).not.toMatch(
      /under Services(?! in the window)|Settings, (Advanced|Network)(?!, in the window)|go on|press “/,
    );
  });

  it.each(sentences)('says of each place that it is in the window, to who gave a command: %j', (sentence) => {
    expect(addressed(sentence, 'window')).not.toMatch(
      /under Services(?! in the window)|Settings, (Advanced|Network)(?!, in the window)|go on|press “/,
    );
  });

  it.each<[Message, Addressee, string]>([
    [say('service.todo.checkKey'), 'terminal', 'Check the key that --key-env names.'],
    [say('service.todo.checkKey'), 'window', 'Check the key under Services in the window.'],
    [
      say('service.noKey', { name: 'Studio' }),
      'terminal',
      'Name the environment variable that holds the key for “Studio” with --key-env.',
    ],
    [
      paragraph(say('service.network.nothingThere'), say('service.network.checkRuns')),
      'terminal',
      'Nothing answers at the address of the service. Check that it is running, and the address that --service gives.',
    ],
    ['The disk is full.', 'terminal', 'The disk is full.'],
  ])('%j, to the %s', (sentence, to, expected) => {
    expect(addressed(sentence, to)).toBe(expected);
  });
});
