/** Looks at what became of each file that a round of the campaign of files has put somewhere. */
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

/** What it is when a file came to an end it may not come to. */
const wrongEnd: Readonly<Record<FileOutcome['outcome'], Violation['kind']>> = {
  done: 'wrong result',
  refused: 'lost',
  passed: 'unsaid',
  open: 'stuck',
};

/**
 * @param ended the commands of the round
 * @returns the paths of what was made of these files, and whether all was well in the eyes of the command
 */
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
  // Of a case of thousands, the first few say it all.
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
      report(bad, wrongEnd[outcome], `${about} is ${outcome}, not ${may.join(' or ')}: ${message ?? ''}`);
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

/** The photograph a result shows, null where it bears no mark; or why it cannot be read. */
async function shownIn(path: string): Promise<number | null | string> {
  try {
    const { width, height } = await sharp(path).metadata();
    // What is huge was huge before: the mark is looked for in what a campaign has drawn itself.
    if (width * height > 4_000_000) return null;
    await sharp(path, { failOn: 'truncated' }).stats();
    return (await readMark(path))?.photograph ?? null;
  } catch (error) {
    return String(error);
  }
}
