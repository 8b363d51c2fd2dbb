/** Bounds of untrusted JSON, because a parser accepts any depth and number of values. */

export interface JsonBounds {
  readonly maxDepth: number;
  /** Lists and objects, and their items. */
  readonly maxValues: number;
}

/** Whether a text is within bounds, even if it is no JSON. */
export function isWithinJsonBounds(text: string, { maxDepth, maxValues }: JsonBounds): boolean {
  let depth = 0;
  let values = 0;
  for (let index = 0; index < text.length; index += 1) {
    switch (text[index]) {
      case '"':
        index = closingQuote(text, index);
        break;
      case '[':
      case '{':
        depth += 1;
        values += 1;
        if (depth > maxDepth || values > maxValues) return false;
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
      case ',':
        values += 1;
        if (values > maxValues) return false;
        break;
    }
  }
  return true;
}

function closingQuote(text: string, open: number): number {
  for (let index = open + 1; index < text.length; index += 1) {
    if (text[index] === '"') return index;
    // The next character is escaped.
    if (text[index] === '\\') index += 1;
  }
  return text.length;
}
