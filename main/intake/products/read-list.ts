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

/** @throws UserFacingError if the file is no product list */
export async function readProductList(path: string, recipes: readonly KnownRecipe[]): Promise<ProductList> {
  const known = recipes.map(({ id, name }) => ({ id, name }));
  return readListOnThread({ path, name: basename(path), recipes: known });
}

/** @throws UserFacingError if the lines are no product list */
export function parseProductList(
  lines: readonly ListLine[],
  name: string,
  recipes: readonly KnownRecipe[],
): ProductList {
  const [head, ...body] = lines;
  const columns = findColumns(head?.cells ?? [], name);
  const parsed = body.map((line) => parseRow(line, columns, recipes));
  const leftOut = parsed.flatMap((row) => ('message' in row ? row : []));
  const { rows, twins } = rejectTwins(parsed.flatMap((row) => ('message' in row ? [] : row)));
  if (rows.filter(({ kind }) => kind === 'pattern').length > maxPatterns)
    throw new UserFacingError(msg('intake.products.tooManyPatterns', { name, most: maxPatterns }));
  const encoding = head?.codePage;
  const notes = encoding === undefined ? [] : [msg('intake.products.assumed', { name, encoding })];
  return { name, rows, leftOut: [...leftOut, ...twins].sort((a, b) => a.line - b.line), notes };
}

/** A number that a spreadsheet has rounded. */
const rounded = /^\d+([.,]\d+)?e\+?\d+$/i;
/** Stricter, because "12E5" may be an SKU. */
const surelyRounded = /^\d([.,]\d+)?e\+\d\d$/i;

function parseRow(
  { line, cells }: ListLine,
  columns: Columns,
  recipes: readonly KnownRecipe[],
): ProductRow | RejectedRow {
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
  const folder = parseFolder(cell('folder'));
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

/** Returns a valid path relative to the output folder, or a message. */
function parseFolder(cell: string): string | MessageDescriptor {
  if (/^([/\\~]|[a-z]:)/i.test(cell)) return msg('intake.products.absolute', { folder: cell });
  if (/(^|[/\\])\s*\.\.\s*([/\\]|$)/.test(cell)) return msg('intake.products.escapes', { folder: cell });
  return splitPath(cell, 'typed').map(safeName).join('/');
}

/** Equal for rows with the same photographs. */
const keyOf = ({ kind, key }: ProductRow) =>
  `${kind} ${kind === 'number' ? stripLeadingZeros(key) : normalizeName(key)}`;

const hasSameText = (a: ProductRow, b: ProductRow) => {
  const all = ({ product, recipeId }: ProductRow): (Product | string | null)[] => [product, recipeId];
  return JSON.stringify(all(a)) === JSON.stringify(all(b));
};

/** Keeps the first of equal rows for the same photographs. Rejects all if they differ. */
function rejectTwins(parsed: readonly ProductRow[]): { rows: ProductRow[]; twins: RejectedRow[] } {
  const rows: ProductRow[] = [];
  const twins: RejectedRow[] = [];
  for (const group of Map.groupBy(parsed, keyOf).values()) {
    const [first, ...others] = group as [ProductRow, ...ProductRow[]];
    const conflicting = others.find((row) => !hasSameText(first, row));
    if (conflicting === undefined) rows.push(first);
    else
      twins.push({
        line: first.line,
        message: msg('intake.products.contrary', { key: first.key, line: conflicting.line }),
      });
    const key = conflicting === undefined ? 'intake.products.twin' : 'intake.products.contrary';
    for (const { line, key: name } of others) twins.push({ line, message: msg(key, { key: name, line: first.line }) });
  }
  return { rows: rows.sort((a, b) => a.line - b.line), twins };
}
