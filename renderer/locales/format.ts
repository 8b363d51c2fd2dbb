/** Formats numbers, sizes, times (ms since 1970) and paths for the window. */
import i18next from 'i18next';
import { localized } from '../../contract/messages/translator.ts';

export {
  formatBytes,
  formatCount,
  formatDay as dayTime,
  formatDecimal,
  formatDecimalBytes,
  formatDuration,
} from '../../contract/messages/format-message.ts';

/** Returns "4000 × 3000". */
export function pixels(width: number, height: number): string {
  return i18next.t('units.pixels', { w: width, h: height });
}

/** Formats a fraction from 0 to 1. */
export function percent(fraction: number): string {
  return i18next.t('units.percent', { n: Math.round(fraction * 100) });
}

const time = localized((locale) => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }));

/** Returns "4:31:07 AM". */
export function clockTime(timestamp: number): string {
  return time().format(timestamp);
}

const minute = localized((locale) => new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }));

/** Returns "4:31 AM". */
export function clockMinute(timestamp: number): string {
  return minute().format(timestamp);
}

const short = localized((locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }));

/** Returns "Nov 22". */
export function shortDay(timestamp: number): string {
  return short().format(timestamp);
}

const long = localized((locale) => new Intl.DateTimeFormat(locale, { month: 'long', day: 'numeric', year: 'numeric' }));

/** Returns "November 22, 2026". */
export function longDay(timestamp: number): string {
  return long().format(timestamp);
}

const month = localized((locale) => new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }));

/** Returns "October 2026". */
export function monthOf(timestamp: number): string {
  return month().format(timestamp);
}

/** Returns the last part of a path of any system. */
export function baseName(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}

/** Returns the folder of a path, or "" for a name alone. */
export function folderName(path: string): string {
  const cut = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
  return cut <= 0 ? path.slice(0, Math.max(cut + 1, 0)) : path.slice(0, cut);
}

const calendar = localized((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }));

/** Formats an ISO date ("2026-11-22") as "Nov 22, 2026". */
export function calendarDay(iso: string): string {
  return calendar().format(new Date(`${iso}T00:00:00Z`));
}
