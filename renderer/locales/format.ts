/** Numbers as people read them: durations, sizes, shares, days. */
import i18next from 'i18next';

import { localized } from '../../contract/messages/format-message.ts';

export {
  formatBytes,
  formatCount,
  formatDay as dayTime,
  formatDecimal,
  formatDecimalBytes,
  formatDuration,
} from '../../contract/messages/format-message.ts';

/** "4000 × 3000". */
export function pixels(width: number, height: number): string {
  return i18next.t('units.pixels', { w: width, h: height });
}

/** A fraction of 0 to 1 as "62%". */
export function percent(fraction: number): string {
  return i18next.t('units.percent', { n: Math.round(fraction * 100) });
}

const time = localized((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }));

/** The time of day of `timestamp` (ms since 1970): "4:31:07 AM". */
export function clockTime(timestamp: number): string {
  return time().format(timestamp);
}

const short = localized((locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }));

/** "Nov 22" (`timestamp`: ms since 1970). */
export function shortDay(timestamp: number): string {
  return short().format(timestamp);
}

const long = localized((locale) => new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', year: 'numeric' }));

/** "November 22, 2026" (`timestamp`: ms since 1970). */
export function longDay(timestamp: number): string {
  return long().format(timestamp);
}

const month = localized((locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }));

/** "October 2026" (`timestamp`: ms since 1970). */
export function monthOf(timestamp: number): string {
  return month().format(timestamp);
}

/** The last part of a path of any system. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}

/** The folder a path lies in, "" for a bare name. */
export function folderName(path: string): string {
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return cut <= 0 ? path.slice(0, Math.max(cut + 1, 0)) : path.slice(0, cut);
}

const calendar = localized((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));

/** A day as data have it ("2026-11-22"), as people write it: "Nov 22, 2026". */
export function calendarDay(iso: string): string {
  return calendar().format(new Date(`${iso}T00:00:00Z`));
}
