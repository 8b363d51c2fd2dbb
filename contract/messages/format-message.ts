import type { Message, MessageDescriptor, Value } from './message.ts';
import { localized, localizedName, translate } from './translator.ts';

const oneDecimal = localized((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const alternatives = localized((locale) => new Intl.ListFormat(locale, { type: 'disjunction' }));
const wholeNumber = localized((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const hour = { hour: 'numeric', minute: '2-digit' } as const;
const clock = localized((locale) => new Intl.DateTimeFormat(locale, hour));
const thisYear = localized((locale) => new Intl.DateTimeFormat(locale, { ...hour, month: 'short', day: 'numeric' }));
const anyYear = localized((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }));
const collator = localized((locale) => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }));

/** Compares names, with "2" before "10". */
export const compareNames = (a: string, b: string): number => collator().compare(a, b);

/** A user of the command line, who gets advice about the command (`terminal`) or about the window. */
export type Audience = 'terminal' | 'window';

/** Returns an unknown key of a newer version unchanged. */
export function formatMessage(message: Message, audience?: Audience): string {
  if (typeof message === 'string') return message;
  const { key, values = {} } = message as MessageDescriptor;
  const { count } = values;
  const replace = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, formatValue(value, audience)]),
  );
  return translate(key, {
    replace,
    ...(typeof count === 'number' ? { count } : {}),
    ...(audience ? { context: audience } : {}),
  });
}

function formatValue(value: Value, audience: Audience | undefined): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatDecimal(value);
  if ('length' in value) return joinSentences(value.map((each) => formatMessage(each, audience)));
  if ('ms' in value) return formatDuration(value.ms);
  if ('bytes' in value) return formatBytes(value.bytes);
  if ('decimalBytes' in value) return formatDecimalBytes(value.decimalBytes);
  if ('at' in value) return formatDateTime(value.at);
  if ('named' in value) return localizedName(value.named);
  if ('quoted' in value) return joinList(value.quoted.map((text) => translate('units.quoted', { text })));
  if ('anyOf' in value) return alternatives().format(value.anyOf);
  return formatMessage(value as MessageDescriptor, audience);
}

export const joinSentences = (sentences: readonly string[]): string => sentences.join(translate('units.between'));

export const joinList = (list: readonly string[]): string => list.join(translate('units.comma'));

/** Returns "8 s", "10 min", "1 h 5 min" or "3 d". */
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

/** Formats a time (ms since 1970) within a sentence: "Nov 25, 4:31 AM". */
export function formatDateTime(time: number, now = Date.now()): string {
  return (isSame('year', time, now) ? thisYear() : anyYear()).format(time);
}

/** Formats a time (ms since 1970) as a label: "Today, 4:31 AM". */
export function formatDay(time: number, now = Date.now()): string {
  const yesterday = new Date(now);
  yesterday.setDate(yesterday.getDate() - 1);
  if (isSame('day', time, now)) return translate('units.today', { time: clock().format(time) });
  if (isSame('day', time, yesterday.getTime())) return translate('units.yesterday', { time: clock().format(time) });
  return formatDateTime(time, now);
}

function isSame(period: 'year' | 'day', firstTime: number, secondTime: number): boolean {
  const [a, b] = [new Date(firstTime), new Date(secondTime)];
  return period === 'year' ? a.getFullYear() === b.getFullYear() : a.toDateString() === b.toDateString();
}

export function formatCount(value: number): string {
  return wholeNumber().format(value);
}

export function formatDecimal(value: number): string {
  return oneDecimal().format(value);
}

/** Returns "812 bytes", "24 KB" or "2.4 MB" with 1 MB = 1024 * 1024 bytes. */
export function formatBytes(size: number): string {
  return formatSize(size, 1024);
}

/** Counts 1 MB as 1,000,000 bytes, as marketplaces and makers of disks do. */
export function formatDecimalBytes(size: number): string {
  return formatSize(size, 1000);
}

function formatSize(size: number, step: 1000 | 1024): string {
  if (size < step) return translate('units.bytes', { n: formatCount(size) });
  const kilo = size / step;
  if (kilo < 999.5) return translate('units.kilobytes', { n: formatCount(kilo) });
  const mega = kilo / step;
  return mega < 1000
    ? translate('units.megabytes', { n: formatDecimal(mega) })
    : translate('units.gigabytes', { n: formatDecimal(mega / step) });
}
