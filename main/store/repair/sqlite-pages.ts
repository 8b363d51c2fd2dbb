/** The pages of a damaged database and its log, without SQLite, and what its trees hold. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Wal } from './read-wal.ts';
import { type Cell, cellsOf, pageKinds, type Value } from './sqlite-records.ts';

/** What Burnish's databases are made with. */
const ownPageSize = 4096;

export interface PageFile {
  readonly count: number;
  page(number: number): Buffer | null;
  /** Cells of a page of a tree; null for anything else. */
  cells(number: number): ReturnType<typeof cellsOf>;
  /** The same for bytes that are no page of the file. */
  cellsIn(page: Buffer): ReturnType<typeof cellsOf>;
  /** Pages that hold nothing any more. */
  free(): Set<number>;
  close(): void;
}

/** @param wal what its log holds over it */
export function openPages(file: string, wal: Wal | null): PageFile {
  const opened = openSync(file, 'r');
  const { size } = fstatSync(opened);
  const onDisk = Math.floor(size / ownPageSize);
  const count = Math.max(onDisk, ...(wal ? wal.pages.keys() : []));
  const known = new Map<number, Buffer>();
  const page = (number: number): Buffer | null => {
    const newest = wal?.pages.get(number) ?? known.get(number);
    if (newest) return newest;
    if (number < 1 || number > onDisk) return null;
    const bytes = Buffer.alloc(ownPageSize);
    if (readSync(opened, bytes, 0, ownPageSize, (number - 1) * ownPageSize) < ownPageSize) return null;
    known.set(number, bytes);
    // Few enough to be held, many enough for an overflowing record.
    if (known.size > 4096) known.delete(known.keys().next().value as number);
    return bytes;
  };
  return {
    count: Math.min(count, onDisk + 1_000_000),
    page,
    cells: (number) => {
      const bytes = page(number);
      return bytes && cellsOf(bytes, number === 1, ownPageSize, page);
    },
    cellsIn: (bytes) => cellsOf(bytes, false, ownPageSize, page),
    free() {
      const found = new Set<number>();
      let trunk = page(1)?.readUInt32BE(32) ?? 0;
      while (trunk > 0 && !found.has(trunk)) {
        const bytes = page(trunk);
        if (bytes === null) break;
        found.add(trunk);
        const leafCount = Math.min(bytes.readUInt32BE(4), ownPageSize / 4 - 2);
        for (let index = 0; index < leafCount; index += 1) found.add(bytes.readUInt32BE(8 + 4 * index));
        trunk = bytes.readUInt32BE(0);
      }
      return found;
    },
    close: () => closeSync(opened),
  };
}

export interface Tree {
  readonly rows: readonly (Cell & { values: readonly Value[] })[];
  /** Its pages, as far as they were reached. */
  readonly pages: ReadonlySet<number>;
  /** Nothing in it was unreadable. */
  readonly isComplete: boolean;
}

/** The rows of the tree with this root, in order, as far as they can be reached. */
export function treeOf(file: PageFile, root: number, isTable: boolean): Tree {
  const rows: (Cell & { values: readonly Value[] })[] = [];
  const pages = new Set<number>();
  let isComplete = true;
  const kinds: readonly number[] = isTable
    ? [pageKinds.tableLeaf, pageKinds.tableInterior]
    : [pageKinds.indexLeaf, pageKinds.indexInterior];
  const walk = (number: number, above: number, upTo: number) => {
    const read = pages.has(number) ? null : file.cells(number);
    if (read === null || !kinds.includes(read.kind)) {
      isComplete = false;
      return;
    }
    pages.add(number);
    // Keys grow from row to row, and lie between those of the page above: one that does not is damaged.
    const own = isTable ? growing(read.cells, above, upTo) : new Set(read.cells.keys());
    let lowerBound = above;
    read.cells.forEach((cell, index) => {
      if (cell === null || !own.has(index)) isComplete = false;
      if (cell === null) return;
      const next =
        read.cells.find((later, laterIndex) => laterIndex >= index && later !== null && own.has(laterIndex))?.rowid ??
        upTo;
      if (cell.child > 0) walk(cell.child, lowerBound, isTable ? next : upTo);
      if (!own.has(index)) return;
      if (cell.values !== null) rows.push({ ...cell, values: cell.values });
      if (isTable) lowerBound = cell.rowid;
    });
    if (read.last > 0) walk(read.last, lowerBound, upTo);
  };
  walk(root, 0, Number.MAX_SAFE_INTEGER);
  return { rows, pages, isComplete };
}

/** Indexes of the longest growing run of keys above `above`, up to `upTo`: what stands between them is out of order. */
function growing(cells: readonly (Cell | null)[], above: number, upTo: number): Set<number> {
  const best: { length: number; before: number }[] = [];
  let end = -1;
  cells.forEach((cell, index) => {
    const key = cell !== null && cell.rowid > above && cell.rowid <= upTo ? cell.rowid : null;
    let own = { length: key === null ? 0 : 1, before: -1 };
    for (let before = 0; key !== null && before < index; before += 1) {
      const length = best[before]?.length ?? 0;
      if (length > 0 && length + 1 > own.length && (cells[before] as Cell).rowid < key)
        own = { length: length + 1, before };
    }
    best.push(own);
    if (own.length > (best[end]?.length ?? 0)) end = index;
  });
  const found = new Set<number>();
  for (let index = end; index >= 0; index = best[index]?.before ?? -1) found.add(index);
  return found;
}
