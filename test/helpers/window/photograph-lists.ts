/** The main process of a page without a window: its requests, and lists of photographs for them. */
import { onTestFinished } from 'vitest';
import type { PhotographQuery, PhotographView } from '../../../contract/review/list-queries.ts';

export const ok = async <T>(value: T) => ({ ok: true as const, value });

/** Answers the requests of the page until the test has ended. */
export function stubBridge(burnish: object): void {
  Object.assign(globalThis, { window: { burnish } });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'));
}

interface Page {
  readonly revision: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Answers the requests for lists of photographs.
 * @param listed returns the ids of a list
 * @param rowOf returns a photograph, or null if it has been removed
 */
export function photographLists(
  listed: (query: PhotographQuery) => readonly number[],
  rowOf: (id: number) => Partial<PhotographView> | null = (id) => ({ id }),
) {
  const orders: (readonly number[])[] = [];
  return {
    head: (query: PhotographQuery) => ok({ rows: listed(query).map(rowOf), isComplete: true }),
    order: (query: PhotographQuery) => {
      const ids = listed(query);
      const revision = orders.push(ids) - 1;
      return ok({ revision, count: ids.length, total: listed({ ...query, folded: false }).length });
    },
    count: (query: PhotographQuery) => ok(listed(query).length),
    rows: ({ revision, from, to }: Page) => ok(orders[revision]!.slice(from, to).map(rowOf)),
    ids: ({ revision, from, to }: Page) => ok(orders[revision]!.slice(from, to)),
    place: ({ revision, id }: { readonly revision: number; readonly id: number }) => ok(orders[revision]!.indexOf(id)),
  };
}
