/** Reads the response of skin-analysis. Section "Skin analysis result" of the interface. */
import type { ParseKeys } from 'i18next';
import { asList, asNumber, asRecord } from '../../../../contract/findings/lenient-json.ts';
import {
  type AnalysisModel,
  faceMarks,
  finding,
  groupsOf,
  type LocalizedValue,
  localizedValue,
  type Mark,
  type MarkBox,
  type NameOf,
  type WordOf,
} from './analysisModel.ts';
import { areasOf } from './skinAreas.ts';

const eyelids = ['single', 'parallel', 'scalloped'] as const satisfies WordOf[];
const skinTypes = ['oily', 'dry', 'neutralSkin', 'combination'] as const satisfies WordOf[];

const groups = {
  eyes: ['eye_pouch', 'dark_circle'],
  wrinkles: ['forehead_wrinkle', 'crows_feet', 'eye_finelines', 'glabella_wrinkle', 'nasolabial_fold'],
  pores: ['pores', 'pores_forehead', 'pores_left_cheek', 'pores_right_cheek', 'pores_jaw', 'blackhead'],
  marks: ['acne', 'mole', 'skin_spot'],
} as const satisfies Record<string, readonly NameOf[]>;

export function readSkin(body: unknown): AnalysisModel {
  const top = asRecord(body);
  const result = asRecord(top.result);
  const present = (name: NameOf) => {
    const { value, confidence } = asRecord(result[name]);
    const number = asNumber(value);
    if (number === undefined) return [];
    return finding(
      name,
      localizedValue(number === 0 ? 'no' : 'yes'),
      asNumber(confidence) ?? null,
      number !== 0,
      number === 0 ? null : name,
    );
  };
  const eyelid = (name: 'left_eyelids' | 'right_eyelids') => {
    const { value, confidence } = asRecord(result[name]);
    const kind = eyelids[asNumber(value) ?? -1];
    return finding(name, kind && localizedValue(kind), asNumber(confidence) ?? null, false, name);
  };
  const faces = rectangleOf(top.face_rectangle);
  const shownGroups = groupsOf([
    { title: groupTitle('skin'), findings: skinType(asRecord(result.skin_type)) },
    {
      title: groupTitle('eyes'),
      findings: [...eyelid('left_eyelids'), ...eyelid('right_eyelids'), ...groups.eyes.flatMap(present)],
    },
    { title: groupTitle('wrinkles'), findings: groups.wrinkles.flatMap(present) },
    { title: groupTitle('pores'), findings: groups.pores.flatMap(present) },
    { title: groupTitle('marks'), findings: groups.marks.flatMap(present) },
  ]);
  return {
    faces,
    marks: [...faceMarks(faces), ...marksOf(shownGroups, faces[0]?.box ?? null)],
    groups: shownGroups,
    warnings: asList(top.warning).flatMap((name): LocalizedValue[] =>
      name === 'imporper_headpose' || name === 'small_face' ? [{ key: `review.analysis.warnings.${name}` }] : [],
    ),
  };
}

/** Returns the findings with a location on the face. */
function marksOf(shownGroups: AnalysisModel['groups'], face: MarkBox | null): Mark[] {
  if (face === null) return [];
  return shownGroups
    .flatMap(({ findings }) => findings)
    .flatMap(({ mark, name, confidence }): Mark[] => {
      const boxes = mark === null ? [] : areasOf(mark, face);
      return mark === null || boxes.length === 0 ? [] : [{ key: mark, label: name, confidence, shape: 'area', boxes }];
    });
}

function groupTitle(name: 'skin' | 'eyes' | 'wrinkles' | 'pores' | 'marks'): LocalizedValue {
  return { key: `review.analysis.groups.${name}` satisfies ParseKeys };
}

function skinType(type: Readonly<Record<string, unknown>>) {
  const number = asNumber(type.skin_type);
  const kind = skinTypes[number ?? -1];
  const confidence = asNumber(asRecord(asRecord(type.details)[String(number)]).confidence);
  return finding('skin_type', kind && localizedValue(kind), confidence ?? null);
}

function rectangleOf(value: unknown): AnalysisModel['faces'] {
  const { left, top, width, height } = asRecord(value);
  const [x, y, w, h] = [asNumber(left), asNumber(top), asNumber(width), asNumber(height)];
  if (x === undefined || y === undefined || w === undefined || h === undefined) return [];
  return [{ box: { x, y, width: w, height: h, rotation: 0 }, sets: {}, pupils: [] }];
}
