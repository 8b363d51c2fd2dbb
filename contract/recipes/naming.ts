/** The names of results: which placeholders a template may have, what they become, and which names every system takes. */
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

/** What only a product list knows. */
type ProductPart = 'sku' | 'product';
export type NameParts = Readonly<
  Record<Exclude<Placeholder, ProductPart>, string> & Partial<Record<ProductPart, string>>
>;

/**
 * The most a name may have, in bytes of UTF-8. File systems take 255 bytes (ext4, APFS) or 255 UTF-16 units (NTFS, of which
 * there are never more than bytes); the rest is for what follows the name: "-99999.tiff" at most.
 */
export const maxNameBytes = 240;

/** Characters that Windows or the path syntax forbids. */
const forbidden = /[<>:"/\\|?*]/g;

/** Names of devices on Windows, which also stand for themselves before an extension, with spaces between or not. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$|clock\$) *(\.|$)/i;

/** What sets the results of one photograph, and the photographs of one batch, apart; never cut. */
const uncutPlaceholders: ReadonlySet<string> = new Set<Placeholder>(['element', 'counter']);

/** True for what Windows takes for a device, with an extension or without. */
export const isDeviceName = (name: string): boolean => reserved.test(name);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const encoder = new TextEncoder();

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name);

/** What {date} and {time} become. @param timeMs ms since 1970; written in local time */
export function nameTimes(timeMs: number): Pick<NameParts, 'date' | 'time'> {
  const when = new Date(timeMs);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    date: `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`,
    time: `${two(when.getHours())}-${two(when.getMinutes())}-${two(when.getSeconds())}`,
  };
}

/** Placeholders in `template` that do not exist. */
export function unknownPlaceholders(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '').filter((name) => !isPlaceholder(name));
}

/**
 * The file name (without extension) a template gives. Unknown placeholders stay as written; an element that the
 * template does not name is appended, so that several results of one photograph never share a name. What is too long loses
 * the ends of its longest parts, and never its element or counter.
 */
export function fileName(template: string, parts: NameParts): string {
  const full = template.includes('{element}') ? template : `${template}-{element}`;
  const pieces = withoutEmpty(full, parts)
    .split(/(\{\w+\})/)
    .map((written) => {
      const name = written.slice(1, -1);
      if (!written.startsWith('{') || !isPlaceholder(name)) return { text: written, isWhole: false };
      return { text: plain(parts[name] ?? ''), isWhole: uncutPlaceholders.has(name) };
    });
  /** The whole name when no piece that may be cut has more than `maxPieceBytes` bytes. */
  const filled = (maxPieceBytes: number) =>
    repaired(pieces.map(({ text, isWhole }) => (isWhole ? text : cut(text, maxPieceBytes))).join(''));
  if (byteLength(filled(Infinity)) <= maxNameBytes) return safeName(filled(Infinity));
  let [fits, over] = [0, maxNameBytes + 1];
  while (over - fits > 1) {
    const maxPieceBytes = Math.floor((fits + over) / 2);
    if (byteLength(filled(maxPieceBytes)) <= maxNameBytes) fits = maxPieceBytes;
    else over = maxPieceBytes;
  }
  return safeName(filled(fits));
}

/** `template` without the placeholders that nothing stands in, and without a separator too many where they stood. */
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
 * `text` as a file name (without extension) that Linux, macOS and Windows take and that reads as it is: at most
 * `maxNameBytes` bytes, composed (NFC), without control or invisible characters, no name of a device. Its own result stays as it is.
 */
export function safeName(text: string): string {
  return (
    settled(text, (name) => {
      const validName = repaired(name);
      return cut(validName, maxNameBytes) || cutInside(validName, maxNameBytes);
    }) || 'result'
  );
}

/** The name (without extension) of what is made of the file of that name: with `suffix`, cut before that where it would be too long. */
export function siblingName(stem: string, suffix: string): string {
  const maxStemBytes = maxNameBytes - byteLength(suffix);
  return (cut(stem, maxStemBytes) || cutInside(stem, maxStemBytes)) + suffix;
}

/** `text` composed, with characters only that a name may have somewhere. */
function plain(text: string): string {
  return text.normalize('NFC').replace(controlCharacters, '_').replace(invisibleCharacters, '').replace(forbidden, '_');
}

/** `text` with every rule but the length kept; may be empty. */
function repaired(text: string): string {
  return settled(text, (name) =>
    plain(name)
      .replace(/[\s.]+$/, '')
      .replace(/^\s+/, '')
      .replace(/^\.+/, '_')
      .replace(reserved, '_$&'),
  );
}

/** Applies `rule` until it changes nothing: what one rule takes away may bring another's case about. */
function settled(text: string, rule: (text: string) => string): string {
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

/** The characters, as people count them, that fit into `maxBytes` bytes. */
function cut(text: string, maxBytes: number): string {
  if (byteLength(text) <= maxBytes) return text;
  return whatFits(
    Array.from(graphemes.segment(text), ({ segment }) => segment),
    maxBytes,
  );
}

/** The same for one that is longer itself: a letter under a heap of accents. */
function cutInside(text: string, maxBytes: number): string {
  return whatFits([...text], maxBytes);
}

function whatFits(characters: readonly string[], maxBytes: number): string {
  let bytes = 0;
  const end = characters.findIndex((character) => {
    bytes += byteLength(character);
    return bytes > maxBytes;
  });
  return end < 0 ? characters.join('') : characters.slice(0, end).join('');
}
