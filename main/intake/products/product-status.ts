import type { ProductLine, ProductStatus } from '../../../contract/intake/product-list.ts';

/** Sums up lines by SKU, in their order, with the first name of each. */
export function productStatuses(lines: readonly ProductLine[]): ProductStatus[] {
  return [...Map.groupBy(lines, ({ sku }) => sku)].map(([sku, ofProduct]) => {
    const sum = (count: (line: ProductLine) => number) => ofProduct.reduce((total, line) => total + count(line), 0);
    return {
      sku,
      name: ofProduct.find(({ name }) => name !== '')?.name ?? '',
      found: sum(({ found }) => found),
      done: sum(({ done }) => done),
      failed: sum(({ failed }) => failed),
      missing: ofProduct.filter(({ found }) => found === 0).length,
    };
  });
}

/** Returns the fields of a status in the order of the table's columns. */
export function productStatusRow({ sku, name, found, done, failed, missing }: ProductStatus) {
  return { sku, name, found, done, failed, missing };
}
