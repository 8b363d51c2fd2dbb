/** Contact sheets: pages of small pictures with their names, as one PDF or as pictures. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { type Cell, cellsOf, pageOf, type SheetShape } from './sheet-layout.ts';

export interface SheetPicture {
  /** Absolute. */
  readonly path: string;
  readonly caption: string;
}

export interface SheetRequest {
  readonly pictures: AsyncIterable<SheetPicture>;
  /** How many there are: pages are numbered. */
  readonly count: number;
  readonly shape: SheetShape;
  readonly title: string;
  /** An existing folder. */
  readonly to: string;
  readonly signal: AbortSignal;
}

/** Dots of a picture per point of the page. */
const scale = 200 / 72;
const inches = 72;
const [titleSize, captionSize] = [11, 7];

/** One PDF. @returns its path */
export async function contactSheetPdf(request: SheetRequest): Promise<string> {
  const path = join(request.to, `sheet-${randomUUID()}.pdf`);
  const page = pageOf(request.shape);
  const document = new PDFDocument({ size: [page.width, page.height], margin: 0, autoFirstPage: false });
  document.info.Title = request.title;
  const file = createWriteStream(path, { flags: 'wx' });
  document.pipe(file);
  const over = finished(file);
  over.catch(() => undefined);
  const text = async (words: string, { left, top, width }: Place, size: number) => {
    if (words === '') return;
    if (isPlain(words)) {
      document
        .fontSize(size)
        .fillColor('#222222')
        .text(fitted(document, words, width), left, top, { width, align: 'center', lineBreak: false });
      return;
    }
    const drawn = await drawnText(words, width, size);
    if (drawn) document.image(drawn.png, left + (width - drawn.width) / 2, top - 1, { width: drawn.width });
  };
  try {
    for await (const { cells, number, pages } of pagesOf(request)) {
      document.addPage();
      await text(headOf(request, number, pages), page.head, titleSize);
      for (const { picture, cell } of cells) {
        const small = await smallJpeg(picture.path, cell);
        if (small)
          document.image(small, cell.left, cell.top, {
            fit: [cell.width, cell.height],
            align: 'center',
            valign: 'center',
          });
        await text(picture.caption, cell.caption, captionSize);
      }
    }
    document.end();
    await over;
    return path;
  } catch (fault) {
    document.destroy?.();
    file.destroy();
    throw fault;
  }
}

/** A PNG for each page. @returns their paths, in order */
export async function contactSheetPictures(request: SheetRequest): Promise<string[]> {
  const page = pageOf(request.shape);
  const px = (points: number) => Math.round(points * scale);
  const paths: string[] = [];
  for await (const { cells, number, pages } of pagesOf(request)) {
    const layers: { input: Buffer; left: number; top: number }[] = [];
    const text = async (words: string, { left, top, width }: Place, size: number) => {
      const drawn = words === '' ? null : await drawnText(words, width, size);
      if (drawn) layers.push({ input: drawn.png, left: px(left + (width - drawn.width) / 2), top: px(top) });
    };
    await text(headOf(request, number, pages), page.head, titleSize);
    for (const { picture, cell } of cells) {
      const small = await smallJpeg(picture.path, cell);
      if (small) {
        const { width = 0, height = 0 } = await sharp(small).metadata();
        const [left, top] = [px(cell.left + cell.width / 2) - width / 2, px(cell.top + cell.height / 2) - height / 2];
        layers.push({ input: small, left: Math.round(left), top: Math.round(top) });
      }
      await text(picture.caption, cell.caption, captionSize);
    }
    const path = join(request.to, `sheet-${randomUUID()}.png`);
    const paper = { width: px(page.width), height: px(page.height), channels: 3 as const, background: '#ffffff' };
    await sharp({ create: paper })
      .composite(layers)
      .withMetadata({ density: scale * inches })
      .png()
      .toFile(path);
    paths.push(path);
  }
  return paths;
}

type Place = Cell['caption'];

async function* pagesOf({ pictures, count, shape, signal }: SheetRequest) {
  const cells = cellsOf(shape);
  const pages = Math.ceil(count / cells.length);
  let number = 0;
  let open: { picture: SheetPicture; cell: Cell }[] = [];
  for await (const picture of pictures) {
    signal.throwIfAborted();
    open.push({ picture, cell: cells[open.length]! });
    if (open.length < cells.length) continue;
    number += 1;
    yield { cells: open, number, pages };
    open = [];
  }
  if (open.length > 0) yield { cells: open, number: number + 1, pages };
}

const headOf = ({ title, shape }: SheetRequest, number: number, pages: number): string =>
  [shape.studio, title, pages > 1 ? `${number} / ${pages}` : ''].filter((part) => part !== '').join('  ·  ');

/** Null where it cannot be read: its name stands there alone. */
async function smallJpeg(path: string, { width, height }: Cell): Promise<Buffer | null> {
  try {
    return await sharp(path, { failOn: 'none', limitInputPixels: 500_000_000 })
      .autoOrient()
      .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 82, chromaSubsampling: '4:4:4' })
      .toBuffer();
  } catch {
    return null;
  }
}

/** What the fonts that every PDF reader has can write. */
const isPlain = (words: string): boolean => /^[\u0020-\u007e\u00a0-\u00ff–—‘’“”•…€]*$/.test(words);

function fitted(document: PDFKit.PDFDocument, words: string, width: number): string {
  if (document.widthOfString(words) <= width) return words;
  let kept = words;
  while (kept.length > 1 && document.widthOfString(`${kept}…`) > width) kept = kept.slice(0, -1);
  return `${kept}…`;
}

/** Words in any script, drawn with the fonts of this computer; `width` in points. */
async function drawnText(words: string, width: number, size: number): Promise<{ png: Buffer; width: number } | null> {
  const escaped = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const short = escaped.length > 200 ? `${escaped.slice(0, 200)}…` : escaped;
  try {
    const { data, info } = await sharp({
      text: {
        text: `<span foreground="#222222">${short}</span>`,
        font: `sans ${size}`,
        dpi: Math.round(scale * inches),
        rgba: true,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
    const most = Math.round(width * scale);
    if (info.width <= most) return { png: data, width: info.width / scale };
    const cut = await sharp(data).extract({ left: 0, top: 0, width: most, height: info.height }).png().toBuffer();
    return { png: cut, width };
  } catch {
    return null;
  }
}
