import { expect, it } from 'vitest';
import { productStatuses } from '../../../../main/intake/products/product-status.ts';

it('groups the lines of a product, in the order of the list', () => {
  const line = (number: number, sku: string, name: string, found: number, done = 0, failed = 0) => ({
    ...{ line: number, sku, name, found, done, failed },
  });
  expect(
    productStatuses([
      line(2, 'B', '', 2, 1, 1),
      line(3, 'A', 'Shirt', 0),
      line(4, 'B', 'Coat', 0),
      line(5, 'B', 'x', 1, 1),
    ]),
  ).toEqual([
    { sku: 'B', name: 'Coat', found: 3, done: 2, failed: 1, missing: 1 },
    { sku: 'A', name: 'Shirt', found: 0, done: 0, failed: 0, missing: 1 },
  ]);
});
