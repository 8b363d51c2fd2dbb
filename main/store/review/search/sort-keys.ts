/** Stored keys for sorting and search. */

export function fileName(path: string): string {
  return path.slice(folderEnd(path));
}

/** Removes the last part and the separator before it, except in '/' and 'C:\'. */
export function folderOf(path: string): string {
  const end = folderEnd(path);
  const folder = path.slice(0, Math.max(0, end - 1));
  return folder === '' || /^[a-z]:$/i.test(folder) ? path.slice(0, end) : folder;
}

/** After a leading slash, backslashes are part of names. */
function folderEnd(path: string): number {
  return path.search(path.startsWith('/') ? /[^/]*$/ : /[^/\\]*$/);
}

/** Removes case and accents, for comparison. */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** Maximum that one letter of a key can encode. */
const maxDigits = 60;

/** Returns a key that sorts "img 2" before "img 10": a letter encodes each number's length. */
export function nameSortKey(name: string): string {
  return foldForSearch(name).replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, '');
    return `${String.fromCharCode(0x30 + Math.min(number.length, maxDigits))}${number}`;
  });
}
