/** Stored keys by which SQL sorts and searches file names. */

export function fileName(path: string): string {
  return path.slice(folderEnd(path));
}

/** Returns a path without its last part and the separator before it, except for '/' and 'C:\'. */
export function folderOf(path: string): string {
  const end = folderEnd(path);
  const folder = path.slice(0, Math.max(0, end - 1));
  return folder === '' || /^[a-z]:$/i.test(folder) ? path.slice(0, end) : folder;
}

/** A backslash is part of a name if the path begins with a slash. */
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

/** Returns a key that sorts "img 2" before "img 10": a letter before each number encodes its length. */
export function nameSortKey(name: string): string {
  return foldForSearch(name).replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, '');
    return `${String.fromCharCode(0x30 + Math.min(number.length, maxDigits))}${number}`;
  });
}
