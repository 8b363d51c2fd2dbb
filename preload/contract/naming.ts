/** The naming template of results: which placeholders there are and what they become. */

export const placeholders = {
  name: "the photograph's name without its extension",
  operation: 'the last operation, as in "portrait-background-removal"',
  recipe: "the recipe's name",
  date: 'the day the result was placed, as 2026-01-31',
  time: 'the time the result was placed, as 14-05-09',
  counter: 'a running number within the batch, as 0042',
  element: 'the number or class of an element (a head, a garment); empty where there is only one',
  folder: "the name of the photograph's folder",
} as const;
export type Placeholder = keyof typeof placeholders;

export type NameParts = Readonly<Record<Placeholder, string>>;

/** Characters no common file system takes, and control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what must go
const forbidden = /[<>:"/\\|?*\u0000-\u001f\u007f]/g;
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/** Placeholders in `template` that do not exist. */
export function unknownPlaceholders(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => !(name in placeholders));
}

/**
 * The file name (without extension) a template gives. Unknown placeholders stay as written; an element that the
 * template does not name is appended, so that several results of one photograph never share a name.
 */
export function fileName(template: string, parts: NameParts): string {
  const full = parts.element !== '' && !template.includes('{element}') ? `${template}-{element}` : template;
  const filled = full.replace(/\{(\w+)\}/g, (whole, name: string) => parts[name as Placeholder] ?? whole);
  return safeName(filled.replace(/([-_ ])\1+/g, '$1').replace(/^[-_ ]+|[-_ ]+$/g, ''));
}

/** `text` as a file name that Linux, macOS and Windows take, at most 180 bytes. */
export function safeName(text: string): string {
  let name = text
    .replace(forbidden, '_')
    .replace(/[. ]+$/g, '')
    .replace(/^\.+/, '_');
  while (new TextEncoder().encode(name).length > 180) name = [...name].slice(0, -1).join('');
  if (name === '') return 'result';
  return reserved.test(name) ? `_${name}` : name;
}
