/** The thread that reads a product list and finds the rows of photographs. */
import { documentAnswers } from '../../threads/document-answers.ts';
import { serveThread } from '../../threads/serve-thread.ts';
import type { ListRequest, ListWork } from './list-thread.ts';
import { createMatcher, type MatchRow } from './match-products.ts';
import { readListLines } from './parse-list.ts';
import { parseProductList } from './read-list.ts';

serveThread(() => {
  const rows: (MatchRow & { readonly index: number })[] = [];
  let match: ReturnType<typeof createMatcher<(typeof rows)[number]>> | null = null;
  const answers: ListWork = {
    ...documentAnswers(async ({ path, name, recipes }: ListRequest) => {
      const { notes, rows: found, leftOut } = parseProductList(await readListLines(path), name, recipes);
      return { head: { notes }, items: [...found, ...leftOut] };
    }),
    addRows(part) {
      match = null;
      for (const row of part) rows.push({ ...row, index: rows.length });
    },
    match(paths) {
      const matcher = match ?? createMatcher(rows);
      match = matcher;
      return paths.map((path) => {
        const found = matcher(path);
        if (found.kind === 'row') return { kind: 'row', index: found.row.index };
        // Messages name only two of possibly thousands of lines.
        return found.kind === 'several' ? { kind: 'several', lines: found.lines.slice(0, 2) } : found;
      });
    },
  };
  return { answers };
});
