import type { Range } from './parse-xmp.ts';

export interface Edit extends Range {
  readonly text: string;
}

/** Applies edits, which must not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const { from, to, text: written } of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    parts.push(text.slice(end, from), written);
    end = to;
  }
  return parts.join('') + text.slice(end);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Escapes text for elements and attributes, and drops characters outside XML 1.0. */
export function escapeXml(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write them.
  const valid = value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').toWellFormed();
  return valid.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
