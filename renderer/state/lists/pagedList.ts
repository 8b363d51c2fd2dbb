import isEqual from 'fast-deep-equal';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { ListHead, ListOrder } from '../../../contract/review/list-queries.ts';

export interface ListSource<Query, Row> {
  head(query: Query): Promise<ListHead<Row> | null>;
  order(query: Query): Promise<ListOrder | null>;
  rows(revision: number, from: number, to: number): Promise<readonly (Row | null)[] | null>;
  ids(revision: number, from: number, to: number): Promise<readonly number[] | null>;
  place(revision: number, id: number): Promise<number | null>;
  /** Main reports changes of these rows. */
  show(ids: readonly number[], query: Query): void;
}

export interface ListState<Query, Row> {
  readonly phase: 'loading' | 'failed' | 'ready';
  readonly query: Query;
  /** Before `isCounted`, the number of the first rows. */
  readonly count: number;
  readonly isCounted: boolean;
  /** Includes photographs in closed stacks; null until it is known. */
  readonly total: number | null;
  /** Cached rows by place (position in the list). */
  readonly rows: ReadonlyMap<number, Row>;
}

export const pageLength = 60;
const maxCachedRows = 3000;
const showDelayMs = 60;
const refreshDelayMs = 300;
/** Multiple of the time that the last reading took. */
const refreshDelayFactor = 4;

/**
 * A list of any length. It reads the first rows, then the order of ids, then pages of rows that come into view. Reading
 * it again leaves the shown rows in place.
 */
export class PagedList<Query, Row extends { readonly id: number }> {
  readonly use: UseBoundStore<StoreApi<ListState<Query, Row>>>;
  readonly #source: ListSource<Query, Row>;
  /** A new reading makes responses to earlier ones obsolete. */
  #reading = 0;
  #revision: number | null = null;
  #inView = { from: 0, to: pageLength };
  readonly #requestedPages = new Set<number>();
  #showTimer: ReturnType<typeof setTimeout> | undefined;
  #refreshTimer: ReturnType<typeof setTimeout> | undefined;
  #readMs = 0;
  #latest: Promise<void> = Promise.resolve();

  constructor(source: ListSource<Query, Row>, query: Query) {
    this.#source = source;
    this.use = create(() => ({ phase: 'loading', query, count: 0, isCounted: false, total: null, rows: new Map() }));
  }

  readonly now = (): ListState<Query, Row> => this.use.getState();

  /** Resolves when the latest reading has ended. */
  readonly settled = async (): Promise<void> => {
    for (let awaited: Promise<void> | null = null; awaited !== this.#latest; ) {
      awaited = this.#latest;
      await awaited;
    }
  };

  /** Resolves when the places of all rows are known: at once, unless another query is being read. */
  readonly counted = (): Promise<void> => (this.now().isCounted ? Promise.resolve() : this.settled());

  /** Lists another query from its start; the current query is read again in place. */
  open(query: Query): Promise<void> {
    const { phase, query: current } = this.now();
    return this.#read(query, phase !== 'ready' || !isEqual(query, current));
  }

  /** Replaces the query by a similar one, in place. */
  change(query: Query): Promise<void> {
    this.use.setState({ query });
    return this.#read(query, false);
  }

  /** Reads the list again, in place. */
  refresh(): Promise<void> {
    return this.#read(this.now().query, false);
  }

  /** Reads the list again soon, because its order may have changed. */
  touch(): void {
    this.#refreshTimer ??= setTimeout(
      () => void this.#read(this.now().query, this.now().phase !== 'ready'),
      Math.max(refreshDelayMs, refreshDelayFactor * this.#readMs),
    );
  }

  isAtStart(): boolean {
    return this.#inView.from === 0;
  }

  /** Reads the rows in view and around it. */
  see(from: number, to: number): void {
    if (this.#inView.from !== from || this.#inView.to !== to) {
      this.#inView = { from, to };
      this.#reportShown();
    }
    const { rows, count } = this.now();
    const last = Math.min(count, to + pageLength) - 1;
    for (let place = Math.max(0, from - pageLength / 2); place <= last; place += 1) {
      if (!rows.has(place)) void this.#readPage(Math.floor(place / pageLength));
    }
  }

  update(changed: readonly Row[]): void {
    const byId = new Map(changed.map((row) => [row.id, row]));
    const { rows } = this.now();
    const next = new Map(rows);
    let hasChanged = false;
    for (const [place, row] of rows) {
      const replacement = byId.get(row.id);
      if (replacement === undefined || isEqual(replacement, row)) continue;
      next.set(place, replacement);
      hasChanged = true;
    }
    if (hasChanged) this.use.setState({ rows: next });
  }

  async idAt(place: number): Promise<number | null> {
    const cachedId = this.now().rows.get(place)?.id;
    if (cachedId !== undefined) return cachedId;
    return this.#revision === null ? null : ((await this.#source.ids(this.#revision, place, place + 1))?.[0] ?? null);
  }

  /** Returns the ids between two places in any order, both included. */
  async idsBetween(a: number, b: number): Promise<readonly number[]> {
    const [from, to] = a < b ? [a, b] : [b, a];
    const { rows } = this.now();
    const cachedIds = Array.from(
      { length: Math.min(to - from + 1, maxCachedRows) },
      (_, index) => rows.get(from + index)?.id,
    );
    if (to - from < maxCachedRows && cachedIds.every((id) => id !== undefined)) return cachedIds;
    return this.#revision === null ? [] : ((await this.#source.ids(this.#revision, from, to + 1)) ?? []);
  }

  /** Returns null if the row is not in the list. */
  async placeOf(id: number): Promise<number | null> {
    for (const [place, row] of this.now().rows) if (row.id === id) return place;
    const place = this.#revision === null ? null : await this.#source.place(this.#revision, id);
    return place === null || place < 0 ? null : place;
  }

  /** Resolves when this reading, or a later one, has ended. */
  async #read(query: Query, isOther: boolean): Promise<void> {
    this.#latest = this.#readOnce(query, isOther);
    await this.settled();
  }

  async #readOnce(query: Query, isOther: boolean): Promise<void> {
    this.#reading += 1;
    const reading = this.#reading;
    const isCurrent = () => this.#reading === reading;
    const startedAt = performance.now();
    clearTimeout(this.#refreshTimer);
    this.#refreshTimer = undefined;
    const isRead = (!isOther || (await this.#readHead(query, isCurrent))) && (await this.#readOrder(query, isCurrent));
    if (!isCurrent()) return;
    if (isRead) this.#readMs = performance.now() - startedAt;
    else if (isOther) this.use.setState({ phase: 'failed', query, count: 0, rows: new Map() });
  }

  /** Returns false if the request failed or the reading is obsolete. */
  async #readHead(query: Query, isCurrent: () => boolean): Promise<boolean> {
    this.#inView = { from: 0, to: pageLength };
    this.use.setState({ query, isCounted: false, total: null });
    const head = await this.#source.head(query);
    if (!isCurrent() || head === null) return false;
    this.#revision = null;
    this.#requestedPages.clear();
    const { rows, isComplete } = head;
    this.#show({ count: rows.length, isCounted: isComplete, rows: this.#toMap(0, rows) });
    return true;
  }

  /** Reads the order together with the rows in view. @see #readHead */
  async #readOrder(query: Query, isCurrent: () => boolean): Promise<boolean> {
    const order = await this.#source.order(query);
    if (!isCurrent() || order === null) return false;
    const { revision, count, total } = order;
    const from = Math.max(0, Math.min(this.#inView.from, count - 1) - pageLength);
    const to = Math.min(count, Math.max(this.#inView.to, from + 1) + pageLength);
    const rows = await this.#source.rows(revision, from, to);
    if (!isCurrent() || rows === null) return false;
    this.#revision = revision;
    this.#requestedPages.clear();
    this.#show({ count, total, isCounted: true, rows: this.#toMap(from, rows) });
    return true;
  }

  async #readPage(page: number): Promise<void> {
    const revision = this.#revision;
    if (revision === null || this.#requestedPages.has(page)) return;
    this.#requestedPages.add(page);
    const reading = this.#reading;
    const from = page * pageLength;
    const rows = await this.#source.rows(revision, from, from + pageLength);
    if (this.#reading !== reading || this.#revision !== revision) return;
    // Main has dropped this revision of the order.
    if (rows === null) return void this.refresh();
    const next = new Map([...this.now().rows, ...this.#toMap(from, rows)]);
    if (next.size > maxCachedRows) {
      for (const place of next.keys()) if (Math.abs(place - from) > maxCachedRows / 2) next.delete(place);
      this.#requestedPages.clear();
    }
    this.use.setState({ rows: next });
    this.#reportShown();
  }

  #show(change: Partial<ListState<Query, Row>>): void {
    this.use.setState({ phase: 'ready', ...change });
    this.#reportShown();
  }

  /** Keeps the identity of unchanged rows, which are then not rendered again. */
  #toMap(from: number, rows: readonly (Row | null)[]): Map<number, Row> {
    const known = new Map([...this.now().rows.values()].map((row) => [row.id, row]));
    return new Map(
      rows.flatMap((row, index): [number, Row][] => {
        if (row === null) return [];
        const before = known.get(row.id);
        return [[from + index, before !== undefined && isEqual(before, row) ? before : row]];
      }),
    );
  }

  #reportShown(): void {
    clearTimeout(this.#showTimer);
    this.#showTimer = setTimeout(() => {
      const { rows, query } = this.now();
      const ids: number[] = [];
      for (let place = this.#inView.from; place < this.#inView.to; place += 1) {
        const row = rows.get(place);
        if (row) ids.push(row.id);
      }
      this.#source.show(ids, query);
    }, showDelayMs);
  }
}

export function rowOf<Query, Row extends { readonly id: number }>({ rows }: ListState<Query, Row>, id: number | null) {
  if (id === null) return undefined;
  for (const row of rows.values()) if (row.id === id) return row;
  return undefined;
}
