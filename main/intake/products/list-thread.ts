/** Reads and matches product lists on a thread, because both take seconds. */
import type { ProductList, ProductRow, RejectedRow } from '../../../contract/intake/product-list.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import type { DocumentAnswers } from '../../threads/document-answers.ts';
import { openDocumentThread, readDocument } from '../../threads/document-thread.ts';
import { resolveThreadEntry } from '../../threads/worker-thread.ts';
import type { Match, MatchRow } from './match-products.ts';

export interface ListRequest {
  readonly path: string;
  readonly name: string;
  readonly recipes: readonly Pick<Recipe, 'id' | 'name'>[];
}

type FoundRow = { readonly kind: 'row'; readonly index: number } | Exclude<Match, { readonly kind: 'row' }>;

type ListHead = Pick<ProductList, 'notes'>;

export interface ListWork extends DocumentAnswers<ListRequest, ListHead, ProductRow | RejectedRow> {
  /** Adds rows to match, in parts. */
  addRows(part: readonly MatchRow[]): void;
  match(paths: readonly string[]): readonly FoundRow[];
}

const entry = resolveThreadEntry(import.meta.url, 'product-rows.worker');

export async function readListOnThread(request: ListRequest): Promise<ProductList> {
  const { head, items } = await readDocument<ListRequest, ListHead, ProductRow | RejectedRow>(
    entry,
    request,
    request.name,
  );
  const rows: ProductRow[] = [];
  const leftOut: RejectedRow[] = [];
  for (const item of items) {
    if ('message' in item) leftOut.push(item);
    else rows.push(item);
  }
  return { name: request.name, rows, leftOut, notes: head.notes };
}

const maxRequestRows = 500;
/** Photographs per request. With the slowest patterns, each takes 50 ms. */
export const maxRequestPaths = 100;

export interface ListMatcher {
  /** Returns matches in the order of `paths`, at most `maxRequestPaths`. @throws UserFacingError if the thread ended */
  match(paths: readonly string[]): Promise<readonly Match[]>;
  end(): Promise<void>;
}

/** Opens a matcher, which must not be used after an error. */
export function openListMatcher({ name, rows }: ProductList): ListMatcher {
  const thread = openDocumentThread<ListWork>(entry);
  let sent = 0;
  return {
    async match(paths) {
      for (; sent < rows.length; sent += maxRequestRows) {
        const part = rows.slice(sent, sent + maxRequestRows).map(({ line, kind, key }) => ({ line, kind, key }));
        await thread.ask('addRows', part, name);
      }
      const found = await thread.ask('match', paths, name);
      return found.map((each) => (each.kind === 'row' ? { kind: 'row', row: rows[each.index] as ProductRow } : each));
    },
    end: thread.end,
  };
}
