/** Reads a product list: each row that can be used, and each that cannot, with its line and why. */
import { basename } from 'node:path';
import {
  type Product,
  type ProductList,
  type ProductRow,
  productSchema,
  type RejectedRow,
} from '../../../contract/intake/product-list.ts';
import { type MessageDescriptor, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { safeName } from '../../../contract/recipes/naming.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { splitPath } from '../../files/contained-path.ts';
import { type Column, type Columns, findColumns } from './list-columns.ts';
import { readListOnThread } from './list-thread.ts';
import { maxPatternLength, maxPatterns, normalizeName, stripLeadingZeros } from './match-products.ts';
import type { ListLine } from './parse-list.ts';

type KnownRecipe = Pick<Recipe, 'id' | 'name'>;

/** @throws UserFacingError for a file that is no product list */
export async function readProductList(path: string, recipes: readonly KnownRecipe[]): Promise<ProductList> {
  const known = recipes.map(({ id, name }) => ({ id, name }));
  return readListOnThread({ path, name: basename(path), recipes: known });
}

/** Parses lines that were read. @throws UserFacingError as above */
export function parseProductList(
  lines: readonly ListLine[],
  name: string,
  recipes: readonly KnownRecipe[],
): ProductList {
  const [head, ...body] = lines;
  const columns = findColumns(head?.cells ?? [], name);
  const read = body.map((line) => rowOf(line, columns, recipes));
  const leftOut = read.flatMap((each) => ('message' in each ? each : []));
  const { rows, twins } = withoutTwins(read.flatMap((each) => ('message' in each ? [] : each)));
  if (rows.filter(({ kind }) => kind === 'pattern').length > maxPatterns)
    throw new UserFacingError(msg('intake.products.tooManyPatterns', { name, most: maxPatterns }));
  const encoding = head?.codePage;
  const notes = encoding === undefined ? [] : [msg('intake.products.assumed', { name, encoding })];
  return { name, rows, leftOut: [...leftOut, ...twins].sort((a, b) => a.line - b.line), notes };
}

/** What spreadsheets make of a long number: its last digits are gone. */
const rounded = /^\d+([.,]\d+)?e\+?\d+$/i;
/** The same in a column that may hold letters as well: "12E5" may be an SKU. */
const surelyRounded = /^\d([.,]\d+)?e\+\d\d$/i;

function rowOf({ line, cells }: ListLine, columns: Columns, recipes: readonly KnownRecipe[]): ProductRow | RejectedRow {
  const cell = (column: Column) => (columns[column] === undefined ? '' : (cells[columns[column]] ?? '').trim());
  const rejectRow = (message: MessageDescriptor): RejectedRow => ({ line, message });
  const barcode = cell('barcode').replace(/[\s-]/g, '');
  if (rounded.test(barcode)) return rejectRow(msg('intake.products.rounded', { number: barcode }));
  if (barcode !== '' && !/^\d{1,20}$/.test(barcode))
    return rejectRow(msg('intake.products.notANumber', { number: barcode }));
  const mangled = [cell('sku'), cell('file')].find((number) => surelyRounded.test(number));
  if (mangled !== undefined) return rejectRow(msg('intake.products.roundedNumber', { number: mangled }));
  const sku = cell('sku') || barcode;
  if (sku === '') return rejectRow(msg('intake.products.noSku'));
  const folder = folderOf(cell('folder'));
  if (typeof folder !== 'string') return rejectRow(folder);
  const wanted = cell('recipe').toLowerCase();
  const recipe = recipes.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
  if (wanted !== '' && recipe === undefined)
    return rejectRow(msg('intake.products.noRecipe', { recipe: cell('recipe') }));
  const product = productSchema.safeParse({ sku, name: cell('name'), folder });
  if (!product.success) return rejectRow(msg('intake.products.tooLong'));
  const key = cell('file') || barcode || sku;
  const kind = kindOf(cell('file'), barcode);
  if (key.length > 255) return rejectRow(msg('intake.products.tooLong'));
  if (kind === 'pattern' && key.length > maxPatternLength)
    return rejectRow(msg('intake.products.longPattern', { most: maxPatternLength }));
  return { line, kind, key, product: product.data, recipeId: recipe?.id ?? null };
}

function kindOf(file: string, barcode: string): ProductRow['kind'] {
  if (file !== '') return /[*?]/.test(file) ? 'pattern' : 'file';
  return barcode === '' ? 'file' : 'number';
}

/** A folder below the output folder, in names that every system takes; a sentence where it is none. */
function folderOf(cell: string): string | MessageDescriptor {
  if (/^([/\\~]|[a-z]:)/i.test(cell)) return msg('intake.products.absolute', { folder: cell });
  if (/(^|[/\\])\s*\.\.\s*([/\\]|$)/.test(cell)) return msg('intake.products.escapes', { folder: cell });
  return splitPath(cell, 'typed').map(safeName).join('/');
}

/** What rows are told apart by. */
const keyOf = ({ kind, key }: ProductRow) =>
  `${kind} ${kind === 'number' ? stripLeadingZeros(key) : normalizeName(key)}`;

const hasSameText = (a: ProductRow, b: ProductRow) => {
  const all = ({ product, recipeId }: ProductRow): (Product | string | null)[] => [product, recipeId];
  return JSON.stringify(all(a)) === JSON.stringify(all(b));
};

/** Of rows for the same photographs that say the same, the first stays; where they do not, none: which is right, nobody knows. */
function withoutTwins(read: readonly ProductRow[]): { rows: ProductRow[]; twins: RejectedRow[] } {
  const rows: ProductRow[] = [];
  const twins: RejectedRow[] = [];
  for (const group of Map.groupBy(read, keyOf).values()) {
    const [first, ...others] = group as [ProductRow, ...ProductRow[]];
    const contrary = others.find((row) => !hasSameText(first, row));
    if (contrary === undefined) rows.push(first);
    else
      twins.push({
        line: first.line,
        message: msg('intake.products.contrary', { key: first.key, line: contrary.line }),
      });
    const key = contrary === undefined ? 'intake.products.twin' : 'intake.products.contrary';
    for (const { line, key: name } of others) twins.push({ line, message: msg(key, { key: name, line: first.line }) });
  }
  return { rows: rows.sort((a, b) => a.line - b.line), twins };
}
