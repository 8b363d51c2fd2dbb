import { expect, it } from 'vitest';
import { findColumns } from '../../../../main/intake/products/list-columns.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';

it.each([
  [['File name', 'SKU', 'Name', 'Recipe', 'Folder']],
  [['Dateiname', 'Artikel-Nr.', 'Bezeichnung', 'Rezept', 'Ordner']],
  [['Nombre de archivo', 'Referencia', 'Nombre', 'Receta', 'Carpeta']],
  [['Nom de fichier', 'Référence', 'Désignation', 'Recette', 'Dossier']],
  [['ファイル名', '商品コード', '商品名', 'レシピ', 'フォルダー']],
  [['파일 이름', '상품 코드', '상품명', '레시피', '폴더']],
  [['Имя файла', 'Артикул', 'Название', 'Рецепт', 'Папка']],
  [['文件名', '货号', '商品名称', '配方', '文件夹']],
  [['檔名', '貨號', '商品名稱', '配方', '資料夾']],
])('maps %j to columns', (headers) => {
  expect(findColumns(headers, 'list.csv')).toEqual({ file: 0, sku: 1, name: 2, recipe: 3, folder: 4 });
});

it('ignores unknown columns, and uses barcodes as numbers', () => {
  expect(findColumns(['Preis', 'EAN-13', 'Größe'], 'list.csv')).toEqual({ barcode: 1 });
  expect(findColumns(['Code à barres'], 'list.csv')).toEqual({ barcode: 0 });
});

it('rejects two columns of one kind, and a list without numbers', () => {
  expect(() => findColumns(['SKU', 'Artikelnummer'], 'list.csv')).toThrow(matchingError(/have the same meaning/));
  expect(() => findColumns(['Name'], 'list.csv')).toThrow(matchingError(/no column with a SKU or barcode/));
});
