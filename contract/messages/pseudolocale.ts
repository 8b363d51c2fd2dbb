/** A pseudolocale: text that reads as English, and shows where text is cut off, or was never to be translated. */

const accented: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aáeéiíoóuúyýAÁEÉIÍOÓUÚYÝcčnñsšzžCČNÑSŠZŽ'.matchAll(/(.)(.)/gu)].map(([, plain, accent]) => [plain, accent]),
);

/** "Añd šó óñ": accents on its letters, two fifths more of them, in brackets; what is in `{{…}}` stays. */
export function pseudolocalize(text: string): string {
  const pieces = text.split(/(\{\{\w+\}\})/);
  const letters = pieces.filter((piece) => !piece.startsWith('{{')).join('');
  // In words, so that they break as words do.
  const longer = '~'.repeat(Math.ceil(letters.length * 0.4)).replace(/~{7}(?=~)/g, '~~~~~~ ');
  const dressed = pieces.map((piece) =>
    piece.startsWith('{{') ? piece : piece.replace(/\p{L}/gu, (letter) => accented[letter] ?? letter),
  );
  return `[${dressed.join('')}${longer}]`;
}

/** The same of every text in a catalog, however deep. */
export function pseudoCatalog<T>(catalog: T): T {
  if (typeof catalog === 'string') return pseudolocalize(catalog) as T;
  return Object.fromEntries(Object.entries(catalog as object).map(([key, value]) => [key, pseudoCatalog(value)])) as T;
}
