import { expect, it } from 'vitest';
import { ceilingProblems, type MeasuredFile, sumRoom } from '../../../scripts/rooms/room-measure.ts';

const file = (path: string, change: Partial<MeasuredFile> = {}): MeasuredFile => ({
  path,
  lines: 100,
  commentWords: 50,
  score: 0,
  hits: [],
  longFunctions: [],
  imports: [],
  importerCount: 2,
  ...change,
});
const long = { name: 'whole', line: 1, lineCount: 120 };

it('sums the files', () => {
  const files = [
    file('a/b.ts', { score: 1, longFunctions: [long] }),
    file('a/c.ts', { lines: 40, importerCount: 1 }),
    file('a/d.ts', { lines: 40 }),
  ];
  expect(sumRoom(files)).toEqual({
    files: 3,
    lines: 180,
    medianLines: 40,
    score: 67,
    words: 83,
    fragments: ['a/c.ts'],
    longFunctions: 1,
  });
});

it('rejects a measure above its ceiling, and a ceiling that can be lowered', () => {
  const measure = sumRoom([file('a/b.ts', { longFunctions: [long] }), file('a/c.ts', { lines: 44, importerCount: 1 })]);
  const met = { score: 10, words: 75, fragments: 1, longFunctions: 1 };
  expect(ceilingProblems('a', measure, met)).toEqual([]);
  expect(ceilingProblems('a', measure, { ...met, words: 60, fragments: 0 })).toEqual([
    'a: words of comment per 100 lines 69, at most 60 allowed',
    'a: fragments 1, at most 0 allowed',
  ]);
  expect(ceilingProblems('a', measure, { ...met, score: 80, longFunctions: 2 })).toEqual([
    'a: score of comments 0, so its ceiling 80 can be lowered',
    'a: functions over 100 lines 1, so its ceiling 2 can be lowered',
  ]);
});
