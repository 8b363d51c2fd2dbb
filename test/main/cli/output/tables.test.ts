import { expect, it } from 'vitest';
import { formatColumns } from '../../../../main/cli/output/tables.ts';

it('has columns in line where characters take two places, one, or none', () => {
  const rows = [
    ['SKU', '商品名', '完了'],
    ['CUP-7', 'Mug', '1'],
    ['PLATE', '접시'.normalize('NFD'), '12'],
    ['BOWL', 'Été'.normalize('NFD'), '0'],
  ];
  expect(formatColumns(rows, 2)).toEqual([
    'SKU    商品名  完了',
    'CUP-7  Mug        1',
    `PLATE  ${'접시'.normalize('NFD')}      12`,
    `BOWL   ${'Été'.normalize('NFD')}        0`,
  ]);
});
