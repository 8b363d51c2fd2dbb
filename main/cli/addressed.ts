/** Who is spoken to: sentences are made for the window, and name places in it; on a terminal the same is done with options. */

import type { Message } from '../../preload/contract/sentence.ts';
import { type Addressee, inWords } from '../../preload/in-words.ts';

/** Pieces of sentences that name a place or a deed, and how they read for each. Of two that fit, the first is taken. */
const pieces: readonly (readonly [inWindow: RegExp, Readonly<Record<Addressee, string>>])[] = [
  [
    /Look under Services(?! in the window)/,
    { terminal: 'Ask it with: burnish services', window: 'Look under Services in the window' },
  ],
  [
    /\(Settings, Advanced\)/,
    { terminal: '(BURNISH_LOG=1 shows it here)', window: '(Settings, Advanced, in the window)' },
  ],
  [/; Burnish then carries on by itself/, { terminal: '', window: '; Burnish then carries on by itself' }],
];

/** The words of a message for `to`. */
export function addressed(message: Message, to: Addressee): string {
  return pieces.reduce((text, [piece, words]) => text.replace(piece, words[to]), inWords(message, to));
}
