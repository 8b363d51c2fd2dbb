/** Reads pages and trees of a damaged database and its WAL without SQLite. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Wal } from './read-wal.ts';
import { type Cell, pageKinds, parsePage, type TreePage, type Value } from './sqlite-records.ts';

/** In bytes. */
const ownPageSize = 4096;

/** Enough for the overflow of a record. */
const maxCachedPages = 4096;

export interface PageFile {
  readonly count: number;
  page(number: number): Buffer | null;
  /** Returns a page of a tree, or null for other pages. */
  treePage(number: number): TreePage | null;
  /** Parses bytes that are not in the file as a page of a tree. */
  parse(page: Buffer): TreePage | null;
  /** Returns the numbers of unused pages. */
  listFree(): Set<number>;
  close(): void;
}

/** @param wal its pages replace those of the file */
export function openPages(file: string, wal: Wal | null): PageFile {
  const descriptor = openSync(file, 'r');
  const { size } = fstatSync(descriptor);
  const fileCount = Math.floor(size / ownPageSize);
  const count = Math.max(fileCount, ...(wal ? wal.pages.keys() : []));
  const cache = new Map<number, Buffer>();
  const page = (number: number): Buffer | null => {
    const newest = wal?.pages.get(number) ?? cache.get(number);
    if (newest) return newest;
    if (number < 1 || number > fileCount) return null;
    const bytes = Buffer.alloc(ownPageSize);
    if (readSync(descriptor, bytes, 0, ownPageSize, (number - 1) * ownPageSize) < ownPageSize) return null;
    cache.set(number, bytes);
    if (cache.size > maxCachedPages) cache.delete(cache.keys().next().value as number);
    return bytes;
  };
  return {
    count: Math.min(count, fileCount + 1_000_000),
    page,
    treePage: (number) => {
      const bytes = page(number);
      return bytes && parsePage(bytes, number === 1, ownPageSize, page);
    },
    parse: (bytes) => parsePage(bytes, false, ownPageSize, page),
    listFree() {
      const free = new Set<number>();
      let trunk = page(1)?.readUInt32BE(32) ?? 0;
      while (trunk > 0 && !free.has(trunk)) {
        const bytes = page(trunk);
        if (bytes === null) break;
        free.add(trunk);
        const leafCount = Math.min(bytes.readUInt32BE(4), ownPageSize / 4 - 2);
        for (let index = 0; index < leafCount; index += 1) free.add(bytes.readUInt32BE(8 + 4 * index));
        trunk = bytes.readUInt32BE(0);
      }
      return free;
    },
    close: () => closeSync(descriptor),
  };
}

export interface Tree {
  readonly rows: readonly (Cell & { values: readonly Value[] })[];
  readonly pages: ReadonlySet<number>;
  /** Whether all of it was readable. */
  readonly isComplete: boolean;
}

export function readTree(file: PageFile, root: number, isTable: boolean): Tree {
  const rows: (Cell & { values: readonly Value[] })[] = [];
  const pages = new Set<number>();
  let isComplete = true;
  const kinds: readonly number[] = isTable
    ? [pageKinds.tableLeaf, pageKinds.tableInterior]
    : [pageKinds.indexLeaf, pageKinds.indexInterior];
  const walk = (number: number, minKey: number, maxKey: number) => {
    const page = pages.has(number) ? null : file.treePage(number);
    if (page === null || !kinds.includes(page.kind)) {
      isComplete = false;
      return;
    }
    pages.add(number);
    // Keys rise from row to row, between those of the parent page. Others are damaged.
    const ordered = isTable ? findLongestRise(page.cells, minKey, maxKey) : new Set(page.cells.keys());
    let lowerBound = minKey;
    page.cells.forEach((cell, index) => {
      if (cell === null || !ordered.has(index)) isComplete = false;
      if (cell === null) return;
      const next =
        page.cells.find((later, laterIndex) => laterIndex >= index && later !== null && ordered.has(laterIndex))
          ?.rowid ?? maxKey;
      if (cell.child > 0) walk(cell.child, lowerBound, isTable ? next : maxKey);
      if (!ordered.has(index)) return;
      if (cell.values !== null) rows.push({ ...cell, values: cell.values });
      if (isTable) lowerBound = cell.rowid;
    });
    if (page.last > 0) walk(page.last, lowerBound, maxKey);
  };
  walk(root, 0, Number.MAX_SAFE_INTEGER);
  return { rows, pages, isComplete };
}

/** Returns the longest rising subsequence of keys over `minKey`, up to `maxKey`. Others are out of order. */
function findLongestRise(cells: readonly (Cell | null)[], minKey: number, maxKey: number): Set<number> {
  const best: { length: number; before: number }[] = [];
  let end = -1;
  cells.forEach((cell, index) => {
    const key = cell !== null && cell.rowid > minKey && cell.rowid <= maxKey ? cell.rowid : null;
    let current = { length: key === null ? 0 : 1, before: -1 };
    for (let before = 0; key !== null && before < index; before += 1) {
      const length = best[before]?.length ?? 0;
      if (length > 0 && length + 1 > current.length && (cells[before] as Cell).rowid < key)
        current = { length: length + 1, before };
    }
    best.push(current);
    if (current.length > (best[end]?.length ?? 0)) end = index;
  });
  const found = new Set<number>();
  for (let index = end; index >= 0; index = best[index]?.before ?? -1) found.add(index);
  return found;
}
