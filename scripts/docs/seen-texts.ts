/** English texts that the screenshots of the documents show, so that a test can tell when a screenshot is stale. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInNames, readCatalog } from '../locales/catalogs.ts';
import { projectRoot } from '../setup/paths.ts';

export const imagesFolder = join(projectRoot, 'docs/images');
export const seenTextsFile = join(imagesFolder, 'texts.json');

/** By name of the screenshot. */
export type SeenTexts = Readonly<Record<string, readonly string[]>>;

/** File names of a picture in both color schemes. */
export const pictureFiles = (name: string): string[] => [`${name}.webp`, `${name}-dark.webp`];

export function readSeenTexts(): SeenTexts {
  return existsSync(seenTextsFile) ? (JSON.parse(readFileSync(seenTextsFile, 'utf8')) as SeenTexts) : {};
}

/** Returns all English texts of the window, with their placeholders. */
export const currentTexts = (): ReadonlySet<string> => new Set([...readCatalog('en').values(), ...builtInNames]);

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A text with fewer letters of its own would match almost everything. */
const minLetters = 3;

/** Returns the catalog texts that match `visible`, with placeholders for values. File names match none. */
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
