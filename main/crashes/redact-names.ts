/** Names of photographs and folders taken out of a text: whoever reads a report needs to tell them apart, and no more. */

/** Absolute folders that a report may name. */
export interface PublicFolders {
  /** Burnish’s own code. */
  readonly app: string;
  readonly data: string;
  readonly home: string;
}

const extensions =
  'jpe?g|jpe|jfif|png|tiff?|webp|bmp|gif|hei[cf]s?|avif|jxl|jp2|psd|psb|svg|pdf|xmp|mp4|mov|csv|tsv|cr[23w]|nef|nrw|arw|srw|sr2|srf|raf|orf|rw2|dng|pef|3fr|iiq|erf|kdc|dcr|mos|mef|rwl|raw|x3f|fff';
/** Where such a name ends, that of one on its way (`.jpg.part`) too. */
const end = `\\.(?:${extensions})(?:\\.\\w+)*(?!\\w)`;
const pathStart = '(?:file:/{2,3}|~[\\\\/]|\\\\\\\\|[a-z]:[\\\\/]|/(?=[^\\s/]))';
/** What no unquoted path or name goes beyond; the last two are our own marks. */
const stop = '\\n"\'“”‘’«»`()\\[\\]{}<>|\\t\\ue000\\ue001';

/** As Node quotes a path, in which there may be the same quotation mark. */
const quotedPath = new RegExp(`(['"\`])(${pathStart}[^\\n]*?)\\1(?=\\s*$|[,;:)\\]}]|\\s->)`, 'gim');
const quotedName = /“[^“”\n]*”/g;
const path = new RegExp(
  `(?<=^|[\\s"'“‘«\`(=[{,:>])${pathStart}[^${stop}]{0,1000}?(?:${end}(?![\\\\/])|(?=\\s->|[,;:]\\s|:\\d|[${stop}]|$))`,
  'gim',
);
/** A piece of text that may hold a name without quotes, up to its last extension. */
const segment = new RegExp(`[^${stop}:;,=]+`, 'g');
const extension = new RegExp(end, 'gi');

/**
 * `text` without names of photographs and folders: a photograph is `photo-1`, `photo-2` and so on, and a folder `…`; those
 * of this user and others are at `~`.
 * @param names those that were found before, and then those that are found here
 */
export function redactNames(text: string, places: PublicFolders, names: Map<string, number> = new Map()): string {
  const put: string[] = [];
  /** Out of reach of what is looked for next. */
  const mark = (words: string) => `\ue000${put.push(words) - 1}\ue001`;
  const photo = (name: string) => {
    const plain = name.trim().normalize();
    const number = names.get(plain) ?? names.size + 1;
    names.set(plain, number);
    return `photo-${number}${/\.\w+$/.exec(plain)?.[0].toLowerCase()}`;
  };
  const isName = new RegExp(`${end}$`, 'i');
  const short = (fullPath: string) => {
    const last = fullPath.split(/[\\/]/).at(-1) ?? '';
    return mark(`${fullPath.startsWith('~') ? '~/' : '/'}…${isName.test(last) ? `/${photo(last)}` : ''}`);
  };

  let rest = text.replace(/[\ue000\ue001]/g, '');
  for (const [folder, words] of [
    [places.app, '(app)'],
    [places.data, '(data)'],
    [places.home, '~'],
  ] as const)
    for (const spelling of spellingsOf(folder)) rest = rest.replace(spelling, words);
  return rest
    .replace(/[a-z]:[\\/]+users[\\/]+[^\\/\n"']+|\/(?:home|users)\/[^/\n"']+/gi, '~')
    .replace(quotedPath, (_, mark: string, fullPath: string) => `${mark}${short(fullPath)}${mark}`)
    .replace(quotedName, (name) => mark(isName.test(name.slice(1, -1)) ? `“${photo(name.slice(1, -1))}”` : '“…”'))
    .replace(path, short)
    .replace(segment, (text) => {
      const last = [...text.matchAll(extension)].at(-1);
      if (last === undefined) return text;
      const length = last.index + last[0].length;
      const name = text.slice(0, length);
      const parts = name.split(/[\\/]/);
      const before = parts.length > 1 ? '…/' : (/^\s/.exec(name)?.[0] ?? '');
      return before + mark(photo(parts.at(-1) ?? name)) + text.slice(length);
    })
    .replace(/\ue000(\d+)\ue001/g, (_, index: string) => put[Number(index)] ?? '');
}

/** A folder as it may be written: as a path, in JSON, in an address. */
function spellingsOf(folder: string): RegExp[] {
  const plain = folder.replace(/[\\/]+$/, '');
  if (plain === '') return [];
  const slashed = plain.replaceAll('\\', '/');
  const literal = (form: string) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const forms = new Set([plain, plain.replaceAll('\\', '\\\\'), slashed, encodeURI(slashed)]);
  return [...forms].map((form) => new RegExp(`(?:file:/{2,3})?${literal(form)}(?![\\w-])`, 'gi'));
}
