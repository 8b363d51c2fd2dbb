/** An analysis as the screens show it: marks over the photograph, and findings as text. */
import type { ParseKeys } from 'i18next';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Marks of one face, in px of the photograph. */
export interface FaceMarks {
  readonly box: MarkBox | null;
  /** Point sets by their size, such as "72". */
  readonly sets: Readonly<Record<string, readonly Point[]>>;
  readonly pupils: readonly (Point & { readonly radius: number })[];
}

/** Text of a value: a key of the locale and its numbers. */
export interface LocalizedValue {
  readonly key: ParseKeys;
  readonly values?: Readonly<Record<string, string | number>>;
}

export interface MarkBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Clockwise, degrees, about the upper-left corner. */
  readonly rotation: number;
}

/** Location of a finding in the photograph. */
export interface Mark {
  readonly key: string;
  readonly label: LocalizedValue | string;
  /** 0 to 1, or null if the service reports none. */
  readonly confidence: number | null;
  /** A frame surrounds an object. Areas of a face are ellipses in their boxes. */
  readonly shape: 'frame' | 'area';
  readonly boxes: readonly MarkBox[];
}

export interface Finding {
  readonly name: LocalizedValue;
  readonly value: LocalizedValue | string;
  /** 0 to 1, or null if the service reports none. */
  readonly confidence: number | null;
  /** Whether the value is shown in bold. */
  readonly notable: boolean;
  /** Key of its mark in the picture, or null. */
  readonly mark: string | null;
}

interface FindingGroup {
  readonly title: LocalizedValue;
  /** Key of the group's mark. */
  readonly mark?: string;
  readonly findings: readonly Finding[];
}

export interface AnalysisModel {
  readonly faces: readonly FaceMarks[];
  readonly groups: readonly FindingGroup[];
  readonly warnings: readonly LocalizedValue[];
  readonly marks: readonly Mark[];
}

type NameKey = Extract<ParseKeys, `review.analysis.names.${string}`>;
type WordKey = Extract<ParseKeys, `review.analysis.words.${string}`>;
export type NameOf = NameKey extends `review.analysis.names.${infer N}` ? N : never;
export type WordOf = WordKey extends `review.analysis.words.${infer N}` ? N : never;

export function localizedValue(name: WordOf, values?: LocalizedValue['values']): LocalizedValue {
  const key = `review.analysis.words.${name}` as ParseKeys;
  return values ? { key, values } : { key };
}

/** Returns one finding, or none without a value. */
export function finding(
  name: NameOf,
  value: LocalizedValue | string | undefined,
  confidence: number | null = null,
  isNotable = false,
  mark: string | null = null,
): Finding[] {
  if (value === undefined) return [];
  return [{ name: { key: `review.analysis.names.${name}` as ParseKeys }, value, confidence, notable: isNotable, mark }];
}

/** Returns the groups with findings. */
export function groupsOf(groups: readonly FindingGroup[]): readonly FindingGroup[] {
  return groups.filter((group) => group.findings.length > 0);
}

export function faceTitle(index: number, count: number): LocalizedValue {
  return count > 1 ? { key: 'review.analysis.face', values: { n: index + 1 } } : { key: 'review.analysis.faceOne' };
}

/** Rounds an angle in degrees. */
export function degrees(value: number | undefined): LocalizedValue | undefined {
  return value === undefined ? undefined : localizedValue('degrees', { n: Math.round(value) });
}

/** Rounds a score of 0 to 100. */
export function scoreOf100(value: number | undefined): LocalizedValue | undefined {
  return value === undefined ? undefined : localizedValue('of100', { n: Math.round(value) });
}

export const faceKey = (index: number) => `face-${index}`;

export function faceMarks(faces: readonly FaceMarks[]): Mark[] {
  return faces.flatMap(({ box }, index) =>
    box === null
      ? []
      : [
          {
            key: faceKey(index),
            label: faceTitle(index, faces.length),
            confidence: null,
            shape: 'frame',
            boxes: [box],
          },
        ],
  );
}
