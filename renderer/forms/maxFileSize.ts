/** The maximum size of a JPEG in decimal units, as marketplaces count (1 MB = 1000 KB = 1,000,000 bytes). Pure. */

/** Stored sizes are in KB of 1024 bytes. */
const stored = { bytes: 1024, min: 10, max: 1_000_000 } as const;

export const sizeUnits = ['KB', 'MB'] as const;
export type SizeUnit = (typeof sizeUnits)[number];

const bytesOf = { KB: 1000, MB: 1_000_000 } as const satisfies Record<SizeUnit, number>;

export const maxFileSizeRange = { KB: [11, 999_999], MB: [0.1, 1000] } as const satisfies Record<
  SizeUnit,
  readonly [number, number]
>;

/** Returns the unit that a limit is shown in. @param kilobytes as stored; null = no limit */
export function unitOf(kilobytes: number | null): SizeUnit {
  return kilobytes === null || kilobytes >= toStoredSize(1, 'MB') ? 'MB' : 'KB';
}

/** Rounds to a tenth of a MB, or to a whole KB. */
export function toDisplaySize(kilobytes: number, unit: SizeUnit): number {
  const digits = unit === 'MB' ? 10 : 1;
  return Math.round(((kilobytes * stored.bytes) / bytesOf[unit]) * digits) / digits;
}

/** Rounds down, because the file may not be larger than the typed size. */
export function toStoredSize(typed: number, unit: SizeUnit): number {
  const kilobytes = Math.floor((typed * bytesOf[unit]) / stored.bytes);
  return Math.min(Math.max(kilobytes, stored.min), stored.max);
}
