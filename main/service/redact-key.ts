/** Takes a service's key out of what the service itself says, before any of it is shown, kept or logged. */

/** A shorter key is found in ordinary words as well, and taking it out would make them unreadable. */
const minKeyLength = 4;
/** The names and values of an answer are the program's business: there, a shorter key would be found in words of the interface. */
const minKeyLengthInResponse = 8;
/** Stands for the key where the service itself needs it again: in the addresses of its results and the names of its tasks. */
const keyHole = '(burnish-key)';
/** Stands for the key everywhere else. */
export const redactedText = '…';

/** `text` with "…" in the place of `key`: as it is, in any case, percent-encoded, escaped, in hexadecimal, and in base64 of both alphabets. */
export function redactKey(text: string, key: string): string {
  if (key.length < minKeyLength || text.length < minKeyLength) return text;
  return patternOf(key).reduce((rest, form) => rest.replace(form, redactedText), text);
}

/**
 * A parsed answer with the key taken out of every text and every name in it. In addresses and in `task_id` it becomes a hole, which
 * `restoreKey` fills again. Sections "Public response fields" and "Resources": nothing of the interface needs a key.
 */
export function redactKeyInResponse(value: unknown, key: string): unknown {
  if (key.length < minKeyLength) return value;
  const words = (text: string) => redactKey(text, key);
  if (key.length < minKeyLengthInResponse)
    return mapped(value, (text, name) => (wordsOnly.has(name) ? words(text) : text), String);
  const holes = [key, encodeURIComponent(key)].sort((a, b) => b.length - a.length);
  const isNeeded = (text: string, name: string) => name === 'task_id' || /^(https?:)?\/\/?\S+$/i.test(text);
  const texts = (text: string, name: string) =>
    words(isNeeded(text, name) ? holes.reduce((rest, form) => rest.replaceAll(form, keyHole), text) : text);
  return mapped(value, texts, words, canBeNumber(key));
}

/** Whether the key can be part of a number, in any of its forms: nearly none can, and an analysis has thousands of numbers. */
function canBeNumber(key: string): boolean {
  return [key, Buffer.from(key).toString('hex'), ...base64Forms(key)].some((form) => /^[\d.e+-]+$/i.test(form));
}

/** What is told in words, or kept for the service's support. */
const wordsOnly: ReadonlySet<string> = new Set([
  'code',
  'code_message',
  'message',
  'error_msg',
  'request_id',
  'log_id',
]);

/** `value` with all texts (and numbers that would be told as texts) changed by `texts`, and all names by `names`. */
function mapped(
  value: unknown,
  texts: (text: string, name: string) => string,
  names: (name: string) => string,
  hasNumbers = true,
): unknown {
  const visit = (each: unknown, name: string): unknown => {
    if (typeof each === 'string') return texts(each, name);
    if (typeof each === 'number') {
      if (!hasNumbers) return each;
      const text = String(each);
      const replaced = texts(text, name);
      return replaced === text ? each : replaced;
    }
    if (Array.isArray(each)) return each.map((entry) => visit(entry, name));
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([inner, entry]) => [names(inner), visit(entry, inner)]));
  };
  return visit(value, '');
}

/** `text` with its holes filled: only for a request to the service the key belongs to. */
export function restoreKey(text: string, key: string): string {
  return text.replaceAll(keyHole, encodeURIComponent(key));
}

/** True where `text` holds the key, or the hole it left. */
export function containsKey(text: string, key: string): boolean {
  return text.includes(keyHole) || (key.length >= minKeyLengthInResponse && redactKey(text, key) !== text);
}

let known: { readonly key: string; readonly patterns: readonly RegExp[] } = { key: '', patterns: [] };

/** Kept for the key that was asked for last: an answer has many texts. */
function patternOf(key: string): readonly RegExp[] {
  if (known.key !== key) known = { key, patterns: forms(key).map((form) => new RegExp(form, 'gi')) };
  return known.patterns;
}

/** Patterns of what the key may look like, the longest first, so that no piece of one is left by another. */
function forms(key: string): string[] {
  const eachMaybeEncoded = Array.from(
    key,
    (character) =>
      `(?:${escaped(character)}|%(?:25)*${hex(character)}|\\\\u00${hex(character)}|\\\\x${hex(character)}|&#x${hex(character)};|&#${character.charCodeAt(0)};)`,
  ).join('');
  const inHex = Buffer.from(key).toString('hex');
  return [eachMaybeEncoded, inHex, ...base64Forms(key).map(escaped)];
}

/** The longest first. */
function base64Forms(key: string): string[] {
  const inBase64 = [0, 1, 2].flatMap((before) => {
    // Inside a longer text ("user:key") the same bytes read differently by where they begin; the ends are shared with others.
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(key)]);
    const base64Text = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
    const inner = base64Text.slice(before === 0 ? 0 : 4);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const fullEncodings = [Buffer.from(key).toString('base64'), Buffer.from(key).toString('base64url')];
  const encoded = [...new Set([...fullEncodings, ...inBase64])].filter((form) => form.length >= minKeyLength);
  return encoded.sort((a, b) => b.length - a.length);
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
