/** What `burnish run` says of its photographs at first and at last, as numbers: they are to add up. */

export interface Numbers {
  /** Taken in; going on, or waiting for a decision, since an earlier command; finished before. */
  readonly made: number;
  readonly continuing: number;
  readonly before: number;
  /** Come to rest, in whichever way; not finished. */
  readonly ended: number;
  readonly left: number;
}

/** @param err what the command wrote for people; what it did not say counts as none */
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
