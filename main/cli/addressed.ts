/** Who is spoken to: sentences are made for the window, and name places in it; on a terminal the same is done with options. */

import type { Message } from '../../preload/contract/sentence.ts';
import { type Addressee, inWords } from '../../preload/in-words.ts';

/** Pieces of sentences that name a place or a deed, and how they read for each. Of two that fit, the first is taken. */
const pieces: readonly (readonly [inWindow: RegExp, Readonly<Record<Addressee, string>>])[] = [
  [
    /Enter the key for (“.*”) under Services/,
    {
      terminal: 'Name the environment variable that holds the key for $1 with --key-env',
      window: 'Enter the key for $1 under Services in the window',
    },
  ],
  [
    /Paste it again under Services/,
    { terminal: 'Check what --key-env names', window: 'Paste it again under Services in the window' },
  ],
  [/key under Services/, { terminal: 'key that --key-env names', window: 'key under Services in the window' }],
  [
    /address under Services/,
    { terminal: 'address that --service gives', window: 'address under Services in the window' },
  ],
  [
    /(Check|Change) it under Services/,
    { terminal: '$1 what --service gives', window: '$1 it under Services in the window' },
  ],
  // There is no option for it.
  [
    /Allow that for it under Services/,
    {
      terminal: 'Allow that for it under Services in the window',
      window: 'Allow that for it under Services in the window',
    },
  ],
  [/Look under Services/, { terminal: 'Ask it with: burnish services', window: 'Look under Services in the window' }],
  [
    /\(Settings, Advanced\)/,
    { terminal: '(BURNISH_LOG=1 shows it here)', window: '(Settings, Advanced, in the window)' },
  ],
  [/; Burnish then carries on by itself/, { terminal: '', window: '; Burnish then carries on by itself' }],
  [/, then let the queue go on/, { terminal: ', then run this command again', window: '' }],
];

/** The words of a message for `to`. */
export function addressed(message: Message, to: Addressee): string {
  return pieces.reduce((text, [piece, words]) => text.replace(piece, words[to]), inWords(message, to));
}
