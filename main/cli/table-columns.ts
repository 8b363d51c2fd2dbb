/** Tables on a terminal, where a Chinese, Japanese or Korean character takes two places. */
import stringWidth from 'string-width';

// Syllables that a Mac's file names spell letter by letter are one character on a terminal.
const widthOf = (text: string): number => stringWidth(text.normalize('NFC'));

/** Rows as lines, with room in each column for its longest cell. @param atLeft so many columns are words; the others, numbers, stand at the right */
export function formatColumns(rows: readonly (readonly string[])[], atLeft: number): string[] {
  const columns = Math.max(...rows.map((cells) => cells.length));
  const widths = Array.from({ length: columns }, (_, index) =>
    Math.max(...rows.map((cells) => widthOf(cells[index] ?? ''))),
  );
  return rows.map((cells) =>
    cells
      .map((cell, index) => {
        const room = ' '.repeat((widths[index] ?? 0) - widthOf(cell));
        return index < atLeft ? cell + room : room + cell;
      })
      .join('  ')
      .trimEnd(),
  );
}
