/** Puts sentences into words, in the reader's language: used only where somebody reads, in the window, the menus and on the command line. */
import i18next from 'i18next';
import type { Message, Sentence, Value } from './sentence.ts';
import { words } from './words/index.ts';

const language = 'en';

const own = i18next.createInstance();
void own.init({
  lng: language,
  fallbackLng: 'en',
  resources: { en: { translation: words } },
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
  initAsync: false,
});

const number = onceAsked(() => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }));
const anyOf = onceAsked(() => new Intl.ListFormat(language, { type: 'disjunction' }));
const whole = onceAsked(() => new Intl.NumberFormat(language, { maximumFractionDigits: 0 }));
const hour = { hour: 'numeric', minute: '2-digit' } as const;
const clock = onceAsked(() => new Intl.DateTimeFormat(language, hour));
const thisYear = onceAsked(() => new Intl.DateTimeFormat(language, { ...hour, month: 'short', day: 'numeric' }));
const anyYear = onceAsked(() => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }));

/** The first formatter takes 30 ms to make, which no start is to wait for. */
function onceAsked<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

type Translate = (key: string, options?: Readonly<Record<string, unknown>>) => string;
const translate = own.t as unknown as Translate;

/**
 * Who reads: `terminal`, who gave a command, of what that command can change; `window`, the same person, of what is done in the
 * window; nobody in particular: who looks at the window.
 */
export type Addressee = 'terminal' | 'window';

/** The message as `to` reads it. A sentence that this version does not know (a newer one stored it) shows as its key. */
export function inWords(message: Message, to?: Addressee): string {
  if (typeof message === 'string') return message;
  const { key, values = {} } = message as Sentence;
  const { count } = values;
  const replace = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueInWords(value, to)]));
  return translate(key, { replace, ...(typeof count === 'number' ? { count } : {}), ...(to ? { context: to } : {}) });
}

function valueInWords(value: Value, to: Addressee | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return decimal(value);
  if ('length' in value) return value.map((each) => inWords(each, to)).join(translate('units.between'));
  if ('ms' in value) return duration(value.ms);
  if ('bytes' in value) return bytes(value.bytes);
  if ('decimalBytes' in value) return decimalBytes(value.decimalBytes);
  if ('at' in value) return moment(value.at);
  if ('anyOf' in value) return anyOf().format(value.anyOf);
  return inWords(value as Sentence, to);
}

/** A span of `ms`: "8 s", "10 min", "1 h 5 min", "3 d". Never less than 0 s. */
export function duration(ms: number): string {
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

/** Day and time of `at` (ms since 1970), within a sentence: "Nov 25, 4:31 AM", with its year where that is over. */
export function moment(at: number, now = Date.now()): string {
  return (isSame('year', at, now) ? thisYear() : anyYear()).format(at);
}

/** The same where it stands alone: "Today, 4:31 AM". */
export function day(at: number, now = Date.now()): string {
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (isSame('day', at, now)) return translate('units.today', { time: clock().format(at) });
  if (isSame('day', at, yesterday.getTime())) return translate('units.yesterday', { time: clock().format(at) });
  return moment(at, now);
}

function isSame(span: 'year' | 'day', one: number, other: number): boolean {
  const [a, b] = [new Date(one), new Date(other)];
  return span === 'year' ? a.getFullYear() === b.getFullYear() : a.toDateString() === b.toDateString();
}

export function count(value: number): string {
  return whole().format(value);
}

export function decimal(value: number): string {
  return number().format(value);
}

/** A size in bytes: "812 bytes", "24 KB", "2.4 MB" (1 MB = 1024 * 1024 bytes, as in the interface). */
export function bytes(size: number): string {
  return sized(size, 1024);
}

/** The same as shops and makers of disks count (1 MB = 1,000,000 bytes): "10 MB" is exactly what a marketplace calls so. */
export function decimalBytes(size: number): string {
  return sized(size, 1000);
}

function sized(size: number, step: 1000 | 1024): string {
  if (size < step) return translate('units.bytes', { n: count(size) });
  const kilo = size / step;
  if (kilo < 999.5) return translate('units.kilobytes', { n: count(kilo) });
  const mega = kilo / step;
  return mega < 1000
    ? translate('units.megabytes', { n: decimal(mega) })
    : translate('units.gigabytes', { n: decimal(mega / step) });
}
