/** The English texts that the pictures of the documents show, recorded so that a test can tell when a picture is stale. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInNames, readCatalog } from '../locales/catalogs.ts';
import { projectRoot } from '../setup/paths.ts';

export const imagesFolder = join(projectRoot, 'docs/images');
export const seenTextsFile = join(imagesFolder, 'texts.json');

/** By the name of a picture. */
export type SeenTexts = Readonly<Record<string, readonly string[]>>;

/** File names of a picture in both color schemes. */
export const pictureFiles = (name: string): string[] => [`${name}.webp`, `${name}-dark.webp`];

export function readSeenTexts(): SeenTexts {
  return existsSync(seenTextsFile) ? (JSON.parse(readFileSync(seenTextsFile, 'utf8')) as SeenTexts) : {};
}

/** All English texts of the window, with their placeholders. */
export const currentTexts = (): ReadonlySet<string> => new Set([...readCatalog('en').values(), ...builtInNames]);

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Without this many letters of its own, a text would match almost everything. */
const minLetters = 3;

/** Returns the texts of the catalog that `visible` are, with placeholders instead of values. Names of files match none. */
export function matchTexts(visible: readonly string[], texts: ReadonlySet<string>): string[] {
  const templates = [...texts].flatMap((text) => {
    const parts = text.split(/\{\{\w+\}\}/);
    if (parts.length < 2 || parts.join('').replace(/\P{L}/gu, '').length < minLetters) return [];
    return [{ text, pattern: new RegExp(`^${parts.map(escapeRegExp).join('.+')}$`) }];
  });
  const matches = visible.flatMap((each) => {
    if (texts.has(each)) return [each];
    const template = templates.find(({ pattern }) => pattern.test(each));
    return template === undefined ? [] : [template.text];
  });
  return [...new Set(matches)].sort();
}
