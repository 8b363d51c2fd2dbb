/** Crash reports, which stay in the data folder. */
/**
 * `ended`: Burnish, in native code; `fault`: an error that it survived; `window`: the page; `part`: another process of
 * Chromium.
 */
const crashKinds = ['ended', 'fault', 'window', 'engine', 'part'] as const;
export type CrashKind = (typeof crashKinds)[number];

/** Time (UTC) and kind; also the name of the file. */
export const crashIdPattern = new RegExp(
  `^(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d)-(\\d\\d)-(\\d\\d\\.\\d{3}Z)-(${crashKinds.join('|')})$`,
);

export interface CrashHead {
  readonly id: string;
  /** Ms since 1970. */
  readonly occurredAt: number;
  readonly kind: CrashKind;
}

export const crashId = (occurredAt: number, kind: CrashKind): string =>
  `${new Date(occurredAt).toISOString().replaceAll(':', '-')}-${kind}`;

/** Returns null for other texts. */
export function crashHead(id: string): CrashHead | null {
  const [, day, hour, minute, second, kind] = crashIdPattern.exec(id) ?? [];
  const occurredAt = Date.parse(`${day}T${hour}:${minute}:${second}`);
  return kind === undefined || Number.isNaN(occurredAt) ? null : { id, occurredAt, kind: kind as CrashKind };
}
