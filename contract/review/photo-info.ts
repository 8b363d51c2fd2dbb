import { z } from 'zod';
import { messageKey } from '../messages/message.ts';
import { controlCharacters } from '../validation/unsafe-characters.ts';

export const infoTextFields = ['headline', 'description', 'creator', 'copyright'] as const;
export type InfoTextField = (typeof infoTextFields)[number];

/** All of them fit into a JPEG segment. */
export const photoInfoLimits = {
  headline: 500,
  description: 2000,
  creator: 500,
  copyright: 500,
  keyword: 64,
  keywords: 100,
} as const;

const onOneLine = (text: string) => text.replace(controlCharacters, ' ').replace(/\s+/g, ' ').trim();
const line = (maxLength: number) => z.string().overwrite(onOneLine).max(maxLength);
const keyword = line(photoInfoLimits.keyword).min(1);
const keywords = z.array(keyword).max(photoInfoLimits.keywords);

const photoInfoSchema = z.strictObject({
  headline: line(photoInfoLimits.headline),
  description: z
    .string()
    .overwrite((text) => text.split(/\r?\n/).map(onOneLine).join('\n').trim())
    .max(photoInfoLimits.description),
  creator: line(photoInfoLimits.creator),
  copyright: line(photoInfoLimits.copyright),
  keywords,
});
/** Empty fields leave those of the file unchanged. */
export type PhotoInfo = z.output<typeof photoInfoSchema>;
export const emptyPhotoInfo: PhotoInfo = { headline: '', description: '', creator: '', copyright: '', keywords: [] };

export const isEmptyInfo = ({ keywords, ...texts }: PhotoInfo): boolean =>
  keywords.length === 0 && Object.values(texts).every((text) => text === '');

/** Absent texts stay; `remove` comes before `add`. */
export const detailsChangeSchema = photoInfoSchema
  .omit({ keywords: true })
  .partial()
  .extend({ add: keywords.default([]), remove: keywords.default([]) });
export type PhotoInfoChange = z.output<typeof detailsChangeSchema>;

export const detailsPresetSchema = z.strictObject({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1, messageKey('contract.preset.name')).max(80),
  details: photoInfoSchema,
});
export type PhotoInfoPreset = z.output<typeof detailsPresetSchema>;

/** Ignores case and composition. */
const keyOf = (text: string) => text.normalize('NFC').toLowerCase();

export function uniqueKeywords(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => !seen.has(keyOf(text)) && seen.add(keyOf(text)));
}

export function withoutKeywords(texts: readonly string[], removed: readonly string[]): string[] {
  const keys = new Set(removed.map(keyOf));
  return texts.filter((text) => !keys.has(keyOf(text)));
}

export interface CommonPhotoInfo {
  readonly count: number;
  /** Null if they differ. */
  readonly texts: Readonly<Record<InfoTextField, string | null>>;
  /** First few, by number of photographs. */
  readonly keywords: readonly { readonly text: string; readonly count: number }[];
}
