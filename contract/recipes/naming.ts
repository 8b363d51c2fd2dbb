/** Names of results that every system accepts. */
import { controlCharacters, invisibleCharacters } from '../validation/unsafe-characters.ts';

export const placeholders = {
  name: "the photograph's name without its extension",
  operation: 'the last operation, as in "portrait-background-removal"',
  recipe: "the recipe's name",
  date: 'the day the result was placed, as 2026-01-31',
  time: 'the time the result was placed, as 14-05-09',
  counter: 'a running number within the batch, as 0042',
  element: 'the number or class of an element (a head, a garment); empty where there is only one',
  folder: "the name of the photograph's folder",
  sku: "the product's number on the product list; empty without one",
  product: "the product's name on the product list; empty without one",
} as const;
export type Placeholder = keyof typeof placeholders;

type ProductPart = 'sku' | 'product';
export type NameParts = Readonly<
  Record<Exclude<Placeholder, ProductPart>, string> & Partial<Record<ProductPart, string>>
>;

/** In bytes of UTF-8. File systems allow 255; the rest is for suffixes such as "-99999.tiff". */
export const maxNameBytes = 240;

/** Forbidden by Windows or in paths. */
const forbidden = /[<>:"/\\|?*]/g;

/** Devices of Windows, also with spaces or an extension. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(\.|$)/i;

/** Never cut, because they distinguish results or photographs. */
const uncutPlaceholders: ReadonlySet<string> = new Set<Placeholder>(['element', 'counter']);

export const isDeviceName = (name: string): boolean => reserved.test(name);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const encoder = new TextEncoder();

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name);

/**
 * Returns local times.
 * @param timeMs ms since 1970
 */
export function nameTimes(timeMs: number): Pick<NameParts, 'date' | 'time'> {
  const when = new Date(timeMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    date: `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`,
    time: `${two(when.getHours())}-${two(when.getMinutes())}-${two(when.getSeconds())}`,
  };
}

export function unknownPlaceholders(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '').filter((name) => !isPlaceholder(name));
}

/**
 * Returns the name (without extension). Unknown placeholders stay. An unused element is appended, so that results never
 * share a name. If too long, the longest parts are cut.
 */
export function fileName(template: string, parts: NameParts): string {
  const full = template.includes('{element}') ? template : `${template}-{element}`;
  const pieces = withoutEmpty(full, parts)
    .split(/(\{\w+\})/)
    .map((written) => {
      const name = written.slice(1, -1);
      if (!written.startsWith('{') || !isPlaceholder(name)) return { text: written, isWhole: false };
      return { text: replaceInvalid(parts[name] ?? ''), isWhole: uncutPlaceholders.has(name) };
    });
  const filled = (maxPieceBytes: number) =>
    repair(pieces.map(({ text, isWhole }) => (isWhole ? text : cut(text, maxPieceBytes))).join(''));
  if (byteLength(filled(Infinity)) <= maxNameBytes) return safeName(filled(Infinity));
  let [fits, over] = [0, maxNameBytes + 1];
  while (over - fits > 1) {
    const maxPieceBytes = Math.floor((fits + over) / 2);
    if (byteLength(filled(maxPieceBytes)) <= maxNameBytes) fits = maxPieceBytes;
    else over = maxPieceBytes;
  }
  return safeName(filled(fits));
}

/** Removes empty placeholders and superfluous separators. */
function withoutEmpty(template: string, parts: NameParts): string {
  const empty = Object.keys(placeholders).filter((name) => (parts[name as Placeholder] ?? '') === '');
  return empty.reduce(
    (left, name) =>
      left.replaceAll(
        new RegExp(`([-_ ]*)\\{${name}\\}([-_ ]*)`, 'g'),
        (match, before: string, after: string, offset: number) => {
          if (offset === 0 || offset + match.length === left.length) return '';
          return before.length >= after.length ? before : after;
        },
      ),
    template,
  );
}

/**
 * Returns `text` as a valid name (without extension) on Linux, macOS and Windows, composed (NFC) and without invisible
 * characters. Idempotent.
 */
export function safeName(text: string): string {
  return (
    applyRepeatedly(text, (name) => {
      const validName = repair(name);
      return cut(validName, maxNameBytes) || cutInside(validName, maxNameBytes);
    }) || 'result'
  );
}

/** Cuts `stem` if necessary. */
export function siblingName(stem: string, suffix: string): string {
  const maxStemBytes = maxNameBytes - byteLength(suffix);
  return (cut(stem, maxStemBytes) || cutInside(stem, maxStemBytes)) + suffix;
}

/** Composes (NFC) and replaces invalid characters. */
function replaceInvalid(text: string): string {
  return text.normalize('NFC').replace(controlCharacters, '_').replace(invisibleCharacters, '').replace(forbidden, '_');
}

/** Applies all rules except length; may return ''. */
function repair(text: string): string {
  return applyRepeatedly(text, (name) =>
    replaceInvalid(name)
      .replace(/[\s.]+$/, '')
      .replace(/^\s+/, '')
      .replace(/^\.+/, '_')
      .replace(reserved, '_$&'),
  );
}

/** Repeats `rule`, because one replacement may enable another. */
function applyRepeatedly(text: string, rule: (text: string) => string): string {
  let before: string;
  let now = text;
  do {
    before = now;
    now = rule(before);
  } while (now !== before);
  return now;
}

function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** Cuts between graphemes. */
function cut(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  return takeFitting(
    Array.from(graphemes.segment(text), ({ segment }) => segment),
    maxBytes,
  );
}

/** Cuts inside a long grapheme, such as a letter with many accents. */
function cutInside(text: string, maxBytes: number): string {
  return takeFitting([...text], maxBytes);
}

function takeFitting(characters: readonly string[], maxBytes: number): string {
  let bytes = 0;
  const end = characters.findIndex((character) => {
    bytes += byteLength(character);
    return bytes > maxBytes;
  });
  return end < 0 ? characters.join('') : characters.slice(0, end).join('');
}
