/** Walks through syntax trees of TypeScript files. */
import type { ESTree } from 'vite';

/** Yields a node and all nodes in it, parents first. */
export function* nodesOf(node: ESTree.Node): Generator<ESTree.Node> {
  yield node;
  for (const child of childrenOf(node)) yield* nodesOf(child);
}

export function* childrenOf(node: ESTree.Node): Generator<ESTree.Node> {
  for (const value of Object.values(node) as unknown[]) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield child;
  }
}

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Returns a function that finds the line (from 1) of an offset, by binary search. */
export function createLineFinder(text: string): (offset: number) => number {
  const lineEnds = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let low = 0;
    let high = lineEnds.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lineEnds[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
