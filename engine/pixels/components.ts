/** `labels` has the area of each pixel. */
export type Areas = {
  labels: Int32Array;
  /** Pixels of each area. */
  sizes: number[];
  /** Value of the mask in each area. */
  values: number[];
};

/** Labels the 4-connected areas of equal value, in the order of their first pixels. */
export function findAreas(mask: Uint8Array, width: number, height: number): Areas {
  const { labels, roots } = unionLabels(mask, width, height);
  const numbers = new Int32Array(roots.length).fill(-1);
  const sizes: number[] = [];
  const values: number[] = [];
  for (let index = 0; index < labels.length; index++) {
    const root = roots[labels[index]!]!;
    if (numbers[root] === -1) {
      numbers[root] = sizes.length;
      sizes.push(0);
      values.push(mask[index]!);
    }
    const label = numbers[root]!;
    labels[index] = label;
    sizes[label]!++;
  }
  return { labels, sizes, values };
}

/** Union-find in one pass: returns provisional labels, and the root of each label. */
function unionLabels(mask: Uint8Array, width: number, height: number): { labels: Int32Array; roots: number[] } {
  const labels = new Int32Array(mask.length);
  const parents: number[] = [];
  const rootOf = (label: number) => {
    let root = label;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!;
    return root;
  };
  for (let y = 0, index = 0; y < height; y++) {
    for (let x = 0; x < width; x++, index++) {
      const value = mask[index];
      const left = x > 0 && mask[index - 1] === value ? labels[index - 1]! : -1;
      const above = y > 0 && mask[index - width] === value ? labels[index - width]! : -1;
      if (left === -1 && above === -1) labels[index] = parents.push(parents.length) - 1;
      else if (left === above || above === -1) labels[index] = left;
      else if (left === -1) labels[index] = above;
      else {
        const [a, b] = [rootOf(left), rootOf(above)];
        labels[index] = parents[Math.max(a, b)] = Math.min(a, b);
      }
    }
  }
  return { labels, roots: parents.map((_, label) => rootOf(label)) };
}
