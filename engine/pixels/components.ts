/** Connected areas of a mask: finds them, so that specks can be dropped and holes closed. */

/** Areas of equal value; every pixel of `labels` holds the number of its area. */
export type Areas = {
  labels: Int32Array;
  /** Pixels of each area. */
  sizes: number[];
  /** Value of the mask in each area. */
  values: number[];
};

/** Labels the 4-connected areas of equal value. */
export function findAreas(mask: Uint8Array, width: number, height: number): Areas {
  const labels = new Int32Array(mask.length).fill(-1);
  const sizes: number[] = [];
  const values: number[] = [];
  const stack = new Int32Array(mask.length);
  for (let start = 0; start < mask.length; start++) {
    if (labels[start] !== -1) continue;
    const value = mask[start]!;
    const label = sizes.length;
    let depth = 0;
    let size = 0;
    const visit = (index: number) => {
      if (labels[index] === -1 && mask[index] === value) {
        labels[index] = label;
        stack[depth++] = index;
      }
    };
    visit(start);
    while (depth > 0) {
      const index = stack[--depth]!;
      const x = index % width;
      size++;
      if (x > 0) visit(index - 1);
      if (x < width - 1) visit(index + 1);
      if (index >= width) visit(index - width);
      if (index < (height - 1) * width) visit(index + width);
    }
    sizes.push(size);
    values.push(value);
  }
  return { labels, sizes, values };
}
