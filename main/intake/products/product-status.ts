/** What became of each product, put together from the lines of its list. */
import type { ProductLine, ProductStatus } from '../../../contract/intake/product-list.ts';

/** By SKU, in the order of the list; a product is called as its first line says that calls it anything. */
export function productStatuses(lines: readonly ProductLine[]): ProductStatus[] {
  return [...Map.groupBy(lines, ({ sku }) => sku)].map(([sku, own]) => {
    const sum = (count: (line: ProductLine) => number) => own.reduce((total, line) => total + count(line), 0);
    return {
      sku,
      name: own.find(({ name }) => name !== '')?.name ?? '',
      found: sum(({ found }) => found),
      done: sum(({ done }) => done),
      failed: sum(({ failed }) => failed),
      missing: own.filter(({ found }) => found === 0).length,
    };
  });
}

/** As a row of a table. */
export const productStatusRow = ({ sku, name, found, done, failed, missing }: ProductStatus) => ({
  ...{ sku, name, found, done, failed, missing },
});
