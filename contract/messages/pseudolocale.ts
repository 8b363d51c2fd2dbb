/** A pseudolocale: readable English that reveals text which is cut off or missing in the catalogs. */

const accented: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aáeéiíoóuúyýAÁEÉIÍOÓUÚYÝcčnñsšzžCČNÑSŠZŽ'.matchAll(/(.)(.)/gu)].map(([, plain, accent]) => [plain, accent]),
);

/** Returns text like "[Añd šó óñ~~~]": with accents, brackets and 40 % more length. Placeholders in `{{…}}` are kept. */
export function pseudolocalize(text: string): string {
  const pieces = text.split(/(\{\{\w+\}\})/);
  const letters = pieces.filter((piece) => !piece.startsWith('{{')).join('');
  // Blanks let the padding wrap as words do.
  const padding = '~'.repeat(Math.ceil(letters.length * 0.4)).replace(/~{7}(?=~)/g, '~~~~~~ ');
  const accentedPieces = pieces.map((piece) =>
    piece.startsWith('{{') ? piece : piece.replace(/\p{L}/gu, (letter) => accented[letter] ?? letter),
  );
  return `[${accentedPieces.join('')}${padding}]`;
}

/** Pseudolocalizes every text of a catalog at any depth. */
export function pseudoCatalog<T>(catalog: T): T {
  if (typeof catalog === 'string') return pseudolocalize(catalog) as T;
  return Object.fromEntries(Object.entries(catalog as object).map(([key, value]) => [key, pseudoCatalog(value)])) as T;
}
