/** Puts sentences into words, in the reader's language: used only where somebody reads, in the window, the menus and on the command line. */
import i18next from 'i18next';
import { messageCatalog } from './index.ts';
import { english, pseudolocale, type Reading } from './language.ts';
import { loadTranslation } from './load-translation.ts';
import type { Message, MessageDescriptor, Value } from './message.ts';
import { pseudolocalize } from './pseudolocale.ts';

const own = i18next.createInstance();
void own.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: { en: { translation: messageCatalog } },
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  initAsync: false,
});

type Translate = (key: string, options?: Readonly<Record<string, unknown>>) => string;
const inLanguage = (language: Reading['language']) => own.getFixedT(language) as unknown as Translate;

let reading = english;
let requestedReading = english;
let translate = inLanguage('en');
let names: Readonly<Record<string, string>> = {};

/** From now on all is put into words for who reads so. Says so of this process, or this page, alone. */
export async function setReading(next: Reading): Promise<void> {
  requestedReading = next;
  const catalog = await loadTranslation(next.language);
  // Another one was asked for since.
  if (requestedReading !== next) return;
  if (catalog) own.addResourceBundle(next.language, 'translation', catalog.sentences);
  translate = inLanguage(next.language);
  names = catalog?.names ?? {};
  reading = next;
}

export const currentReading = (): Reading => reading;

/** A formatter for who reads now. The first one takes 30 ms to make, which no start is to wait for. */
export function localized<T>(make: (locale: string) => T): () => T {
  let made: { readonly for: Reading; readonly it: T } | undefined;
  return () => {
    if (made?.for !== reading) made = { for: reading, it: make(reading.locale) };
    return made.it;
  };
}

const number = localized((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const anyOf = localized((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }));
const wholeNumber = localized((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const hour = { hour: 'numeric', minute: '2-digit' } as const;
const clock = localized((locale) => new Intl.DateTimeFormat(locale, hour));
const thisYear = localized((locale) => new Intl.DateTimeFormat(locale, { ...hour, month: 'short', day: 'numeric' }));
const anyYear = localized((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }));
const collator = localized((locale) => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }));

/** Orders names as the reader's language does, and "2" before "10". */
export const compareNames = (a: string, b: string): number => collator().compare(a, b);

/** What an operation, a field, a choice, or anything else that comes with Burnish is called: `name` is what it is called in English. */
export function localizedName(name: string): string {
  if (reading.language === pseudolocale) return /\p{L}{2}/u.test(name) ? pseudolocalize(name) : name;
  return names[name] ?? name;
}

/**
 * Who reads: `terminal`, who gave a command, of what that command can change; `window`, the same person, of what is done in the
 * window; nobody in particular: who looks at the window.
 */
export type Audience = 'terminal' | 'window';

/** The message as `to` reads it. A sentence that this version does not know (a newer one stored it) shows as its key. */
export function formatMessage(message: Message, to?: Audience): string {
  if (typeof message === 'string') return message;
  const { key, values = {} } = message as MessageDescriptor;
  const { count } = values;
  const replace = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueInWords(value, to)]));
  return translate(key, { replace, ...(typeof count === 'number' ? { count } : {}), ...(to ? { context: to } : {}) });
}

function valueInWords(value: Value, to: Audience | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatDecimal(value);
  if ('length' in value) return joinSentences(value.map((each) => formatMessage(each, to)));
  if ('ms' in value) return formatDuration(value.ms);
  if ('bytes' in value) return formatBytes(value.bytes);
  if ('decimalBytes' in value) return formatDecimalBytes(value.decimalBytes);
  if ('at' in value) return formatDateTime(value.at);
  if ('named' in value) return localizedName(value.named);
  if ('quoted' in value) return joinList(value.quoted.map((text) => translate('units.quoted', { text })));
  if ('anyOf' in value) return anyOf().format(value.anyOf);
  return formatMessage(value as MessageDescriptor, to);
}

/** Sentences one after the other, as the reader's language puts them. */
export const joinSentences = (sentences: readonly string[]): string => sentences.join(translate('units.between'));

/** What is listed, with the commas of the reader's language. */
export const joinList = (list: readonly string[]): string => list.join(translate('units.comma'));

/** A span of `ms`: "8 s", "10 min", "1 h 5 min", "3 d". Never less than 0 s. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 90) return translate('units.seconds', { n: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return translate('units.minutes', { n: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return translate('units.days', { n: Math.round(hours / 24) });
  return minutes % 60 === 0
    ? translate('units.hours', { n: hours })
    : translate('units.hoursMinutes', { h: hours, m: minutes % 60 });
}

/** Day and time of `time` (ms since 1970), within a sentence: "Nov 25, 4:31 AM", with its year where that is over. */
export function formatDateTime(time: number, now = Date.now()): string {
  return (isSame('year', time, now) ? thisYear() : anyYear()).format(time);
}

/** The same where it stands alone: "Today, 4:31 AM". */
export function formatDay(time: number, now = Date.now()): string {
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (isSame('day', time, now)) return translate('units.today', { time: clock().format(time) });
  if (isSame('day', time, yesterday.getTime())) return translate('units.yesterday', { time: clock().format(time) });
  return formatDateTime(time, now);
}

function isSame(span: 'year' | 'day', first: number, second: number): boolean {
  const [a, b] = [new Date(first), new Date(second)];
  return span === 'year' ? a.getFullYear() === b.getFullYear() : a.toDateString() === b.toDateString();
}

export function formatCount(value: number): string {
  return wholeNumber().format(value);
}

export function formatDecimal(value: number): string {
  return number().format(value);
}

/** A size in bytes: "812 bytes", "24 KB", "2.4 MB" (1 MB = 1024 * 1024 bytes, as in the interface). */
export function formatBytes(size: number): string {
  return sized(size, 1024);
}

/** The same as shops and makers of disks count (1 MB = 1,000,000 bytes): "10 MB" is exactly what a marketplace calls so. */
export function formatDecimalBytes(size: number): string {
  return sized(size, 1000);
}

function sized(size: number, step: 1000 | 1024): string {
  if (size < step) return translate('units.bytes', { n: formatCount(size) });
  const kilo = size / step;
  if (kilo < 999.5) return translate('units.kilobytes', { n: formatCount(kilo) });
  const mega = kilo / step;
  return mega < 1000
    ? translate('units.megabytes', { n: formatDecimal(mega) })
    : translate('units.gigabytes', { n: formatDecimal(mega / step) });
}
