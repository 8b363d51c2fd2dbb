/** Counts of photographs in the first and last report of `burnish run`, which must add up. */

export interface Numbers {
  /** Added; continued or waiting for a decision since an earlier command; finished before. */
  readonly made: number;
  readonly continuing: number;
  readonly before: number;
  /** Ended in any way, and not finished. */
  readonly ended: number;
  readonly left: number;
}

/** @param err output for people; counts it does not mention are 0 */
export function numbersOf(err: string): Numbers {
  const count = (pattern: RegExp) => {
    const found = pattern.exec(err)?.[1];
    return found === 'One' ? 1 : Number(found ?? 0);
  };
  const last = /^\d+ done, .*$/m.exec(err)?.[0] ?? '';
  const ends = [...last.matchAll(/\d+/g)].map(([number]) => Number(number));
  return {
    made: count(/^(\S+) photographs? w(?:as|ere) added\./m),
    continuing:
      count(/^(\S+) photographs? resumes? (?:its|their)/m) +
      count(/^(\S+) photographs? (?:is|are) waiting for your decision/m),
    before: count(/^(\S+) photographs? w(?:as|ere) already finished/m),
    ended: ends.reduce((sum, each) => sum + each, 0),
    left: count(/^(\S+) photographs? (?:is|are) not finished/m),
  };
}
