/** Decodes product lists in UTF-8, UTF-16 or the code page of a country. */
import { type CodePage, codePageOf, codePages } from './code-pages.ts';
import { isColumnName } from './list-columns.ts';

export interface DecodedList {
  readonly text: string;
  /** Label of the assumed code page; null for UTF-8 and UTF-16. */
  readonly codePage: string | null;
}

const sampleChars = 200_000;

/**
 * @param locale the system's (BCP 47), which decides between pages that fit equally well
 * @returns null if the bytes are no text
 */
export function decodeList(bytes: Uint8Array, locale: string): DecodedList | null {
  const text = decodeUnicode(bytes);
  if (text !== null) return text.includes('\0') ? null : { text, codePage: null };
  return hasControlBytes(bytes) ? null : decodeCodePage(bytes, locale);
}

function decodeUnicode(bytes: Uint8Array): string | null {
  const isLittleEndian = bytes[0] === 0xff && bytes[1] === 0xfe;
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff;
  const label = isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : (unmarkedUtf16(bytes) ?? 'utf-8');
  return decode(bytes, label);
}

/** Allows Ctrl+Z at the end of old texts. */
function hasControlBytes(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 26));
}

/** Detects UTF-16 by zeros, which are every other byte in Latin scripts. */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes.length < 2 || bytes.length % 2 === 1) return null;
  const zeros: [number, number] = [0, 0];
  for (const [index, byte] of bytes.entries()) if (byte === 0) zeros[index % 2 === 0 ? 0 : 1] += 1;
  const [even, odd] = zeros;
  if (odd > bytes.length / 5 && even === 0) return 'utf-16le';
  return even > bytes.length / 5 && odd === 0 ? 'utf-16be' : null;
}

/** Returns null for invalid bytes or unsupported encodings. */
function decode(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function decodeCodePage(bytes: Uint8Array, locale: string): DecodedList | null {
  const localPage = codePageOf(locale);
  let best: DecodedList | null = null;
  /** Compared in this order; higher is better. */
  let bestScores: readonly number[] = [];
  for (const page of codePages) {
    const text = decode(bytes, page.label);
    if (text === null) continue;
    const isLocal = page.label === localPage;
    const columns = countForeignColumns(text);
    if (page.isMultiByte && columns === 0 && !isLocal) continue;
    const scores = [columns, ...letterScores(text, page, isLocal)];
    if (best !== null && !isBetter(scores, bestScores)) continue;
    best = { text, codePage: page.label };
    bestScores = scores;
  }
  return best;
}

function isBetter(a: readonly number[], b: readonly number[]): boolean {
  const index = a.findIndex((score, place) => score !== b[place]);
  return index >= 0 && (a[index] ?? 0) > (b[index] ?? 0);
}

/** Counts column names outside ASCII in the first lines. */
function countForeignColumns(text: string): number {
  const cells = text.slice(0, 10_000).split(/[\r\n;,\t"]+/, 100);
  return cells.filter((cell) => /[^\0-\x7f]/.test(cell) && isColumnName(cell)).length;
}

const letter = /[\p{L}\p{M}]/u;
const latin = /\p{Script=Latin}/u;
const final = /[ςךםןףץ]/;
/** Signs that follow a word, as in "cm²". */
const suffix = /[²³°©®™]/;
const punctuation = /[\p{Pd}\p{Pi}\p{Pf}\p{Ps}\p{Pe}…·]/u;

/** Rates a page by the share of letters in one alphabet, the system's language, and frequent letters. */
function letterScores(text: string, page: CodePage, isLocal: boolean): readonly number[] {
  const foreign = foreignCharacters(text);
  const isFit = ({ character, before, after }: ForeignCharacter, alphabet: RegExp): boolean => {
    const lower = character.toLowerCase();
    if (!alphabet.test(lower) && !alphabet.test(character)) return false;
    // Words mix no scripts, and have no capitals or final letters inside.
    const latinNeighbors = [before, after].filter((neighbor) => /[a-z]/i.test(neighbor)).length;
    if (latinNeighbors > (page.isMultiByte ? 1 : 0) && !latin.test(character)) return false;
    if (final.test(character) && letter.test(after)) return false;
    return lower === character || !letter.test(before) || !(isLowerCase(before) || isLowerCase(after));
  };
  const share = (count: number) => (foreign.length === 0 ? 1 : count / foreign.length);
  const fits = page.alphabets.map((alphabet) => share(foreign.filter((each) => isFit(each, alphabet)).length));
  const { frequent } = page;
  const common =
    frequent === undefined
      ? 1
      : share(foreign.filter(({ character }) => frequent.test(character.toLowerCase())).length);
  return [Math.max(...fits), isLocal ? 1 : 0, common];
}

const isLowerCase = (character: string): boolean =>
  character !== character.toUpperCase() && character === character.toLowerCase();

interface ForeignCharacter {
  readonly character: string;
  readonly before: string;
  readonly after: string;
}

/** Finds letters outside ASCII, and signs and control characters inside words. */
function foreignCharacters(text: string): ForeignCharacter[] {
  const foreign: ForeignCharacter[] = [];
  for (const { 0: character, index } of text.slice(0, sampleChars).matchAll(/[^\0-\x7f]/gu)) {
    const before = text[index - 1] ?? '';
    const after = text[index + character.length] ?? '';
    const isInWord = letter.test(after) || (letter.test(before) && !suffix.test(character));
    const isSign = isInWord && !punctuation.test(character);
    if (letter.test(character) || isSign || /\p{Cc}/u.test(character)) foreign.push({ character, before, after });
  }
  return foreign;
}
