/** Numbers as people read them: durations, sizes, shares, days. */
import i18next from 'i18next';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** A span of `ms`: "8 s", "10 min", "1 h 5 min", "3 d". Never less than 0 s. */
export function duration(ms: number): string {
  const { t } = i18next;
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 90) return t('units.seconds', { n: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('units.minutes', { n: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return t('units.days', { n: Math.round(hours / 24) });
  return minutes % 60 === 0 ? t('units.hours', { n: hours }) : t('units.hoursMinutes', { h: hours, m: minutes % 60 });
}

/** A size in bytes: "812 bytes", "24 KB", "2.4 MB" (1 MB = 1024 * 1024 bytes, as in the interface). */
export function bytes(count: number): string {
  const { t } = i18next;
  if (count < 1024) return t('units.bytes', { n: whole.format(count) });
  const kilo = count / 1024;
  if (kilo < 1000) return t('units.kilobytes', { n: whole.format(kilo) });
  const mega = kilo / 1024;
  return mega < 1000
    ? t('units.megabytes', { n: number.format(mega) })
    : t('units.gigabytes', { n: number.format(mega / 1024) });
}

/** "4000 × 3000". */
export function pixels(width: number, height: number): string {
  return i18next.t('units.pixels', { w: width, h: height });
}

/** A fraction of 0 to 1 as "62%". */
export function percent(fraction: number): string {
  return i18next.t('units.percent', { n: Math.round(fraction * 100) });
}

export function count(value: number): string {
  return whole.format(value);
}

export function decimal(value: number): string {
  return number.format(value);
}

const time = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** The time of day of `at` (ms since 1970). */
export function clockTime(at: number): string {
  return time.format(at);
}

/** Day and time of `at` (ms since 1970). */
export function dayTime(at: number): string {
  return day.format(at);
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
