/**
 * A list of any length, of which only what is looked at is here: its beginning at once, then its order, then rows by their
 * places. What changes meanwhile is read again without emptying the screen.
 */
import isEqual from 'fast-deep-equal';
import { create } from 'zustand';
import type { ListHead, ListOrder } from '../../../contract/review/list-queries.ts';

export interface ListSource<Query, Row> {
  head(query: Query): Promise<ListHead<Row> | null>;
  order(query: Query): Promise<ListOrder | null>;
  rows(revision: number, from: number, to: number): Promise<readonly (Row | null)[] | null>;
  ids(revision: number, from: number, to: number): Promise<readonly number[] | null>;
  place(revision: number, id: number): Promise<number | null>;
  /** Told which rows are on the screen, so that main tells of their changes. */
  show(ids: readonly number[], query: Query): void;
}

export interface ListState<Query, Row> {
  readonly phase: 'loading' | 'failed' | 'ready';
  readonly query: Query;
  readonly count: number;
  /** False for the moment until `count` is known: then it is of what has been read. */
  readonly isCounted: boolean;
  /** The count including photographs in closed stacks; null until it is known. */
  readonly total: number | null;
  /** By place; of a long list, what was looked at lately. */
  readonly rows: ReadonlyMap<number, Row>;
}

/** Rows are read so many at a time. */
export const pageLength = 60;
/** Rows that are kept. */
const maxCachedRows = 3000;
/** What was asked to be shown is told this long (ms) after the last change of it. */
const showAfter = 60;
/** A list is read again no sooner than this after it was told that it changed (ms), and after this many times as long as that took. */
const refreshAfter = 300;
const restTimes = 4;

export type List<Query, Row extends { readonly id: number }> = ReturnType<typeof createPagedList<Query, Row>>;

export function createPagedList<Query, Row extends { readonly id: number }>(
  source: ListSource<Query, Row>,
  first: Query,
) {
  const use = create<ListState<Query, Row>>(() => ({
    phase: 'loading',
    query: first,
    count: 0,
    isCounted: false,
    total: null,
    rows: new Map(),
  }));
  /** Which reading of the list is the last; an answer to an earlier one is of no use. */
  let turn = 0;
  let revision: number | null = null;
  let seen = { from: 0, to: pageLength };
  const requestedPages = new Set<number>();
  let showTimer: ReturnType<typeof setTimeout> | undefined;
  let refreshTimer: ReturnType<typeof setTimeout> | undefined;
  let lastTook = 0;
  let latest: Promise<void> = Promise.resolve();

  /** What is as it was stays the same object, and what shows it is not drawn anew. */
  function rowsFrom(from: number, rows: readonly (Row | null)[]): [number, Row][] {
    const known = new Map([...use.getState().rows.values()].map((row) => [row.id, row]));
    return rows.flatMap((row, index) => {
      if (row === null) return [];
      const before = known.get(row.id);
      return [[from + index, before !== undefined && isEqual(before, row) ? before : row] as [number, Row]];
    });
  }

  function notifyShown(): void {
    clearTimeout(showTimer);
    showTimer = setTimeout(() => {
      const { rows, query } = use.getState();
      const ids: number[] = [];
      for (let place = seen.from; place < seen.to; place += 1) {
        const row = rows.get(place);
        if (row) ids.push(row.id);
      }
      source.show(ids, query);
    }, showAfter);
  }

  /** Reads the list of `query`; over when it is read, or what was asked for since. */
  async function read(query: Query, isOther: boolean): Promise<void> {
    latest = readOnce(query, isOther);
    await settled();
  }

  async function settled(): Promise<void> {
    for (let waited: Promise<void> | null = null; waited !== latest; ) {
      waited = latest;
      await waited;
    }
  }

  /** What is on the screen stays until there is something else. */
  async function readOnce(query: Query, isOther: boolean): Promise<void> {
    turn += 1;
    const ownTurn = turn;
    const begun = performance.now();
    clearTimeout(refreshTimer);
    refreshTimer = undefined;
    const isCurrent = () => turn === ownTurn;
    const fail = () => {
      if (isCurrent() && isOther) use.setState({ phase: 'failed', query, count: 0, rows: new Map() });
    };
    if (isOther) {
      seen = { from: 0, to: pageLength };
      use.setState({ query, isCounted: false, total: null });
      const head = await source.head(query);
      if (!isCurrent()) return;
      if (head === null) return fail();
      revision = null;
      requestedPages.clear();
      use.setState({
        phase: 'ready',
        count: head.rows.length,
        isCounted: head.isComplete,
        rows: new Map(rowsFrom(0, head.rows)),
      });
      notifyShown();
    }
    const order = await source.order(query);
    if (!isCurrent()) return;
    if (order === null) return fail();
    // The rows in view come with the new order, so that nothing is seen in between.
    const from = Math.max(0, Math.min(seen.from, order.count - 1) - pageLength);
    const to = Math.min(order.count, Math.max(seen.to, from + 1) + pageLength);
    const rows = await source.rows(order.revision, from, to);
    if (!isCurrent()) return;
    if (rows === null) return fail();
    revision = order.revision;
    requestedPages.clear();
    lastTook = performance.now() - begun;
    const { count, total } = order;
    use.setState({ phase: 'ready', count, total, isCounted: true, rows: new Map(rowsFrom(from, rows)) });
    notifyShown();
  }

  async function readPage(page: number): Promise<void> {
    if (revision === null || requestedPages.has(page)) return;
    requestedPages.add(page);
    const ownTurn = turn;
    const pageRevision = revision;
    const from = page * pageLength;
    const rows = await source.rows(pageRevision, from, from + pageLength);
    if (turn !== ownTurn || revision !== pageRevision) return;
    if (rows === null) return void read(use.getState().query, false);
    const next = new Map([...use.getState().rows, ...rowsFrom(from, rows)]);
    if (next.size > maxCachedRows) {
      for (const place of next.keys()) if (Math.abs(place - from) > maxCachedRows / 2) next.delete(place);
      requestedPages.clear();
    }
    use.setState({ rows: next });
    notifyShown();
  }

  return {
    use,
    now: use.getState,
    /** Shows another query; the same one again is no other: it is read again where one looks. */
    open(query: Query): Promise<void> {
      const { phase, query: now } = use.getState();
      return read(query, phase !== 'ready' || !isEqual(query, now));
    },
    /** One looks at its beginning. */
    isAtStart: (): boolean => seen.from === 0,
    /** Shows a little more or less of the same list, where one looks. */
    change(query: Query): Promise<void> {
      use.setState({ query });
      return read(query, false);
    },
    /** Resolves when the list that was asked for last is there. */
    settled,
    /** Reads the same list again. */
    refresh: (): Promise<void> => read(use.getState().query, false),
    /** Something changed that may make the list another one: it is read again soon, and not all the time. */
    touch(): void {
      if (refreshTimer !== undefined) return;
      refreshTimer = setTimeout(
        () => void read(use.getState().query, use.getState().phase !== 'ready'),
        Math.max(refreshAfter, restTimes * lastTook),
      );
    },
    /** These places are looked at: their rows are read, and those beside them. */
    see(from: number, to: number): void {
      if (seen.from !== from || seen.to !== to) {
        seen = { from, to };
        notifyShown();
      }
      const { rows, count } = use.getState();
      const last = Math.min(count, to + pageLength) - 1;
      for (let place = Math.max(0, from - pageLength / 2); place <= last; place += 1) {
        if (!rows.has(place)) void readPage(Math.floor(place / pageLength));
      }
    },
    /** Rows as they are now, wherever they stand. */
    update(changed: readonly Row[]): void {
      const byId = new Map(changed.map((row) => [row.id, row]));
      const { rows } = use.getState();
      const next = new Map(rows);
      let isOther = false;
      for (const [place, row] of rows) {
        const now = byId.get(row.id);
        if (now === undefined || isEqual(now, row)) continue;
        next.set(place, now);
        isOther = true;
      }
      if (isOther) use.setState({ rows: next });
    },
    /** The id at a place, read where it is not here; null beyond the end. */
    async idAt(place: number): Promise<number | null> {
      const cachedId = use.getState().rows.get(place)?.id;
      if (cachedId !== undefined) return cachedId;
      return revision === null ? null : ((await source.ids(revision, place, place + 1))?.[0] ?? null);
    },
    /** Ids from one place to another, both included. */
    async idsBetween(a: number, b: number): Promise<readonly number[]> {
      const [from, to] = a < b ? [a, b] : [b, a];
      const { rows } = use.getState();
      const cachedIds = Array.from(
        { length: Math.min(to - from + 1, maxCachedRows) },
        (_, index) => rows.get(from + index)?.id,
      );
      if (to - from < maxCachedRows && cachedIds.every((id) => id !== undefined)) return cachedIds;
      return revision === null ? [] : ((await source.ids(revision, from, to + 1)) ?? []);
    },
    /** Where a row is; null where it is not in the list. */
    async placeOf(id: number): Promise<number | null> {
      for (const [place, row] of use.getState().rows) if (row.id === id) return place;
      const place = revision === null ? null : await source.place(revision, id);
      return place === null || place < 0 ? null : place;
    },
  };
}

/** The row with this id among those that are here. */
export function rowOf<Query, Row extends { readonly id: number }>({ rows }: ListState<Query, Row>, id: number | null) {
  if (id === null) return undefined;
  for (const row of rows.values()) if (row.id === id) return row;
  return undefined;
}
