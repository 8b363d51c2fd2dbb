/** Readable English that reveals clipped and untranslated text. */

const accented: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aáeéiíoóuúyýAÁEÉIÍOÓUÚYÝcčnñsšzžCČNÑSŠZŽ'.matchAll(/(.)(.)/gu)].map(([, plain, accent]) => [plain, accent]),
);

/** Returns "[Añd šó óñ~~~]", 40 % longer. Placeholders are kept. */
export function pseudolocalize(text: string): string {
  const pieces = text.split(/(\{\{\w+\}\})/);
  const letters = pieces.filter((piece) => !piece.startsWith('{{')).join('');
  // Blanks let the padding wrap.
  const padding = '~'.repeat(Math.ceil(letters.length * 0.4)).replace(/~{7}(?=~)/g, '~~~~~~ ');
  const accentedPieces = pieces.map((piece) =>
    piece.startsWith('{{') ? piece : piece.replace(/\p{L}/gu, (letter) => accented[letter] ?? letter),
  );
  return `[${accentedPieces.join('')}${padding}]`;
}

export function pseudoCatalog<T>(catalog: T): T {
  if (typeof catalog === 'string') return pseudolocalize(catalog) as T;
  return Object.fromEntries(Object.entries(catalog as object).map(([key, value]) => [key, pseudoCatalog(value)])) as T;
}
