/** What the user says about photographs in their files: headline, description, keywords, creator, copyright. */
import { z } from 'zod';
import { messageKey } from '../messages/message.ts';
import { controlCharacters } from '../validation/unsafe-characters.ts';

/** Those that are one text each. */
export const infoTextFields = ['headline', 'description', 'creator', 'copyright'] as const;
export type InfoTextField = (typeof infoTextFields)[number];

/** Characters of a text, and keywords of a photograph, at the most: room for them is in a segment of a JPEG. */
export const photoInfoLimits = {
  ...{ headline: 500, description: 2000, creator: 500, copyright: 500 },
  ...{ keyword: 64, keywords: 100 },
} as const;

const onOneLine = (text: string) => text.replace(controlCharacters, ' ').replace(/\s+/g, ' ').trim();
const line = (maxLength: number) => z.string().overwrite(onOneLine).max(maxLength);
const keyword = line(photoInfoLimits.keyword).min(1);
const keywords = z.array(keyword).max(photoInfoLimits.keywords);

export const photoInfoSchema = z.strictObject({
  headline: line(photoInfoLimits.headline),
  description: z
    .string()
    .overwrite((text) => text.split(/\r?\n/).map(onOneLine).join('\n').trim())
    .max(photoInfoLimits.description),
  creator: line(photoInfoLimits.creator),
  copyright: line(photoInfoLimits.copyright),
  keywords,
});
/** An empty text, and no keywords, say nothing: then holds what the file says. */
export type PhotoInfo = z.output<typeof photoInfoSchema>;
export const emptyPhotoInfo: PhotoInfo = { headline: '', description: '', creator: '', copyright: '', keywords: [] };

export const isEmptyInfo = ({ keywords, ...texts }: PhotoInfo): boolean =>
  keywords.length === 0 && Object.values(texts).every((text) => text === '');

/** Texts that are absent stay; of the keywords some are taken out, then some are added. */
export const detailsChangeSchema = photoInfoSchema
  .omit({ keywords: true })
  .partial()
  .extend({ add: keywords.default([]), remove: keywords.default([]) });
export type PhotoInfoChange = z.output<typeof detailsChangeSchema>;

/** Details under a name, to be filled in for others. */
export const detailsPresetSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1, messageKey('contract.preset.name')).max(80),
  details: photoInfoSchema,
});
export type PhotoInfoPreset = z.output<typeof detailsPresetSchema>;

/** The same keyword, however it is written. */
const keyOf = (text: string) => text.normalize('NFC').toLowerCase();

/** Keywords in their order, each once. */
export function uniqueKeywords(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => !seen.has(keyOf(text)) && seen.add(keyOf(text)));
}

/** Keywords without some of them. */
export function withoutKeywords(texts: readonly string[], gone: readonly string[]): string[] {
  const keys = new Set(gone.map(keyOf));
  return texts.filter((text) => !keys.has(keyOf(text)));
}

export interface CommonPhotoInfo {
  /** How many photographs they are. */
  readonly count: number;
  /** Null where they differ. */
  readonly texts: Readonly<Record<InfoTextField, string | null>>;
  /** Each with how many have it, the most first; the first of them. */
  readonly keywords: readonly { readonly text: string; readonly count: number }[];
}
