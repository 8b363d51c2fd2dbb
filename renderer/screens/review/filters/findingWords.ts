/** Texts for findings, in filters and in captions of photographs. */
import type { ParseKeys, TFunction } from 'i18next';
import {
  type FindingFilter,
  type FindingKind,
  type FindingValue,
  isMeasured,
} from '../../../../contract/findings/finding-kinds.ts';
import { joinList } from '../../../../contract/messages/format-message.ts';
import { currentReading } from '../../../../contract/messages/translator.ts';

/** Returns a name such as “Acne”, “Sunglasses” or “Overall quality”. */
export function findingName(t: TFunction, kind: FindingKind, text: string): string {
  const key = text === '' ? `review.analysis.names.${kind}` : `review.found.kinds.${kind}_${text}`;
  return t(key as ParseKeys) as string;
}

/** Returns the name of a filter, such as “Acne” or “Faces ≥ 2”. */
export function filterName(t: TFunction, { kind, text, atLeast }: FindingFilter): string {
  const name = findingName(t, kind, text);
  return atLeast === null ? name : t('review.found.atLeast', { name, n: atLeast });
}

const maxNamedFindings = 3;

/** Returns a caption such as “2 faces, quality 91” or “Acne, moles”, or null without findings. */
export function formatFindings(t: TFunction, findings: readonly FindingValue[]): string | null {
  if (findings.length === 0) return null;
  const highest = (kind: FindingKind) => {
    const values = findings.flatMap((finding) =>
      finding.kind === kind && finding.value !== null ? [finding.value] : [],
    );
    return values.length === 0 ? null : Math.max(...values);
  };
  const faces = highest('faces');
  const quality = highest('quality');
  const age = faces === 1 ? highest('age') : null;
  const numbers = [
    ...(faces === null ? [] : [t('review.found.faces', { count: faces })]),
    ...(quality === null ? [] : [t('review.found.quality', { n: quality })]),
    ...(age === null ? [] : [t('review.found.age', { n: age })]),
  ];
  const names = findings
    // A caption does not mention the gender of a person.
    .filter(({ kind }) => !isMeasured(kind) && kind !== 'gender')
    .toSorted((a, b) => (b.confidence ?? 1) - (a.confidence ?? 1))
    .map(({ kind, text }) => lowerFirst(findingName(t, kind, text)));
  const distinct = [...new Set(names)];
  const hiddenCount = distinct.length - maxNamedFindings;
  const words = joinList([...numbers, ...distinct.slice(0, maxNamedFindings)]);
  if (words === '') return t('review.found.nothing');
  return `${words.slice(0, 1).toLocaleUpperCase()}${words.slice(1)}${hiddenCount > 0 ? ` +${hiddenCount}` : ''}`;
}

/** Lowercases a name within a sentence, except German nouns. */
const lowerFirst = (words: string) =>
  currentReading().language === 'de' ? words : `${words.slice(0, 1).toLocaleLowerCase()}${words.slice(1)}`;
