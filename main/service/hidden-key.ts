/** Takes a service's key out of what the service itself says, before any of it is shown, kept or logged. */
import type { Envelope } from './envelope.ts';

/** A shorter key is found in ordinary words as well, and taking it out would make them unreadable. */
const shortest = 4;

/** `text` with "…" in the place of `key`: as it is, in any case, percent-encoded, and in base64 of both alphabets. */
export function withoutKey(text: string, key: string): string {
  if (key.length < shortest) return text;
  return forms(key).reduce((rest, form) => rest.replace(new RegExp(form, 'gi'), '…'), text);
}

/**
 * `envelope` with the key taken out of everything that is quoted, kept or printed: the words, the error's code, the numbers
 * for the service's support. What only the program reads (`taskId`, `body`) stays as it came.
 */
export function envelopeWithoutKey(envelope: Envelope, key: string): Envelope {
  const { error, ids } = envelope;
  const clean = (id: string | null) => (id === null ? null : withoutKey(id, key));
  return {
    ...envelope,
    ids: { requestId: clean(ids.requestId), logId: clean(ids.logId) },
    error: error && { ...error, code: withoutKey(error.code, key), words: withoutKey(error.words, key) },
  };
}

/** Patterns of what the key may look like, the longest first, so that no piece of one is left by another. */
function forms(key: string): string[] {
  const eachMaybeEncoded = Array.from(key, (character) => `(?:${escaped(character)}|%${hex(character)})`).join('');
  const inBase64 = [0, 1, 2].flatMap((before) => {
    // Inside a longer text ("user:key") the same bytes read differently by where they begin; the ends are shared with others.
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(key)]);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
    const inner = whole.slice(before === 0 ? 0 : 4);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const whole = [Buffer.from(key).toString('base64'), Buffer.from(key).toString('base64url')];
  const encoded = [...new Set([...whole, ...inBase64])].filter((form) => form.length >= shortest);
  return [eachMaybeEncoded, ...encoded.sort((a, b) => b.length - a.length).map(escaped)];
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
