/** Lists as they were when they were asked for: the ids of each in their order, kept while somebody looks at them. */

/** Lists kept at a time; the one that was looked at longest ago goes first. */
const kept = 8;

export type ListSnapshots = ReturnType<typeof createListSnapshots>;

export function createListSnapshots() {
  const lists = new Map<number, { readonly ids: Float64Array; readonly query: unknown }>();
  let last = 0;
  const touchList = (revision: number) => {
    const list = lists.get(revision);
    if (list === undefined) return null;
    lists.delete(revision);
    lists.set(revision, list);
    return list;
  };
  return {
    /** @param query what the list is of, for whoever asks for its rows */
    keep(ids: readonly number[], query: unknown): { revision: number; count: number } {
      last += 1;
      lists.set(last, { ids: Float64Array.from(ids), query });
      for (const revision of lists.keys()) {
        if (lists.size <= kept) break;
        lists.delete(revision);
      }
      return { revision: last, count: ids.length };
    },
    /** Ids of the places from `from` up to `to`; null where the list is not kept any more. */
    slice(revision: number, from: number, to: number): { ids: number[]; query: unknown } | null {
      const list = touchList(revision);
      return list && { ids: [...list.ids.subarray(from, to)], query: list.query };
    },
    /** Where `id` is; -1 where it is not in the list, null where that is not kept any more. */
    placeOf(revision: number, id: number): number | null {
      return touchList(revision)?.ids.indexOf(id) ?? null;
    },
  };
}
