import { expect, it } from 'vitest';
import { formatColumns } from '../../../../main/cli/output/tables.ts';

it('aligns columns if characters are two cells wide, one, or zero', () => {
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
