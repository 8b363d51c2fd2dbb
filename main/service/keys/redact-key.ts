/** Removes the API key from responses, before any part is shown, stored or logged. */

/** Shorter keys occur in ordinary words, which would become unreadable. */
const minKeyLength = 4;
/** Shorter keys occur in words of the interface. */
const minKeyLengthInResponse = 8;
/** Placeholder where the service needs its key: in addresses of results and ids of tasks. */
const keyPlaceholder = '(burnish-key)';
/** Placeholder everywhere else. */
export const redactedText = '…';

/** Replaces `key` in any case, percent-encoded, escaped, hexadecimal, and in both alphabets of base64. */
export function redactKey(text: string, key: string): string {
  if (key.length < minKeyLength) return text;
  const { patterns, minLength } = formsOf(key);
  if (text.length < minLength) return text;
  return patterns.reduce((rest, form) => rest.replace(form, redactedText), text);
}

/**
 * Removes the key from all texts and names. In addresses and in `task_id` a placeholder replaces it (`restoreKey`).
 * Nothing of the interface needs a key (sections "Public response fields" and "Resources").
 */
export function redactKeyInResponse(value: unknown, key: string): unknown {
  if (key.length < minKeyLength) return value;
  const redact = (text: string) => redactKey(text, key);
  if (key.length < minKeyLengthInResponse)
    return mapStrings(value, (text, name) => (textFields.has(name) ? redact(text) : text), String);
  const keySpellings = [key, encodeURIComponent(key)].sort((a, b) => b.length - a.length);
  const isNeeded = (text: string, name: string) => name === 'task_id' || /^(https?:)?\/\/?\S+$/i.test(text);
  const mapText = (text: string, name: string) =>
    redact(
      isNeeded(text, name) ? keySpellings.reduce((rest, form) => rest.replaceAll(form, keyPlaceholder), text) : text,
    );
  return mapStrings(value, mapText, redact, formsOf(key).canBeInNumber);
}

/** Almost no key can, and an analysis has thousands of numbers. */
function canBeInNumber(key: string): boolean {
  return [key, Buffer.from(key).toString('hex'), ...base64Forms(key)].some((form) => /^[\d.e+-]+$/i.test(form));
}

/** Text for people, and ids for the service's support. */
const textFields: ReadonlySet<string> = new Set([
  'code',
  'code_message',
  'message',
  'error_msg',
  'request_id',
  'log_id',
]);

/** `mapText` also changes numbers that contain the key. */
function mapStrings(
  value: unknown,
  mapText: (text: string, name: string) => string,
  mapName: (name: string) => string,
  hasNumbers = true,
): unknown {
  const visit = (item: unknown, name: string): unknown => {
    if (typeof item === 'string') return mapText(item, name);
    if (typeof item === 'number') {
      if (!hasNumbers) return item;
      const text = String(item);
      const replaced = mapText(text, name);
      return replaced === text ? item : replaced;
    }
    if (Array.isArray(item)) return item.map((entry) => visit(entry, name));
    if (typeof item !== 'object' || item === null) return item;
    return Object.fromEntries(Object.entries(item).map(([inner, entry]) => [mapName(inner), visit(entry, inner)]));
  };
  return visit(value, '');
}

/** Only for requests to the key's own service. */
export function restoreKey(text: string, key: string): string {
  return text.replaceAll(keyPlaceholder, encodeURIComponent(key));
}

export function containsKey(text: string, key: string): boolean {
  return text.includes(keyPlaceholder) || (key.length >= minKeyLengthInResponse && redactKey(text, key) !== text);
}

interface KeyForms {
  readonly key: string;
  readonly patterns: readonly RegExp[];
  /** Of the shortest form, in characters. */
  readonly minLength: number;
  readonly canBeInNumber: boolean;
}

let cached: KeyForms | null = null;

/** Cached for the latest key, because a response has many texts. */
function formsOf(key: string): KeyForms {
  if (cached?.key !== key) {
    const patterns = patternSources(key).map((form) => new RegExp(form, 'gi'));
    const minLength = Math.min(key.length, ...base64Forms(key).map((form) => form.length));
    cached = { key, patterns, minLength, canBeInNumber: canBeInNumber(key) };
  }
  return cached;
}

/** The longest first, so that no part of the key remains. */
function patternSources(key: string): string[] {
  const inAnyEncoding = Array.from(
    key,
    (character) =>
      `(?:${escapeRegExp(character)}|%(?:25)*${toHex(character)}|\\\\u00${toHex(character)}|\\\\x${toHex(character)}|&#x${toHex(character)};|&#${character.charCodeAt(0)};)`,
  ).join('');
  const inHex = Buffer.from(key).toString('hex');
  return [inAnyEncoding, inHex, ...base64Forms(key).map(escapeRegExp)];
}

/** The longest first. */
function base64Forms(key: string): string[] {
  const inBase64 = [0, 1, 2].flatMap((before) => {
    // Inside a longer text ("user:key") base64 depends on the offset; its ends are shared with other bytes.
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(key)]);
    const base64Text = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
    const inner = base64Text.slice(before === 0 ? 0 : 4);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const fullEncodings = [Buffer.from(key).toString('base64'), Buffer.from(key).toString('base64url')];
  const encoded = [...new Set([...fullEncodings, ...inBase64])].filter((form) => form.length >= minKeyLength);
  return encoded.sort((a, b) => b.length - a.length);
}

function toHex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0');
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
