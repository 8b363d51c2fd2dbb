import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ProductList } from '../../../../contract/intake/product-list.ts';
import { starterRecipes } from '../../../../contract/recipes/recipe.ts';
import { parseListLines } from '../../../../main/intake/products/parse-list.ts';
import { parseProductList, readProductList } from '../../../../main/intake/products/read-list.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { matchingError, messageText } from '../../../helpers/run/message-matchers.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';
import { watchWorkers } from '../../../helpers/run/watch-workers.ts';

const listOf = (content: string | Buffer): ProductList =>
  parseProductList(parseListLines(Buffer.from(content), 'list.csv'), 'list.csv', starterRecipes);
const leftOut = (content: string) =>
  listOf(content).leftOut.map(({ line, message }) => `${line} ${messageText(message)}`);
/** A list of one row, as `SKU,Name,Folder`. */
const row = (cells: string) => listOf(`SKU,Name,Folder\n${cells}`).rows[0]?.product;

describe('a product list', () => {
  it.each([
    ['commas', 'File name,SKU,Product name\na.jpg,A1,Shirt\n'],
    ['semicolons', 'FILE_NAME;sku;Name\r\na.jpg;A1;Shirt\r\n'],
    ['tabs', 'filename\tS K U\tTitle\na.jpg\tA1\tShirt'],
    ['a mark of UTF-8', '\ufefffile-name,Article No.,product\na.jpg,A1,Shirt'],
    ['quotes', '"File, name";"SKU";"File";"Name"\n"x";"A1";"a.jpg";"Shirt"'],
    ['UTF-16', Buffer.from('\ufeffFile\tSKU\tName\na.jpg\tA1\tShirt', 'utf16le')],
    ['a line for Excel', '\ufeffsep=;\r\nFile;SKU;Name\r\na.jpg;A1;Shirt'],
    ['such a line in quotes, and another separator', '"sep=|"\nFile|SKU|Name\na.jpg|A1|Shirt'],
    ['UTF-16 without a mark', Buffer.from('File\tSKU\tName\na.jpg\tA1\tShirt', 'utf16le')],
    ['UTF-16, the other way round', Buffer.from('\ufeffFile\tSKU\tName\na.jpg\tA1\tShirt', 'utf16le').swap16()],
  ])('is read with %s', (_, content) => {
    const { rows, leftOut: none } = listOf(content);
    expect(none).toEqual([]);
    expect(rows).toMatchObject([{ kind: 'file', key: 'a.jpg', product: { sku: 'A1', name: 'Shirt', folder: '' } }]);
  });

  it('counts a line for Excel', () => {
    expect(leftOut('sep=;\nBarcode;Name\n4,00638E+12;x')).toEqual([expect.stringMatching(/^3 .*4,00638E\+12/)]);
  });

  it('leaves out numbers that a spreadsheet has rounded, in any column', () => {
    expect(leftOut('SKU;Name\n4,00638E+12;x\n12E5;y')).toEqual([expect.stringMatching(/^2 .*4,00638E\+12/)]);
    expect(leftOut('File;SKU\n4.00638E+12;x')).toEqual([expect.stringMatching(/^2 .*4\.00638E\+12/)]);
  });

  it('reports the code page', () => {
    const latin = listOf(Buffer.from('SKU;Name\nA1;Kännchen groß', 'latin1'));
    expect(latin.rows[0]?.product.name).toBe('Kännchen groß');
    expect(latin.notes.map(messageText)).toEqual([expect.stringContaining('windows-1252')]);
    expect(listOf('SKU;Name\nA1;Kännchen').notes).toEqual([]);
  });

  it('leaves out patterns longer than any name', () => {
    expect(leftOut(`File,SKU\n${'a'.repeat(99)}*,A1\n${'a'.repeat(100)}*,A2\n`)).toEqual([
      '3 Its pattern is longer than 100 characters.',
    ]);
  });

  it('reports the key of each row', () => {
    const { rows } = listOf(
      'File,Barcode,SKU\nshirt.jpg,4006381333931,A1\nshirt-*.jpg,,A2\n,4006381333931,A3\n,,A4\n,4006381333948,\n',
    );
    expect(rows.map(({ kind, key, product }) => [kind, key, product.sku])).toEqual([
      ['file', 'shirt.jpg', 'A1'],
      ['pattern', 'shirt-*.jpg', 'A2'],
      ['number', '4006381333931', 'A3'],
      ['file', 'A4', 'A4'],
      ['number', '4006381333948', '4006381333948'],
    ]);
  });

  it('names recipes without regard to case', () => {
    const { rows } = listOf('SKU,Recipe\nA1,product ON white\nA2,\nA3,skin-soft');
    expect(rows.map(({ recipeId }) => recipeId)).toEqual(['product-on-white', null, 'skin-soft']);
  });

  it('keeps folders below the output folder', () => {
    expect(row('A1,x,Spring/Tops')?.folder).toBe('Spring/Tops');
    expect(row('A1,x,Spring\\./Tops\\')?.folder).toBe('Spring/Tops');
    expect(row('A1,x,con/a:b')?.folder).toBe('_con/a_b');
  });

  it.each(['/etc', 'C:\\Temp', '\\\\server\\share', '~/x', '../x', 'a/../../b', 'a\\..\\b', '..'])(
    'leaves out a row with the folder %s, by its line',
    (folder) => {
      expect(leftOut(`SKU,Folder\nA1,a\nA2,${folder}\nA3,b`)).toEqual([
        expect.stringMatching(/^3 .*(path|outside the output folder)/),
      ]);
    },
  );

  it('leaves out unusable rows, and reports line and reason', () => {
    const lines = [
      'File,Barcode,SKU,Name,Recipe',
      ',4.00638E+12,A1,x,',
      ',40063 81333-931,A2,x,',
      ',12ab,A3,x,',
      'a.jpg,,,x,',
      'b.jpg,,A4,x,Sepia',
      `c.jpg,,A5,${'x'.repeat(301)},`,
      'd.jpg,,A6,"two',
      'lines",',
      'e.jpg,,A7,x,',
    ];
    expect(leftOut(lines.join('\n'))).toEqual([
      '2 The barcode was saved as 4.00638E+12, without its last digits. Format the column as text in the spreadsheet, and enter it again.',
      '4 “12ab” is not a barcode number.',
      '5 It has no SKU.',
      '6 There is no recipe “Sepia”.',
      '7 It has a name, SKU or folder that is too long.',
    ]);
    expect(listOf(lines.join('\n')).rows.map(({ product }) => product.sku)).toEqual(['A2', 'A6', 'A7']);
  });

  it('uses a duplicate row once, and neither of two contradictory ones', () => {
    const text = 'File,SKU\na.jpg,A1\nA.JPG,A1\nb.jpg,B1\nb.jpg,B2\nc.jpg,C1\n';
    expect(listOf(text).rows.map(({ product }) => product.sku)).toEqual(['A1', 'C1']);
    expect(leftOut(text)).toEqual([
      '3 It repeats line 2 for “A.JPG”.',
      '4 It contradicts line 5 for “b.jpg”.',
      '5 It contradicts line 4 for “b.jpg”.',
    ]);
    expect(leftOut('EAN,SKU\n0123,A1\n123,A2')).toHaveLength(2);
  });

  it.each([
    ['', 'no column'],
    ['a,b\n1,2', 'no column'],
    ['SKU,Article number\n1,2', 'The columns “SKU” and “Article number” of “list.csv” have the same meaning'],
    ['SKU\n"a', 'quotation mark is never closed'],
    [Buffer.from([0x53, 0x4b, 0x55, 0x0a, 0xff, 0x02, 0x41]), 'CSV UTF-8'],
    ['SKU\nA\0B', 'CSV UTF-8'],
    [`SKU\n${'A\n'.repeat(20_001)}`, 'more than 20,000 rows'],
    [
      `File,SKU\n${Array.from({ length: 10_001 }, (_, index) => `look-${index}-*,S${index}\n`).join('')}`,
      'has more than 10,000 rows with ',
    ],
    [`SKU\n${'A'.repeat(200_000)}`, 'too long'],
  ])('rejects an invalid list, %#', (content, why) => {
    expect(() => listOf(content)).toThrow(matchingError(new RegExp(why)));
  });

  it('reads or rejects any content, and never leaves the output folder', () => {
    const random = createSeededRandom('product lists');
    const parts = [
      'SKU',
      'Folder',
      'EAN',
      'A1',
      '..',
      '/',
      '\\',
      ',',
      ';',
      '\t',
      '"',
      '\n',
      '\r\n',
      '*',
      '\u202e',
      '=1+1',
    ];
    for (let round = 0; round < 400; round += 1) {
      const body = Array.from({ length: 30 }, () => random.pick(parts)).join('');
      let list: ProductList;
      try {
        list = listOf(`SKU,Folder,EAN\n${body}`);
      } catch (fault) {
        expect(messageText((fault as { sentence: unknown }).sentence)).toContain('list.csv');
        continue;
      }
      for (const { product } of list.rows) expect(`${product.folder}/`).not.toMatch(/(^|\/)\.\.\/|\\|^\/./);
    }
  });
});

describe('its file', () => {
  let folder: string;
  beforeEach(() => {
    folder = scratchFolder();
  });

  it('is rejected if its heading is too long, also one of quotes only', () => {
    const heading = 'SKU,"'.repeat(1_000_000);
    expect(() => parseListLines(Buffer.from(`${heading}\nA1`), 'list.csv')).toThrow(matchingError(/“list.csv”/));
  });

  it('is read on a thread, and returned in parts', async () => {
    const path = join(folder, 'long.csv');
    const lines = Array.from({ length: 20_000 }, (_, index) => `S${index},${index % 5 === 0 ? '/etc' : 'tops'}`);
    writeFileSync(path, ['SKU,Folder', ...lines].join('\n'));
    const { result, replies } = await watchWorkers(() => readProductList(path, []));
    expect(result).toEqual(parseProductList(parseListLines(readFileSync(path), 'long.csv'), 'long.csv', []));
    const parts = replies.filter((reply) => Array.isArray(reply)).map(({ length }) => length);
    expect(parts.reduce((sum, length) => sum + length, 0)).toBe(20_000);
    expect(Math.max(...parts)).toBeLessThanOrEqual(500);
  });

  it('is rejected if it is missing, no file, or too large', async () => {
    const large = join(folder, 'large.csv');
    writeFileSync(large, Buffer.alloc(8 * 1024 * 1024 + 1, 'a'));
    await expect(readProductList(large, [])).rejects.toEqual(matchingError(/too large to be a product list/));
    await expect(readProductList(folder, [])).rejects.toEqual(matchingError(/could not be read/));
    await expect(readProductList(join(folder, 'x.csv'), [])).rejects.toEqual(
      matchingError(/“x.csv” could not be read/),
    );
  });
});
