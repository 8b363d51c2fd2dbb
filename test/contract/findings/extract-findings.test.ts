import { describe, expect, it } from 'vitest';
import { extractFindings } from '../../../contract/findings/extract-findings.ts';
import type { FindingValue } from '../../../contract/findings/finding-kinds.ts';

/** Lines of "kind text value (confidence) @face" without the empty parts. */
const linesOf = (found: readonly FindingValue[]) =>
  found.map(({ kind, text, value, confidence, face }) =>
    [kind, text, value, confidence !== null && `(${confidence})`, face > 0 && `@${face}`]
      .filter((part) => part !== '' && part !== null && part !== false)
      .join(' '),
  );

describe('the findings of an analysis', () => {
  it('are read from landmarks, in each face or next to the list', () => {
    const result = {
      face_num: 2,
      face_list: [{ age: 33.6, gender: { type: 'female', probability: 0.9 } }, { age: 41 }],
      gender: [{ type: 'x' }, { type: 'male', probability: 7 }],
    };
    expect(linesOf(extractFindings('face-key-points', { result }))).toEqual([
      'faces 2',
      'age 34 @1',
      'gender female (0.9) @1',
      'age 41 @2',
      'gender male (1) @2',
    ]);
    expect(linesOf(extractFindings('face-key-points', { result: { face_list: [] } }))).toEqual(['faces 0']);
  });

  it('are read from skin analysis, present ones only', () => {
    const result = {
      skin_type: { skin_type: 2, details: { 2: { value: 1, confidence: 0.8 } } },
      acne: { value: 1, confidence: 0.7 },
      mole: { value: 0, confidence: 0.99 },
      pores: { value: 1 },
      left_eyelids: { value: 1, confidence: 0.6 },
      skin_spot: 'nonsense',
    };
    expect(linesOf(extractFindings('skin-analysis', { result }))).toEqual([
      'skin_type neutralSkin (0.8)',
      'acne (0.7)',
      'pores',
    ]);
  });

  it('are read from both layouts of face analysis', () => {
    const data = {
      face_count: 2,
      age_list: [20, 300],
      beauty_list: [66.4, -3],
      expressions: [1, 0],
      glasses: [0, 2],
      masks: [2, 7],
      gender_list: [0, 1],
      qualities: { score_list: [90.6, 88], blur_list: [1e9], illu_list: ['55'] },
    };
    expect(linesOf(extractFindings('face-analyzer-advanced', { data }))).toEqual([
      ...['faces 2', 'age 20 @1', 'beauty 66 @1', 'quality 91 @1', 'blur 100 @1', 'light 55 @1'],
      ...['gender female @1', 'expression smiling @1', 'mask wrong @1'],
      ...['age 120 @2', 'beauty 0 @2', 'quality 88 @2', 'gender male @2', 'glasses sunglasses @2'],
    ]);
    const info = { face_detail_attributes_info: { age: 30, beauty: 70, gender: { type: 1 } } };
    expect(linesOf(extractFindings('face-analyzer-advanced', { face_detail_infos: [info] }))).toEqual([
      ...['faces 1', 'age 30 @1', 'beauty 70 @1'],
    ]);
  });

  it('count the listed faces, whatever number the service reports', () => {
    for (const face_num of [0, 5, -1, 'many', undefined])
      expect(linesOf(extractFindings('face-key-points', { result: { face_num, face_list: [{ age: 20 }] } }))).toEqual([
        'faces 1',
        'age 20 @1',
      ]);
    expect(linesOf(extractFindings('face-key-points', { result: { face_num: 3 } }))).toEqual(['faces 3']);
  });

  it('are read from both layouts in one response', () => {
    const info = (x: number, age: number) => ({
      face_rect: { x, y: 0, width: 10, height: 10 },
      face_detail_attributes_info: { age, beauty: age },
    });
    const body = {
      data: { face_count: 2, face_rectangles: [0, 0, 10, 10, 100, 0, 10, 10], age_list: [20, 30] },
      face_detail_infos: [info(101, 33), info(1, 22), info(500, 44)],
    };
    expect(linesOf(extractFindings('face-analyzer-advanced', body))).toEqual([
      ...['faces 3', 'age 20 @1', 'beauty 22 @1', 'age 30 @2', 'beauty 33 @2', 'age 44 @3', 'beauty 44 @3'],
    ]);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'x'],
    ['numbers that are none', { result: { face_num: Number.NaN }, data: { face_count: 'many' } }],
    ['lists in the place of objects', { result: [[]], data: [] }],
    ['names of every object', { result: { acne: 'constructor', skin_type: { skin_type: 'toString' } } }],
  ])('are empty for %s', (_, body) => {
    for (const operation of ['face-key-points', 'skin-analysis', 'face-analyzer-advanced', 'ai-face-rating'] as const)
      expect(extractFindings(operation, body)).toEqual([]);
  });

  it('are bounded if a service counts a billion faces', () => {
    expect(linesOf(extractFindings('face-analyzer-advanced', { data: { face_count: 1e9 } }))).toEqual(['faces 100']);
  });
});
