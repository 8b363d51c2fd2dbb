/** Feed files of electron-builder (`latest*.yml`): the share of installations that are offered the version. */

export interface Shared {
  readonly text: string;
  readonly version: string;
  /** Percent before; null in a new file without a share. */
  readonly before: number | null;
}

/** Top-level keys start at the beginning of a line. */
const shareLine = /^stagingPercentage:[ \t]*(\d+)[ \t]*$/m;

/**
 * Returns a feed with a new share. A feed without a share would offer the version to everyone.
 * @param name of the file, for error messages
 * @param share percent, 1 to 100
 * @throws Error if the text is not a feed, or the share would fall
 */
export function withShare(name: string, text: string, share: number): Shared {
  const version = /^version:\s*['"]?([\w.+-]+)/m.exec(text)?.[1];
  if (version === undefined) throw new Error(`${name} is not a feed file: it has no version.`);
  const known = shareLine.exec(text)?.[1];
  const before = known === undefined ? null : Number(known);
  if (before !== null && share < before)
    throw new Error(
      `${name}: ${version} is already offered to ${before}%. The share can only rise: ${share}% would not withdraw it from anyone. ` +
        'To stop a faulty version, publish a newer one.',
    );
  const line = `stagingPercentage: ${share}`;
  return { text: before === null ? `${text.trimEnd()}\n${line}\n` : text.replace(shareLine, line), version, before };
}
