/** Measures one source file: the English of its comments, and the length of its functions. */
import { type ESTree, parseSync } from 'vite';
import { childrenOf, createLineFinder, nodesOf } from '../syntax-tree.ts';
import { commentPatterns } from './comment-patterns.ts';

/** One hit of a pattern, for the report. */
export interface PatternHit {
  /** Line of the comment, from 1. */
  readonly line: number;
  /** Name of the pattern. */
  readonly pattern: string;
  readonly text: string;
  readonly advice: string;
}

export interface FileMeasure {
  readonly lines: number;
  readonly commentWords: number;
  /** Weighted hits of all patterns. */
  readonly score: number;
  readonly hits: readonly PatternHit[];
  readonly longFunctions: readonly { readonly name: string; readonly line: number; readonly lineCount: number }[];
  /** Relative module specifiers that the file imports or re-exports. */
  readonly imports: readonly string[];
}

const maxFunctionLines = 100;

/**
 * Measures a TypeScript file.
 * @param path only its extension matters: `.ts` or `.tsx`
 * @throws Error if the text does not parse
 */
export function measureFile(path: string, text: string): FileMeasure {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const lineAt = createLineFinder(text);
  const blocks = joinLineComments(comments, text).filter(({ value }) => !isDirective(value));
  const hits = blocks.flatMap(({ value, start }) => findHits(value, lineAt(start)));
  return {
    lines: text.split('\n').length - 1,
    commentWords: blocks.reduce((sum, { value }) => sum + countWords(toPlainText(value)), 0),
    score: hits.reduce((sum, { weight }) => sum + weight, 0),
    hits,
    longFunctions: findLongFunctions(program, lineAt),
    imports: findImports(program),
  };
}

interface Comment {
  readonly type: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Joins `//` comments on consecutive lines into one. */
function joinLineComments(comments: readonly Comment[], text: string): Comment[] {
  const joined: Comment[] = [];
  for (const comment of comments) {
    const before = joined.at(-1);
    const isNext =
      before?.type === 'Line' && comment.type === 'Line' && /^\n[ \t]*$/.test(text.slice(before.end, comment.start));
    if (isNext) joined[joined.length - 1] = { ...before, value: `${before.value}\n${comment.value}`, end: comment.end };
    else joined.push(comment);
  }
  return joined;
}

const isDirective = (comment: string) => /^\s*(?:biome-ignore|@ts-|#(?:end)?region|v8 ignore)/.test(comment);

/** Replaces code, addresses and tags by placeholders, so that only prose is measured. */
function toPlainText(comment: string): string {
  return comment
    .replace(/^\*+/, '')
    .replace(/\n[ \t]*\*? ?/g, '\n')
    .replace(/`[^`]*`/g, '`X`')
    .replace(/https?:\S+/g, 'URL')
    .replace(/@(?:param|property)\s+[\w.]+\s*/g, '@ ')
    .replace(/@(?:throws|returns?)\s*/g, '@ ')
    .replace(/\s+/g, ' ')
    .trim();
}

const countWords = (text: string) => text.match(/[A-Za-z][A-Za-z'’-]*/g)?.length ?? 0;

function findHits(comment: string, line: number): (PatternHit & { readonly weight: number })[] {
  const text = toPlainText(comment);
  const clauses = new Set([text, ...text.split(/ ?@ /).slice(1)]);
  return commentPatterns.flatMap(({ name, weight, expression, advice }) => {
    const places = expression.source.startsWith('^') ? [...clauses] : [text];
    return places.flatMap((place) =>
      [...place.matchAll(expression)].map((match) => ({ line, pattern: name, text: match[0], advice, weight })),
    );
  });
}

/** Finds functions over the limit, factories that return other functions included. */
function findLongFunctions(program: ESTree.Program, lineAt: (offset: number) => number) {
  const found: { name: string; line: number; lineCount: number }[] = [];
  const visit = (node: ESTree.Node, name: string) => {
    if (functionTypes.has(node.type)) {
      const line = lineAt(node.start);
      const lineCount = lineAt(node.end) - line + 1;
      if (lineCount > maxFunctionLines) found.push({ name: nameOf(node) ?? name, line, lineCount });
    }
    for (const child of childrenOf(node)) visit(child, nameOf(node) ?? name);
  };
  visit(program, '(anonymous)');
  return found;
}

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

function nameOf(node: ESTree.Node): string | null {
  const id = 'id' in node ? node.id : 'key' in node ? node.key : null;
  return id !== null && typeof id === 'object' && 'name' in id && typeof id.name === 'string' ? id.name : null;
}

function findImports(program: ESTree.Program): string[] {
  return [...nodesOf(program)].flatMap((node) => {
    const source = 'source' in node ? node.source : null;
    const value = source !== null && typeof source === 'object' && 'value' in source ? source.value : null;
    return typeof value === 'string' && value.startsWith('.') ? value : [];
  });
}
