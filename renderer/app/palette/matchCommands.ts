/** Matches text in the palette with names of commands and other search words. Pure. */

interface Candidate {
  readonly label: string;
  readonly keywords: readonly string[];
}

/** Lower case, without accents and without marks at the end. */
const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/^[\s“„«‹"]+|[\s….”»›"]+$/gu, '');

const wordsIn = (text: string): string[] => text.split(/[\s,:()/“”„«»’'-]+/u).filter((word) => word !== '');

/** Prefixes score higher than parts of words, and the name higher than other words. */
function wordScore(word: string, label: string, others: readonly string[]): number {
  if (wordsIn(label).some((each) => each.startsWith(word))) return 4;
  if (others.flatMap(wordsIn).some((each) => each.startsWith(word))) return 3;
  if (label.includes(word)) return 2;
  return others.some((each) => each.includes(word)) ? 1 : 0;
}

/** Returns 0 if a word is missing. Words may be in any order. */
function scoreOf(query: string, { label, keywords }: Candidate): number {
  const name = normalize(label);
  const others = keywords.map(normalize);
  if (name === query) return 10;
  if (others.includes(query)) return 9;
  if (name.startsWith(query)) return 8;
  const scores = wordsIn(query).map((word) => wordScore(word, name, others));
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Returns matching items, the best ones first. */
export function matchCommands<T extends Candidate>(query: string, candidates: readonly T[]): T[] {
  const wanted = normalize(query);
  return candidates
    .map((candidate) => ({ candidate, score: scoreOf(wanted, candidate) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ candidate }) => candidate);
}
