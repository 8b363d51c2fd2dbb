/** Layout of a contact sheet's pages, in points. */

export interface SheetShape {
  readonly rows: number;
  readonly columns: number;
  /** Header of each page, or empty. */
  readonly studio: string;
}

interface Line {
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

export interface Cell extends Line {
  /** Height of the picture. */
  readonly height: number;
  readonly caption: Line;
}

/** A4. */
const [width, height] = [595, 842];
const margin = 36;
const headHeight = 28;
const captionHeight = 12;
const gap = 10;

/** Landscape if there are more columns than rows. */
export function pageSize({ rows, columns }: SheetShape) {
  const [w, h] = columns > rows ? [height, width] : [width, height];
  return { width: w, height: h, head: { left: margin, top: margin - 8, width: w - 2 * margin } };
}

/** Row by row. */
export function cellRects(shape: SheetShape): Cell[] {
  const page = pageSize(shape);
  const { rows, columns } = shape;
  const cellWidth = (page.width - 2 * margin - gap * (columns - 1)) / columns;
  const cellHeight = (page.height - 2 * margin - headHeight - gap * (rows - 1)) / rows;
  return Array.from({ length: rows * columns }, (_, index) => {
    const left = margin + (index % columns) * (cellWidth + gap);
    const top = margin + headHeight + Math.floor(index / columns) * (cellHeight + gap);
    const pictureHeight = cellHeight - captionHeight;
    return {
      left,
      top,
      width: cellWidth,
      height: pictureHeight,
      caption: { left, top: top + pictureHeight + 3, width: cellWidth },
    };
  });
}
