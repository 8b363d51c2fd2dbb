/** What is being changed of the info of photographs; what is left alone stays as each of them has it. Pure. */
import {
  type CommonDetails,
  type Details,
  type DetailsChange,
  type DetailText,
  detailTexts,
  eachOnce,
  mostOfDetails,
  noDetails,
  without,
} from '../../../../contract/review/details.ts';

export interface InfoDraft {
  /** Those that were typed in. */
  readonly texts: Readonly<Partial<Record<DetailText, string>>>;
  /** Of all of them. */
  readonly keywords: readonly string[];
  /** Taken out of those that have them. */
  readonly gone: readonly string[];
}

/** Keywords that all of the photographs have. */
const ofAll = ({ count, keywords }: CommonDetails) =>
  keywords.filter((each) => each.count === count).map(({ text }) => text);

export const draftOf = (common: CommonDetails): InfoDraft => ({ texts: {}, keywords: ofAll(common), gone: [] });

/** What a field shows; null where the photographs differ. */
export const shownText = ({ texts }: InfoDraft, common: CommonDetails, name: DetailText): string | null =>
  texts[name] ?? common.texts[name];

/** Keywords that only some of the photographs have, and that stay with them. */
export const ofSome = ({ keywords, gone }: InfoDraft, common: CommonDetails) =>
  common.keywords.filter(
    ({ text, count }) => count < common.count && without([text], [...keywords, ...gone]).length > 0,
  );

/** Where one keyword ends and the next begins. */
export const betweenKeywords = [',', ';'];

/** Keywords as they are kept: each once, and short enough. */
export function tidied(typed: readonly string[]): string[] {
  const each = typed.flatMap((text) => text.split(/[,;]/)).map((text) => text.trim().slice(0, mostOfDetails.keyword));
  return eachOnce(each.filter(Boolean)).slice(0, mostOfDetails.keywords);
}

export function changeOf({ texts, keywords, gone }: InfoDraft, common: CommonDetails): DetailsChange {
  const before = ofAll(common);
  return { ...texts, add: without(keywords, before), remove: [...without(before, keywords), ...gone] };
}

/** A preset fills in what it says, and adds its keywords. */
export function withPreset(draft: InfoDraft, { keywords, ...texts }: Details): InfoDraft {
  const said = detailTexts.filter((name) => texts[name] !== '').map((name) => [name, texts[name]] as const);
  return {
    texts: { ...draft.texts, ...Object.fromEntries(said) },
    keywords: tidied([...draft.keywords, ...keywords]),
    gone: without(draft.gone, keywords),
  };
}

/** What the fields say, as a preset keeps it. */
export function detailsOf(draft: InfoDraft, common: CommonDetails): Details {
  const texts = detailTexts.map((name) => [name, shownText(draft, common, name) ?? ''] as const);
  return { ...noDetails, ...Object.fromEntries(texts), keywords: [...draft.keywords] };
}
