/** Which column of a product list is what, by the words of its first line. */
import { SaidError, say } from '../../../contract/sentence.ts';

const names = {
  file: [
    ...['file', 'files', 'filename', 'photo', 'photograph', 'photoname', 'picture', 'image', 'imagename', 'imagefile'],
    ...['pattern', 'filepattern', 'match'],
  ],
  barcode: [
    'barcode',
    'barcodenumber',
    'ean',
    'ean13',
    'ean8',
    'gtin',
    'gtin13',
    'gtin14',
    'upc',
    'upca',
    'jan',
    'isbn',
  ],
  sku: [
    ...['sku', 'article', 'articlenumber', 'articleno', 'item', 'itemnumber', 'itemno', 'itemcode', 'productnumber'],
    ...['productno', 'productcode', 'productid', 'style', 'stylenumber', 'styleno', 'stylecode', 'asin'],
  ],
  name: ['name', 'product', 'productname', 'title', 'producttitle', 'articlename', 'itemname'],
  recipe: ['recipe', 'recipename', 'preset'],
  folder: ['folder', 'subfolder', 'directory', 'outputfolder'],
} as const;

export type Column = keyof typeof names;
export type Columns = Readonly<Partial<Record<Column, number>>>;

/** Without regard to case, spaces, underscores, dots and dashes. */
const plain = (header: string) =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_.\-#]+/g, '');

const kinds = Object.keys(names) as Column[];

/**
 * Places of the columns that are known, from 0; others are passed over.
 * @throws SaidError where two are the same, or none says which product it is
 */
export function columnsIn(headers: readonly string[], file: string): Columns {
  const found: Partial<Record<Column, number>> = {};
  for (const [at, header] of headers.entries()) {
    const kind = kinds.find((each) => (names[each] as readonly string[]).includes(plain(header)));
    if (kind === undefined) continue;
    const before = found[kind];
    if (before !== undefined)
      throw new SaidError(say('intake.products.twoColumns', { name: file, one: headers[before] ?? '', other: header }));
    found[kind] = at;
  }
  if (found.sku === undefined && found.barcode === undefined)
    throw new SaidError(say('intake.products.noColumns', { name: file }));
  return found;
}
