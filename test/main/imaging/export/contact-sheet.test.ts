import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import {
  type SheetRequest,
  writeContactSheetPdf,
  writeContactSheetPictures,
} from '../../../../main/imaging/export/contact-sheet.ts';
import { cellRects, pageSize } from '../../../../main/imaging/export/sheet-layout.ts';
import { outputOf } from '../../../helpers/photograph/installed-tool.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const unread: string[] = [];
beforeEach(() => {
  unread.length = 0;
});

async function requestOf(
  captions: readonly string[],
  shape = { rows: 2, columns: 3, studio: 'Studio Miller' },
): Promise<SheetRequest> {
  const path = join(folder, 'one.png');
  await sharp({ create: { width: 300, height: 200, channels: 4, background: '#c0713a80' } })
    .png()
    .toFile(path);
  async function* pictures() {
    for (const caption of captions) yield { path: caption === 'broken' ? join(folder, 'none') : path, caption };
  }
  const { signal } = new AbortController();
  return {
    pictures: pictures(),
    count: captions.length,
    shape,
    title: 'Wedding',
    to: folder,
    signal,
    onUnread: (path) => unread.push(path),
  };
}
const names = (count: number) => Array.from({ length: count }, (_, index) => `DSC_${index + 1}`);

test('a PDF has its pages, pictures and captions, and searchable text', async () => {
  const path = await writeContactSheetPdf(await requestOf([...names(6), '結婚式 (式)', 'broken']));
  const bytes = readFileSync(path);
  expect(unread).toEqual([join(folder, 'none')]);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(bytes.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
  expect(bytes.toString('latin1').match(/\/Subtype \/Image/g)!.length).toBeGreaterThanOrEqual(7);
  const text = outputOf('pdftotext', '-layout', path, '-');
  if (text === null) return;
  for (const word of ['Studio Miller', 'Wedding', '1 / 2', '2 / 2', 'DSC_1', 'DSC_6', 'broken'])
    expect(text).toContain(word);
});

test('pictures: one for each page, with content in every cell', async () => {
  const request = await requestOf(names(7));
  const paths = await writeContactSheetPictures(request);
  expect(paths).toHaveLength(2);
  const scale = 200 / 72;
  const page = pageSize(request.shape);
  const { width, height } = await sharp(paths[0]).metadata();
  expect([width, height]).toEqual([Math.round(page.width * scale), Math.round(page.height * scale)]);
  for (const { left, top, width: w, height: h } of cellRects(request.shape)) {
    const middle = { left: Math.round((left + w / 2) * scale), top: Math.round((top + h / 2) * scale) };
    const { channels } = await sharp(paths[0])
      .extract({ ...middle, width: 4, height: 4 })
      .png()
      .toBuffer()
      .then((png) => sharp(png).stats());
    expect(channels[2]!.mean).toBeLessThan(200);
  }
});

test('unreadable files are also reported on pictures of pages', async () => {
  expect(await writeContactSheetPictures(await requestOf(['DSC_1', 'broken']))).toHaveLength(1);
  expect(unread).toEqual([join(folder, 'none')]);
});

test('stops if it is canceled', async () => {
  const stopped = AbortSignal.abort(new Error('enough'));
  await expect(writeContactSheetPdf({ ...(await requestOf(names(3))), signal: stopped })).rejects.toThrow('enough');
});

test.each([
  [1, 1],
  [5, 4],
  [3, 6],
  [20, 20],
])('%i rows of %i fit on the page without overlap', (rows, columns) => {
  const shape = { rows, columns, studio: '' };
  const { width, height } = pageSize(shape);
  const cells = cellRects(shape);
  expect(cells).toHaveLength(rows * columns);
  for (const { left, top, width: w, height: h, caption } of cells) {
    expect(Math.min(left, top, w, h)).toBeGreaterThan(0);
    expect(left + w).toBeLessThanOrEqual(width);
    expect(top + h).toBeLessThanOrEqual(caption.top);
    expect(caption.top + 9).toBeLessThanOrEqual(height);
  }
});

test('a PDF embeds the fonts of its captions, in any script, as searchable text', async () => {
  const captions = ['결혼식 사진', '結婚式の写真', '婚礼照片', 'Ёлка', 'DSC_7 가족', '😀'];
  const path = await writeContactSheetPdf(await requestOf(captions));
  const bytes = readFileSync(path).toString('latin1');
  expect(bytes.match(/\/FontFile2/g)?.length).toBeGreaterThanOrEqual(4);
  expect(bytes).not.toContain('/BaseFont /Helvetica');
  // Searchable text has a table that maps glyphs to characters.
  expect(bytes.match(/\/ToUnicode/g)?.length).toBeGreaterThanOrEqual(4);
  const text = outputOf('pdftotext', '-layout', path, '-');
  if (text === null) return;
  // Extracted text may have blanks between fonts.
  const close = (words: string) => words.replaceAll(/\s/g, '');
  for (const caption of captions.slice(0, 5)) expect(close(text)).toContain(close(caption));
});

test('two captions that differ only in Korean letters have different pictures, without boxes', async () => {
  const drawn = async (caption: string) => {
    const request = await requestOf([caption], { rows: 1, columns: 1, studio: '' });
    const [path] = await writeContactSheetPictures({ ...request, title: '' });
    const [cell] = cellRects(request.shape);
    const scale = 200 / 72;
    const { left, top, width } = cell!.caption;
    return sharp(path)
      .extract({
        left: Math.round(left * scale),
        top: Math.round(top * scale),
        width: Math.round(width * scale),
        height: 28,
      })
      .greyscale()
      .raw()
      .toBuffer();
  };
  const [one, other, same] = [await drawn('가족'), await drawn('사진'), await drawn('가족')];
  const dark = (pixels: Buffer) => pixels.filter((level) => level < 128).length;
  expect(dark(one)).toBeGreaterThan(40);
  expect(one.equals(same)).toBe(true);
  const apart = one.filter((level, at) => Math.abs(level - (other[at] as number)) > 64).length;
  expect(apart).toBeGreaterThan(40);
});
