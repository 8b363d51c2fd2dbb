/** Reports of what ended when it should not have: written to the data folder, shown, exported and deleted there, sent to nobody. */
/**
 * `ended`: Burnish itself, in native code; `fault`: nobody expected it, and the main process went on; `window`: the page's
 * process; `engine`: the built-in engine; `part`: another process of Chromium's, such as the one that draws.
 */
export const crashKinds = ['ended', 'fault', 'window', 'engine', 'part'] as const;
export type CrashKind = (typeof crashKinds)[number];

/** When (UTC) and what: the file's name, and the order of reports. */
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

/** Null where it is no id. */
export function crashHead(id: string): CrashHead | null {
  const [, day, hour, minute, second, kind] = crashIdPattern.exec(id) ?? [];
  const occurredAt = Date.parse(`${day}T${hour}:${minute}:${second}`);
  return kind === undefined || Number.isNaN(occurredAt) ? null : { id, occurredAt, kind: kind as CrashKind };
}
