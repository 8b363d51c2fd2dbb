/** What is being changed of the info of photographs; what is left alone stays as each of them has it. Pure. */
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
  /** Those that were typed in. */
  readonly texts: Readonly<Partial<Record<InfoTextField, string>>>;
  /** Of all of them. */
  readonly keywords: readonly string[];
  /** Taken out of those that have them. */
  readonly gone: readonly string[];
}

/** Keywords that all of the photographs have. */
const ofAll = ({ count, keywords }: CommonPhotoInfo) =>
  keywords.filter((each) => each.count === count).map(({ text }) => text);

export const draftOf = (common: CommonPhotoInfo): InfoDraft => ({ texts: {}, keywords: ofAll(common), gone: [] });

/** What a field shows; null where the photographs differ. */
export const shownText = ({ texts }: InfoDraft, common: CommonPhotoInfo, name: InfoTextField): string | null =>
  texts[name] ?? common.texts[name];

/** Keywords that only some of the photographs have, and that stay with them. */
export const partialKeywords = ({ keywords, gone }: InfoDraft, common: CommonPhotoInfo) =>
  common.keywords.filter(
    ({ text, count }) => count < common.count && withoutKeywords([text], [...keywords, ...gone]).length > 0,
  );

/** Where one keyword ends and the next begins. */
export const betweenKeywords = [',', ';'];

/** Keywords as they are kept: each once, and short enough. */
export function normalizeKeywords(typed: readonly string[]): string[] {
  const each = typed.flatMap((text) => text.split(/[,;]/)).map((text) => text.trim().slice(0, photoInfoLimits.keyword));
  return uniqueKeywords(each.filter(Boolean)).slice(0, photoInfoLimits.keywords);
}

export function changeOf({ texts, keywords, gone }: InfoDraft, common: CommonPhotoInfo): PhotoInfoChange {
  const before = ofAll(common);
  return { ...texts, add: withoutKeywords(keywords, before), remove: [...withoutKeywords(before, keywords), ...gone] };
}

/** A preset fills in what it says, and adds its keywords. */
export function withPreset(draft: InfoDraft, { keywords, ...texts }: PhotoInfo): InfoDraft {
  const filledTexts = infoTextFields.filter((name) => texts[name] !== '').map((name) => [name, texts[name]] as const);
  return {
    texts: { ...draft.texts, ...Object.fromEntries(filledTexts) },
    keywords: normalizeKeywords([...draft.keywords, ...keywords]),
    gone: withoutKeywords(draft.gone, keywords),
  };
}

/** What the fields say, as a preset keeps it. */
export function detailsOf(draft: InfoDraft, common: CommonPhotoInfo): PhotoInfo {
  const texts = infoTextFields.map((name) => [name, shownText(draft, common, name) ?? ''] as const);
  return { ...emptyPhotoInfo, ...Object.fromEntries(texts), keywords: [...draft.keywords] };
}
