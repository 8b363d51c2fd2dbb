/** What the user says about photographs in their files: headline, description, keywords, creator, copyright. */
import { z } from 'zod';
import { controls } from '../characters.ts';
import { keyed } from '../sentence.ts';

/** Those that are one text each. */
export const detailTexts = ['headline', 'description', 'creator', 'copyright'] as const;
export type DetailText = (typeof detailTexts)[number];

/** Characters of a text, and keywords of a photograph, at the most: room for them is in a segment of a JPEG. */
export const mostOfDetails = {
  ...{ headline: 500, description: 2000, creator: 500, copyright: 500 },
  ...{ keyword: 64, keywords: 100 },
} as const;

const onOneLine = (text: string) => text.replace(controls, ' ').replace(/\s+/g, ' ').trim();
const line = (most: number) => z.string().overwrite(onOneLine).max(most);
const keyword = line(mostOfDetails.keyword).min(1);
const keywords = z.array(keyword).max(mostOfDetails.keywords);

export const detailsSchema = z.strictObject({
  headline: line(mostOfDetails.headline),
  description: z
    .string()
    .overwrite((text) => text.split(/\r?\n/).map(onOneLine).join('\n').trim())
    .max(mostOfDetails.description),
  creator: line(mostOfDetails.creator),
  copyright: line(mostOfDetails.copyright),
  keywords,
});
/** An empty text, and no keywords, say nothing: then holds what the file says. */
export type Details = z.output<typeof detailsSchema>;
export const noDetails: Details = { headline: '', description: '', creator: '', copyright: '', keywords: [] };

export const saysNothing = ({ keywords, ...texts }: Details): boolean =>
  keywords.length === 0 && Object.values(texts).every((text) => text === '');

/** Texts that are absent stay; of the keywords some are taken out, then some are added. */
export const detailsChangeSchema = detailsSchema
  .omit({ keywords: true })
  .partial()
  .extend({ add: keywords.default([]), remove: keywords.default([]) });
export type DetailsChange = z.output<typeof detailsChangeSchema>;

/** Details under a name, to be filled in for others. */
export const detailsPresetSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1, keyed('contract.preset.name')).max(80),
  details: detailsSchema,
});
export type DetailsPreset = z.output<typeof detailsPresetSchema>;

/** The same keyword, however it is written. */
const keyOf = (text: string) => text.normalize('NFC').toLowerCase();

/** Keywords in their order, each once. */
export function eachOnce(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => !seen.has(keyOf(text)) && seen.add(keyOf(text)));
}

/** Keywords without some of them. */
export function without(texts: readonly string[], gone: readonly string[]): string[] {
  const keys = new Set(gone.map(keyOf));
  return texts.filter((text) => !keys.has(keyOf(text)));
}

export interface CommonDetails {
  /** How many photographs they are. */
  readonly count: number;
  /** Null where they differ. */
  readonly texts: Readonly<Record<DetailText, string | null>>;
  /** Each with how many have it, the most first; the first of them. */
  readonly keywords: readonly { readonly text: string; readonly count: number }[];
}
