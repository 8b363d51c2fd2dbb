/** Folders that a report may name, absolute. */
export interface PublicFolders {
  /** The program itself. */
  readonly app: string;
  readonly data: string;
  readonly home: string;
}

const extensions =
  'jpe?g|jpe|jfif|png|tiff?|webp|bmp|gif|hei[cf]s?|avif|jxl|jp2|psd|psb|svg|pdf|xmp|mp4|mov|csv|tsv|cr[23w]|nef|nrw|arw|srw|sr2|srf|raf|orf|rw2|dng|pef|3fr|iiq|erf|kdc|dcr|mos|mef|rwl|raw|x3f|fff';
/** Includes partial files (`.jpg.part`). */
const nameEnd = `\\.(?:${extensions})(?:\\.\\w+)*(?!\\w)`;
const pathStart = '(?:file:/{2,3}|~[\\\\/]|\\\\\\\\|[a-z]:[\\\\/]|/(?=[^\\s/]))';
/** Characters that end an unquoted path or name; the last two delimit placeholders. */
const stop = '\\n"\'“”‘’«»`()\\[\\]{}<>|\\t\\ue000\\ue001';

/** A path as Node quotes it; it may contain the same quotation mark. */
const quotedPath = new RegExp(`(['"\`])(${pathStart}[^\\n]*?)\\1(?=\\s*$|[,;:)\\]}]|\\s->)`, 'gim');
const quotedName = /“[^“”\n]*”/g;
const path = new RegExp(
  `(?<=^|[\\s"'“‘«\`(=[{,:>])${pathStart}[^${stop}]{0,1000}?(?:${nameEnd}(?![\\\\/])|(?=\\s->|[,;:]\\s|:\\d|[${stop}]|$))`,
  'gim',
);
/** A text with a possible unquoted name, up to its last extension. */
const segment = new RegExp(`[^${stop}:;,=]+`, 'g');
const extension = new RegExp(nameEnd, 'gi');

/**
 * Replaces names of photographs by `photo-1`, `photo-2` and so on, names of folders by `…`, and home folders by `~`.
 * @param names numbers of photographs by name; new names are added
 */
export function redactNames(text: string, places: PublicFolders, names: Map<string, number> = new Map()): string {
  const replacements: string[] = [];
  /** Returns a placeholder, which later patterns do not match. */
  const protect = (replacement: string) => `\ue000${replacements.push(replacement) - 1}\ue001`;
  const photo = (name: string) => {
    const plain = name.trim().normalize();
    const number = names.get(plain) ?? names.size + 1;
    names.set(plain, number);
    return `photo-${number}${/\.\w+$/.exec(plain)?.[0].toLowerCase()}`;
  };
  const isName = new RegExp(`${nameEnd}$`, 'i');
  const short = (fullPath: string) => {
    const last = fullPath.split(/[\\/]/).at(-1) ?? '';
    return protect(`${fullPath.startsWith('~') ? '~/' : '/'}…${isName.test(last) ? `/${photo(last)}` : ''}`);
  };

  let rest = text.replace(/[\ue000\ue001]/g, '');
  for (const [folder, replacement] of [
    [places.app, '(app)'],
    [places.data, '(data)'],
    [places.home, '~'],
  ] as const)
    for (const spelling of spellingsOf(folder)) rest = rest.replace(spelling, replacement);
  return rest
    .replace(/[a-z]:[\\/]+users[\\/]+[^\\/\n"']+|\/(?:home|users)\/[^/\n"']+/gi, '~')
    .replace(quotedPath, (_, quote: string, fullPath: string) => `${quote}${short(fullPath)}${quote}`)
    .replace(quotedName, (name) => protect(isName.test(name.slice(1, -1)) ? `“${photo(name.slice(1, -1))}”` : '“…”'))
    .replace(path, short)
    .replace(segment, (text) => {
      const last = [...text.matchAll(extension)].at(-1);
      if (last === undefined) return text;
      const length = last.index + last[0].length;
      const name = text.slice(0, length);
      const parts = name.split(/[\\/]/);
      const before = parts.length > 1 ? '…/' : (/^\s/.exec(name)?.[0] ?? '');
      return before + protect(photo(parts.at(-1) ?? name)) + text.slice(length);
    })
    .replace(/\ue000(\d+)\ue001/g, (_, index: string) => replacements[Number(index)] ?? '');
}

/** Returns patterns of a folder as path, JSON and URL. */
function spellingsOf(folder: string): RegExp[] {
  const plain = folder.replace(/[\\/]+$/, '');
  if (plain === '') return [];
  const slashed = plain.replaceAll('\\', '/');
  const literal = (form: string) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const forms = new Set([plain, plain.replaceAll('\\', '\\\\'), slashed, encodeURI(slashed)]);
  return [...forms].map((form) => new RegExp(`(?:file:/{2,3})?${literal(form)}(?![\\w-])`, 'gi'));
}
