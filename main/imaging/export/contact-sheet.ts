/**
 * Contact sheets: pages of small pictures with captions, as one PDF or as pictures.
 *
 * Reading order: this file, `sheet-layout.ts`, `caption-line.ts`, `caption-fonts.ts`, `system-font-text.ts`.
 */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { layOutCaption, partPath } from './caption-line.ts';
import { type Cell, cellRects, pageSize, type SheetShape } from './sheet-layout.ts';

export interface SheetPicture {
  /** Absolute; null if it cannot be opened, so that only its caption appears. */
  readonly path: string | null;
  readonly caption: string;
}

export interface SheetRequest {
  readonly pictures: AsyncIterable<SheetPicture>;
  /** Count of pictures. */
  readonly count: number;
  readonly shape: SheetShape;
  readonly title: string;
  /** An existing folder. */
  readonly to: string;
  readonly signal: AbortSignal;
  /** Called for each unreadable picture, whose caption appears alone. */
  readonly onUnread: (path: string) => void;
}

/** Dots of a picture per point of the page. */
const scale = 200 / 72;
const inches = 72;
const [titleSize, captionSize] = [11, 7];
const ink = '#222222';
/** Distance of the baseline from a line's top, per letter size. */
const baseline = 1.05;

/** @returns the path of a PDF */
export async function writeContactSheetPdf(request: SheetRequest): Promise<string> {
  const path = join(request.to, `sheet-${randomUUID()}.pdf`);
  const page = pageSize(request.shape);
  // Imported late, because it loads slowly and is rarely needed.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({ size: [page.width, page.height], margin: 0, autoFirstPage: false });
  document.info.Title = request.title;
  const file = createWriteStream(path, { flags: 'wx' });
  document.pipe(file);
  const written = finished(file);
  written.catch(() => undefined);
  const fonts = new Set<string>();
  const drawText = async (caption: string, { left, top, width }: Place, size: number) => {
    const line = await layOutCaption(caption, size, width, scale);
    const start = left + (width - line.width) / 2;
    document.fontSize(size).fillColor(ink);
    for (const part of line.parts) {
      const x = start + part.left;
      if (part.font === null) {
        if (part.png !== null) {
          document.image(part.png, x, top + size * baseline - part.rise, { width: part.width });
        }
        continue;
      }
      const { id, data } = part.font;
      if (!fonts.has(id)) document.registerFont(id, data);
      fonts.add(id);
      document.font(id).text(part.text, x, top + size * baseline, { lineBreak: false, baseline: 'alphabetic' });
    }
  };
  try {
    for await (const { cells, number, pages } of pagesOf(request)) {
      document.addPage();
      await drawText(headOf(request, number, pages), page.head, titleSize);
      for (const { picture, cell } of cells) {
        const small = await smallJpeg(picture, cell, request);
        if (small !== null)
          document.image(small, cell.left, cell.top, {
            fit: [cell.width, cell.height],
            align: 'center',
            valign: 'center',
          });
        await drawText(picture.caption, cell.caption, captionSize);
      }
    }
    document.end();
    await written;
    return path;
  } catch (error) {
    document.destroy?.();
    file.destroy();
    throw error;
  }
}

/** @returns the paths of PNGs, one for each page */
export async function writeContactSheetPictures(request: SheetRequest): Promise<string[]> {
  const page = pageSize(request.shape);
  const px = (points: number) => Math.round(points * scale);
  const paths: string[] = [];
  for await (const { cells, number, pages } of pagesOf(request)) {
    const layers: { input: Buffer; left: number; top: number }[] = [];
    const drawText = async (caption: string, { left, top, width }: Place, size: number) => {
      const line = await layOutCaption(caption, size, width, scale);
      const start = left + (width - line.width) / 2;
      let outlines = '';
      for (const part of line.parts) {
        if (part.font !== null) outlines += partPath(part, part.left * scale, size * baseline * scale, size * scale);
        else if (part.png !== null) {
          const above = top + size * baseline - part.rise;
          layers.push({ input: part.png, left: px(start + part.left), top: px(above) });
        }
      }
      if (outlines === '') return;
      const box = `width="${Math.max(1, px(line.width))}" height="${px(size * 1.4)}"`;
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box}><path fill="${ink}" d="${outlines}"/></svg>`;
      layers.push({ input: Buffer.from(svg), left: px(start), top: px(top) });
    };
    await drawText(headOf(request, number, pages), page.head, titleSize);
    for (const { picture, cell } of cells) {
      const small = await smallJpeg(picture, cell, request);
      if (small !== null) {
        const { width = 0, height = 0 } = await sharp(small).metadata();
        const [left, top] = [px(cell.left + cell.width / 2) - width / 2, px(cell.top + cell.height / 2) - height / 2];
        layers.push({ input: small, left: Math.round(left), top: Math.round(top) });
      }
      await drawText(picture.caption, cell.caption, captionSize);
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
  const cells = cellRects(shape);
  const pages = Math.ceil(count / cells.length);
  let number = 0;
  let cellsOfPage: { picture: SheetPicture; cell: Cell }[] = [];
  for await (const picture of pictures) {
    signal.throwIfAborted();
    cellsOfPage.push({ picture, cell: cells[cellsOfPage.length]! });
    if (cellsOfPage.length < cells.length) continue;
    number += 1;
    yield { cells: cellsOfPage, number, pages };
    cellsOfPage = [];
  }
  if (cellsOfPage.length > 0) yield { cells: cellsOfPage, number: number + 1, pages };
}

const headOf = ({ title, shape }: SheetRequest, number: number, pages: number): string =>
  [shape.studio, title, pages > 1 ? `${number} / ${pages}` : ''].filter((part) => part !== '').join('  ·  ');

async function smallJpeg(
  { path }: SheetPicture,
  { width, height }: Cell,
  { onUnread }: SheetRequest,
): Promise<Buffer | null> {
  if (path === null) return null;
  try {
    return await sharp(path, { failOn: 'none', limitInputPixels: 500_000_000 })
      .autoOrient()
      .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: 82, chromaSubsampling: '4:4:4' })
      .toBuffer();
  } catch {
    onUnread(path);
    return null;
  }
}
