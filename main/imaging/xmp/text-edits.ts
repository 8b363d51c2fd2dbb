/** Changes of a packet's text, and words as they stand in one. */
import type { Range } from './parse-xmp.ts';

export interface Edit extends Range {
  readonly text: string;
}

/** The text with all of these made; none lies within another. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { from, to, text: written } of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    parts.push(text.slice(done, from), written);
    done = to;
  }
  return parts.join('') + text.slice(done);
}

const special: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** As text and between double or single quotes; without what XML 1.0 cannot hold. */
export function escaped(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write them.
  const held = value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed();
  return held.replace(/[&<>"']/g, (character) => special[character] ?? character);
}
