/** Checks the outcome of each bad file. */
import sharp from 'sharp';
import type { Violation } from '../runner/check.ts';
import type { Ended } from '../runner/command.ts';
import { readMark } from '../runner/mark.ts';
import type { Round } from '../runner/round.ts';
import type { BadFile, Item } from './bad-file.ts';
import { type FileOutcome, faultOf, outcomesOf } from './outcomes.ts';

interface PutItem extends Item {
  readonly bad: BadFile;
}

/** Violation for an outcome that a file must not have. */
const wrongOutcome: Readonly<Record<FileOutcome['outcome'], Violation['kind']>> = {
  done: 'wrong result',
  refused: 'lost',
  passed: 'unsaid',
  open: 'stuck',
};

/** Returns the paths of the results, and whether the command should exit with 0. */
export async function checkItems(
  round: Round,
  items: readonly PutItem[],
  ended: readonly Ended[],
): Promise<{ results: Set<string>; isWell: boolean }> {
  const outcomes = outcomesOf(
    items.map(({ path }) => path),
    ended,
  );
  const results = new Set<string>();
  // Limited, because a case can have thousands of files.
  const reportCounts = new Map<BadFile, number>();
  const report = (bad: BadFile, kind: Violation['kind'], text: string) => {
    const nth = (reportCounts.get(bad) ?? 0) + 1;
    reportCounts.set(bad, nth);
    if (nth <= 3) round.violate(kind, text);
  };
  let isWell = true;
  for (const item of items) {
    const { bad, path, may, content } = item;
    const about = `${bad.group}: ${bad.name} (${JSON.stringify(path.slice(round.scene.source.length + 1).slice(-120))})`;
    const { outcome, message, results: made } = outcomes.get(path)!;
    round.count('files');
    round.count(`${bad.group}: ${outcome}`);
    if (outcome === 'refused' || outcome === 'open') isWell = false;
    if (!(may as readonly string[]).includes(outcome))
      report(bad, wrongOutcome[outcome], `${about} is ${outcome}, not ${may.join(' or ')}: ${message ?? ''}`);
    const fault = message === null ? null : faultOf(message);
    if (fault !== null) report(bad, 'no sentence', `${about} ${fault}: ${message}`);
    if (outcome === 'done' && made.length === 0) report(bad, 'lost', `${about} is done without a result`);
    for (const result of made) {
      if (results.has(result)) report(bad, 'lost', `${about} shares its result with another file`);
      results.add(result);
      const shown = await shownIn(result);
      if (typeof shown === 'string') report(bad, 'damaged result', `${about}: ${shown}`);
      else if (content !== null && shown !== content)
        report(bad, 'wrong result', `${about} became a picture of ${shown}, not of ${content}`);
    }
  }
  return { results, isWell };
}

/** Returns the photograph that a result shows, null without a mark, or an error message. */
async function shownIn(path: string): Promise<number | null | string> {
  try {
    const { width, height } = await sharp(path).metadata();
    // Huge images have no mark.
    if (width * height > 4_000_000) return null;
    await sharp(path, { failOn: 'truncated' }).stats();
    return (await readMark(path))?.photograph ?? null;
  } catch (error) {
    return String(error);
  }
}
