/** The limit of a JPEG's size as people say it: in KB or MB, as shops count (1 MB = 1000 KB = 1,000,000 bytes). Pure. */

/** What is stored: KB of 1024 bytes. */
const stored = { bytes: 1024, least: 10, most: 1_000_000 } as const;

export const sizeUnits = ['KB', 'MB'] as const;
export type SizeUnit = (typeof sizeUnits)[number];

const bytesOf = { KB: 1000, MB: 1_000_000 } as const satisfies Record<SizeUnit, number>;

/** What can be typed. */
export const maxFileSizeRange = { KB: [11, 999_999], MB: [0.1, 1000] } as const satisfies Record<
  SizeUnit,
  readonly [number, number]
>;

/** In which a limit is said. @param kilobytes as it is stored; null = none */
export function unitOf(kilobytes: number | null): SizeUnit {
  return kilobytes === null || kilobytes >= toStoredSize(1, 'MB') ? 'MB' : 'KB';
}

/** In MB with one decimal at most, in whole KB. */
export function toDisplaySize(kilobytes: number, unit: SizeUnit): number {
  const digits = unit === 'MB' ? 10 : 1;
  return Math.round(((kilobytes * stored.bytes) / bytesOf[unit]) * digits) / digits;
}

/** What is stored for it: never more than was typed. */
export function toStoredSize(typed: number, unit: SizeUnit): number {
  const kilobytes = Math.floor((typed * bytesOf[unit]) / stored.bytes);
  return Math.min(Math.max(kilobytes, stored.least), stored.most);
}
