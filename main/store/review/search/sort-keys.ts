/** File names as they are sorted and searched: worked out once, when a photograph is taken in, so that SQL can compare them. */

/** The last part of a path of any system. */
export function fileName(path: string): string {
  return path.slice(folderEnd(path));
}

/** All of a path before its last part, without the separator at its end; '/' and 'C:\' keep theirs. */
export function folderOf(path: string): string {
  const end = folderEnd(path);
  const folder = path.slice(0, Math.max(0, end - 1));
  return folder === '' || /^[a-z]:$/i.test(folder) ? path.slice(0, end) : folder;
}

/** A backslash is a letter of a name wherever paths begin with a slash. */
function folderEnd(path: string): number {
  return path.search(path.startsWith('/') ? /[^/]*$/ : /[^/\\]*$/);
}

/** Text as it is looked for: composed, without regard to case and accents. */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** Longest run of digits whose length fits into one letter of a key. */
const maxDigits = 60;

/**
 * A key by whose bytes names are in natural order: "img 2" before "img 10". Each number is preceded by a letter that tells
 * how many digits it has.
 */
export function nameSortKey(name: string): string {
  return foldForSearch(name).replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+(?=\d)/, '');
    return `${String.fromCharCode(0x30 + Math.min(number.length, maxDigits))}${number}`;
  });
}
