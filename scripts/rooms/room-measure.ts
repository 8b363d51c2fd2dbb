/** Adds the measures of files up to those of a room, and compares them with the room's ceilings. */
import type { FileMeasure } from './measure-file.ts';

export interface MeasuredFile extends FileMeasure {
  readonly path: string;
  /** Source files that import it, tests excluded. */
  readonly importerCount: number;
}

export interface RoomMeasure {
  readonly files: number;
  readonly lines: number;
  readonly medianLines: number;
  /** Weighted pattern hits per 10,000 words of comment. */
  readonly score: number;
  /** Words of comment per 100 lines. */
  readonly words: number;
  /** Paths of files under 45 lines with a single importer. */
  readonly fragments: readonly string[];
  /** Functions over 100 lines. */
  readonly longFunctions: number;
}

/** The most that a room may have. */
export interface Ceilings {
  readonly score: number;
  readonly words: number;
  readonly fragments: number;
  readonly longFunctions: number;
}

const maxFragmentLines = 45;

export function sumRoom(files: readonly MeasuredFile[]): RoomMeasure {
  const sum = (value: (file: MeasuredFile) => number) => files.reduce((total, file) => total + value(file), 0);
  const lines = sum((file) => file.lines);
  const commentWords = sum((file) => file.commentWords);
  const lineCounts = files.map((file) => file.lines).sort((a, b) => a - b);
  return {
    files: files.length,
    lines,
    medianLines: lineCounts[Math.floor(lineCounts.length / 2)] ?? 0,
    score: Math.round((sum((file) => file.score) * 10_000) / Math.max(1, commentWords)),
    words: Math.round((commentWords * 100) / Math.max(1, lines)),
    fragments: files
      .filter((file) => file.lines < maxFragmentLines && file.importerCount === 1)
      .map(({ path }) => path),
    longFunctions: sum((file) => file.longFunctions.length),
  };
}

/** Allowed distance below a ceiling for score and words; beyond it, the ceiling must be lowered. */
const maxSlack = 15;

/** Returns a sentence for each measure that exceeds its ceiling, and for each ceiling that can be lowered. */
export function ceilingProblems(room: string, measure: RoomMeasure, ceilings: Ceilings): string[] {
  const { score, words, longFunctions } = measure;
  const fragments = measure.fragments.length;
  const counts = [
    { title: 'score of comments', value: score, ceiling: ceilings.score, slack: maxSlack },
    { title: 'words of comment per 100 lines', value: words, ceiling: ceilings.words, slack: maxSlack },
    { title: 'fragments', value: fragments, ceiling: ceilings.fragments, slack: 0 },
    { title: 'functions over 100 lines', value: longFunctions, ceiling: ceilings.longFunctions, slack: 0 },
  ];
  return counts.flatMap(({ title, value, ceiling, slack }) => {
    if (value > ceiling) return `${room}: ${title} ${value}, at most ${ceiling} allowed`;
    return value < ceiling - slack ? `${room}: ${title} ${value}, so its ceiling ${ceiling} can be lowered` : [];
  });
}
