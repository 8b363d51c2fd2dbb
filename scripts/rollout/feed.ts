/** Feed files (`latest*.yml`), as electron-builder writes them: to which share of all installations their version goes. */

export interface Shared {
  readonly text: string;
  readonly version: string;
  /** Percent until now; null in a file that was built and not given a share yet. */
  readonly before: number | null;
}

/** Keys of the file itself stand at the beginning of a line: what is below them is indented. */
const shareLine = /^stagingPercentage:[ \t]*(\d+)[ \t]*$/m;

/**
 * @param name of the file, for what is said of it
 * @param share percent, 1 to 100. All is said outright: a file without a share has never been let out
 * @throws Error where that is no feed file, or the share would fall
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
