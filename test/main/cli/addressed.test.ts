import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addressed } from '../../../main/cli/addressed.ts';
import type { Addressee } from '../../../preload/in-words.ts';

const main = join(import.meta.dirname, '../../../main');

/** Every sentence in the program's rooms that names a place of the window. */
const sentences = ['service', 'pipeline', 'imaging', 'intake', 'store'].flatMap((room) =>
  readdirSync(join(main, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => readFileSync(join(main, room, name), 'utf8').split('\n'))
    .flatMap(
      (line) => line.match(/(?<=')[^']*(under Services|Settings, Advanced|let the queue go on)[^']*(?=')/)?.[0] ?? [],
    ),
);

describe('a sentence made for the window', () => {
  it('is known here, wherever it is written', () => {
    expect(sentences.length).toBeGreaterThan(10);
  });

  it.each(sentences)('names no place on a terminal, but where it says that it is in the window: %s', (sentence) => {
    expect(addressed(sentence, 'terminal')).not.toMatch(/under Services(?! in the window)|Settings, Advanced\)|go on/);
  });

  it.each<[string, Addressee, string]>([
    ['Check the key under Services.', 'terminal', 'Check the key that --key-env names.'],
    ['Check the key under Services.', 'window', 'Check the key under Services in the window.'],
    [
      'Enter the key for “Studio” under Services.',
      'terminal',
      'Name the environment variable that holds the key for “Studio” with --key-env.',
    ],
    [
      'Check that it runs, and its address under Services.',
      'terminal',
      'Check that it runs, and its address that --service gives.',
    ],
    [
      'The service cannot be used. Look under Services.',
      'terminal',
      'The service cannot be used. Ask it with: burnish services.',
    ],
    ['The disk is full.', 'terminal', 'The disk is full.'],
  ])('%s, to the %s', (sentence, to, expected) => {
    expect(addressed(sentence, to)).toBe(expected);
  });
});
