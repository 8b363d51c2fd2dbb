import { msg, UserFacingError } from '../../../contract/messages/message.ts';

/** Column names of spreadsheets, in the languages of Burnish. */
const names = {
  file: `
    file, files, filename, photo, photograph, photoname, picture, image, imagename, imagefile, pattern,
    filepattern, match, Datei, Dateiname, Bild, Bilddatei, Foto, archivo, imagen, nombre de archivo, fichier,
    nom de fichier, nom du fichier, ファイル, ファイル名, 画像, 画像名, 파일, 파일 이름, 파일명, 이미지, файл, имя файла, изображение,
    文件, 文件名, 图片, 檔案, 檔名, 圖片
  `,
  barcode: `
    barcode, barcode number, ean, ean13, ean8, gtin, gtin13, gtin14, upc, upca, jan, isbn, Strichcode,
    código de barras, code barres, code à barres, バーコード, JANコード, 바코드, штрихкод, 条码, 条形码, 條碼
  `,
  sku: `
    sku, article, articlenumber, articleno, item, itemnumber, itemno, itemcode, productnumber, productno,
    productcode, productid, style, stylenumber, styleno, stylecode, asin, Artikelnummer, Artikel-Nr.,
    Art.-Nr., Produktnummer, referencia, código de producto, référence, code article, référence produit,
    商品コード, 商品番号, 品番, 型番, 상품 코드, 상품코드, 상품번호, 품번, артикул, код товара, 货号, 商品编号, 商品编码, 款号, 貨號, 商品編號, 款號
  `,
  name: `
    name, product, productname, title, producttitle, articlename, itemname, Bezeichnung, Produkt,
    Produktname, Artikelname, nombre, producto, nombre del producto, nom, produit, nom du produit,
    désignation, 名前, 商品, 商品名, 이름, 상품명, 제품명, название, наименование, товар, 名称, 商品名称, 名稱, 商品名稱, 品名
  `,
  recipe: `
    recipe, recipename, preset, Rezept, receta, recette, レシピ, 레시피, рецепт, 配方
  `,
  folder: `
    folder, subfolder, directory, outputfolder, Ordner, Unterordner, carpeta, dossier, フォルダー, フォルダ, 폴더,
    папка, 文件夹, 資料夾
  `,
};

export type Column = keyof typeof names;
export type Columns = Readonly<Partial<Record<Column, number>>>;

const normalize = (header: string) =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\s_.\-#]+/gu, '');

const kinds = Object.keys(names) as Column[];
const kindOf: ReadonlyMap<string, Column> = new Map(
  kinds.flatMap((kind) => names[kind].split(',').map((name) => [normalize(name), kind] as const)),
);

export const isColumnName = (header: string): boolean => kindOf.has(normalize(header));

/**
 * Returns the indexes of the known columns, from 0. Ignores other columns.
 * @throws UserFacingError if two columns have the same meaning, or none identifies the product
 */
export function findColumns(headers: readonly string[], file: string): Columns {
  const found: Partial<Record<Column, number>> = {};
  for (const [index, header] of headers.entries()) {
    const kind = kindOf.get(normalize(header));
    if (kind === undefined) continue;
    const before = found[kind];
    if (before !== undefined)
      throw new UserFacingError(
        msg('intake.products.twoColumns', { name: file, one: headers[before] ?? '', other: header }),
      );
    found[kind] = index;
  }
  if (found.sku === undefined && found.barcode === undefined)
    throw new UserFacingError(msg('intake.products.noColumns', { name: file }));
  return found;
}
