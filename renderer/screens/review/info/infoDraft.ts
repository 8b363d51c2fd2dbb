/** Changes of photo info in the sheet. Fields and keywords without a change keep each photograph's own value. Pure. */
import {
  type CommonPhotoInfo,
  emptyPhotoInfo,
  type InfoTextField,
  infoTextFields,
  type PhotoInfo,
  type PhotoInfoChange,
  photoInfoLimits,
  uniqueKeywords,
  withoutKeywords,
} from '../../../../contract/review/photo-info.ts';

export interface InfoDraft {
  /** Edited fields only. */
  readonly texts: Readonly<Partial<Record<InfoTextField, string>>>;
  /** Keywords for all photographs. */
  readonly keywords: readonly string[];
  /** Keywords to remove. */
  readonly removed: readonly string[];
}

const sharedKeywords = ({ count, keywords }: CommonPhotoInfo) =>
  keywords.filter((each) => each.count === count).map(({ text }) => text);

export const draftOf = (common: CommonPhotoInfo): InfoDraft => ({
  texts: {},
  keywords: sharedKeywords(common),
  removed: [],
});

/** Returns the text of a field, or null if the photographs differ. */
export const shownText = ({ texts }: InfoDraft, common: CommonPhotoInfo, name: InfoTextField): string | null =>
  texts[name] ?? common.texts[name];

/** Keywords of only some of the photographs, without removed ones. */
export const partialKeywords = ({ keywords, removed }: InfoDraft, common: CommonPhotoInfo) =>
  common.keywords.filter(
    ({ text, count }) => count < common.count && withoutKeywords([text], [...keywords, ...removed]).length > 0,
  );

export const keywordSeparators = [',', ';'];

/** Returns each keyword once, within the limits of length and count. */
export function normalizeKeywords(typed: readonly string[]): string[] {
  const keywords = typed
    .flatMap((text) => text.split(/[,;]/))
    .map((text) => text.trim().slice(0, photoInfoLimits.keyword));
  return uniqueKeywords(keywords.filter(Boolean)).slice(0, photoInfoLimits.keywords);
}

export function changeOf({ texts, keywords, removed }: InfoDraft, common: CommonPhotoInfo): PhotoInfoChange {
  const before = sharedKeywords(common);
  return {
    ...texts,
    add: withoutKeywords(keywords, before),
    remove: [...withoutKeywords(before, keywords), ...removed],
  };
}

/** Fills in the texts of a preset, and adds its keywords. */
export function withPreset(draft: InfoDraft, { keywords, ...texts }: PhotoInfo): InfoDraft {
  const filledTexts = infoTextFields.filter((name) => texts[name] !== '').map((name) => [name, texts[name]] as const);
  return {
    texts: { ...draft.texts, ...Object.fromEntries(filledTexts) },
    keywords: normalizeKeywords([...draft.keywords, ...keywords]),
    removed: withoutKeywords(draft.removed, keywords),
  };
}

/** Returns the fields as a preset. */
export function detailsOf(draft: InfoDraft, common: CommonPhotoInfo): PhotoInfo {
  const texts = infoTextFields.map((name) => [name, shownText(draft, common, name) ?? ''] as const);
  return { ...emptyPhotoInfo, ...Object.fromEntries(texts), keywords: [...draft.keywords] };
}
