import { describe, expect, it } from 'vitest';
import type { AnalysisModel } from '../../../../../renderer/screens/review/analysis/analysisModel.ts';
import { readAnalysis, setsOf } from '../../../../../renderer/screens/review/analysis/readAnalysis.ts';

/** Findings as "name value confidence", with the last part of each key. */
function linesOf(reading: Pick<AnalysisModel, 'groups'>): string[] {
  const last = (key: string) => key.split('.').at(-1);
  return reading.groups.flatMap((group) =>
    group.findings.map(({ name, value, confidence }) => {
      const words =
        typeof value === 'string' ? value : [last(value.key), ...Object.values(value.values ?? {})].join(':');
      return [last(name.key), words, ...(confidence === null ? [] : [confidence])].join(' ');
    }),
  );
}

describe('face-key-points', () => {
  const location = { left: 10, top: 20, width: 100, height: 120, rotation: -6 };
  const points = (count: number) => Array.from({ length: count }, (_, at) => ({ x: at, y: at + 0.5 }));
  const read = (result: unknown) => readAnalysis({ operation: 'face-key-points', body: { request_id: 'r', result } });

  it('reads fields at each face', () => {
    const reading = read({
      face_num: 1,
      face_list: [
        {
          location,
          face_probability: 0.99,
          angle: { yaw: 12.4, pitch: -3, roll: -6 },
          age: 33.6,
          gender: { type: 'female', probability: 0.98 },
          landmark4: points(4),
          landmark150: Object.fromEntries(points(150).map((point, at) => [`cheek_right_${at}`, point])),
        },
      ],
    });
    expect(reading.faces[0]?.box).toEqual({ x: 10, y: 20, width: 100, height: 120, rotation: -6 });
    expect(reading.faces[0]?.sets['150']).toHaveLength(150);
    expect(setsOf(reading)).toEqual(['4', '150']);
    expect(linesOf(reading)).toEqual([
      'age 34',
      'gender female 0.98',
      'yaw degrees:12',
      'pitch degrees:-3',
      'roll degrees:-6',
      'probability yes 0.99',
    ]);
  });

  it('reads fields next to the list, and arrays of one', () => {
    const reading = read({
      face_num: 1,
      face_list: [{ location }],
      angle: [{ yaw: 1, pitch: 2, roll: 3 }],
      gender: [{ type: 'male', probability: 0.7 }],
      landmark72: points(72),
    });
    expect(reading.faces[0]?.sets['72']?.[71]).toEqual({ x: 71, y: 71.5 });
    expect(linesOf(reading)).toContain('gender male 0.7');
  });

  it('assigns lists next to several faces in the order of the faces', () => {
    const reading = read({
      face_num: 2,
      face_list: [{ location }, { location }],
      angle: [
        { yaw: 1, pitch: 2, roll: 3 },
        { yaw: 11, pitch: 12, roll: 13 },
      ],
      gender: [
        { type: 'male', probability: 0.7 },
        { type: 'female', probability: 0.9 },
      ],
      age: [30, 40],
      landmark72: [points(72), points(72)],
    });
    expect(reading.faces[1]?.sets['72']?.[71]).toEqual({ x: 71, y: 71.5 });
    const lines = linesOf(reading);
    expect(lines.filter((line) => /^(gender|age|yaw)/.test(line))).toEqual([
      'age 30',
      'gender male 0.7',
      lines[2],
      'age 40',
      'gender female 0.9',
      lines[7],
    ]);
    expect(lines[2]).toContain('1');
    expect(lines[7]).toContain('11');
  });

  it('never assigns data of several faces to one face', () => {
    const reading = read({ face_list: [{ location }, { location }], age: 30 });
    expect(reading.faces).toHaveLength(2);
    expect(linesOf(reading)).toEqual([]);
  });

  it('numbers the faces if there are several', () => {
    const reading = read({ face_list: [{ age: 20 }, { age: 40 }] });
    expect(reading.groups.map((group) => group.title.values)).toEqual([{ n: 1 }, { n: 2 }]);
  });
});

describe('skin-analysis', () => {
  const reading = readAnalysis({
    operation: 'skin-analysis',
    body: {
      warning: ['imporper_headpose', 'something new'],
      face_rectangle: { top: 5, left: 6, width: 7, height: 8 },
      result: {
        skin_type: { skin_type: 3, details: { 0: { value: 0, confidence: 0.1 }, 3: { value: 1, confidence: 0.9 } } },
        left_eyelids: { value: 2, confidence: 0.8 },
        eye_pouch: { value: 1, confidence: 0.6 },
        acne: { value: 0, confidence: 0.7 },
        pores: { value: 1, confidence: 0.5 },
        dark_circle: 'nonsense',
      },
    },
  });
  it('lists every finding with its confidence', () => {
    expect(linesOf(reading)).toEqual([
      'skin_type combination 0.9',
      'left_eyelids scalloped 0.8',
      'eye_pouch yes 0.6',
      'pores yes 0.5',
      'acne no 0.7',
    ]);
  });

  it('marks present findings', () => {
    const notable = reading.groups.flatMap((group) => group.findings.filter((finding) => finding.notable));
    expect(notable.map((finding) => finding.name.key.split('.').at(-1))).toEqual(['eye_pouch', 'pores']);
  });

  it('explains known warnings, and frames the face', () => {
    expect(reading.warnings.map((warning) => warning.key)).toEqual(['review.analysis.warnings.imporper_headpose']);
    expect(reading.faces[0]?.box).toEqual({ x: 6, y: 5, width: 7, height: 8, rotation: 0 });
  });
});

describe('face-analyzer-advanced', () => {
  it('reads layout B, lists in face order', () => {
    const reading = readAnalysis({
      operation: 'face-analyzer-advanced',
      body: {
        data: {
          face_count: 2,
          face_rectangles: [1, 2, 3, 4, 5, 6, 7, 8],
          pupils: [10, 11, 2, 20, 21, 3, 30, 31, 4, 40, 41, 5],
          gender_list: [0, 1],
          glasses: [2, 0],
          masks: [0, 2],
          age_list: [30, 41],
          pose_list: [1, 2, 3, 4, 5, 6],
          landmark_count: 2,
          landmarks: [1, 1, 2, 2, 3, 3, 4, 4],
          qualities: { score_list: [90, 80] },
        },
      },
    });
    expect(reading.faces[1]?.box).toMatchObject({ x: 5, y: 6, width: 7, height: 8 });
    expect(reading.faces[1]?.pupils).toEqual([
      { x: 30, y: 31, radius: 4 },
      { x: 40, y: 41, radius: 5 },
    ]);
    expect(reading.faces[1]?.sets['2']).toEqual([
      { x: 3, y: 3 },
      { x: 4, y: 4 },
    ]);
    expect(linesOf(reading)).toEqual([
      ...['age 30', 'gender female', 'glasses sunglasses', 'mask no'],
      ...['yaw degrees:1', 'pitch degrees:2', 'roll degrees:3', 'quality of100:90'],
      ...['age 41', 'gender male', 'glasses none', 'mask wrong'],
      ...['yaw degrees:4', 'pitch degrees:5', 'roll degrees:6', 'quality of100:80'],
    ]);
  });

  it('reads layout A', () => {
    const reading = readAnalysis({
      operation: 'face-analyzer-advanced',
      body: {
        face_detail_infos: [
          {
            face_rect: { x: 1, y: 2, width: 3, height: 4 },
            face_detail_attributes_info: { age: 25, head_pose: { yaw: 9 }, hat: { style: { type: 3 } } },
          },
        ],
      },
    });
    expect(reading.faces[0]?.box).toMatchObject({ x: 1, y: 2, width: 3, height: 4 });
    expect(linesOf(reading)).toEqual(['age 25', 'yaw degrees:9', 'hat type:3']);
  });

  const attributes = {
    age: 50,
    smile: 70,
    emotion: { type: 3, probability: 0.9 },
    gender: { type: 1, probability: 0.8 },
    mask: { type: 0, probability: 0.7 },
    moustache: { type: 1, probability: 0.7 },
    nose: { type: 2, probability: 0.7 },
    shape: { type: 4, probability: 0.7 },
    skin: { type: 2, probability: 0.7 },
    eye: { glass: { type: 0 }, eye_open: { type: 1 }, eyelid_type: { type: 2 }, eye_size: { type: 0 } },
    eyebrow: { eyebrow_density: { type: 1 }, eyebrow_curve: { type: 0 }, eyebrow_length: { type: 1 } },
    hair: { length: { type: 3 }, bang: { type: 0 }, color: { type: 2 } },
    hat: { style: { type: 0 }, color: { type: 5 } },
    mouth: { mouth_open: { type: 1 } },
  };
  const inWords = [
    ...['emotion type:3 0.9', 'hat_color type:5', 'eye_open type:1', 'eye_size type:0', 'eyelid_type type:2'],
    ...['eyebrow_curve type:0', 'eyebrow_density type:1', 'eyebrow_length type:1', 'mouth_open type:1'],
    ...['nose type:2 0.7', 'moustache type:1 0.7', 'face_shape type:4 0.7', 'skin_tone type:2 0.7'],
    ...['hair_length type:3', 'bang type:0', 'hair_color type:2'],
  ];

  it('shows every attribute of layout A', () => {
    const body = { face_detail_infos: [{ face_detail_attributes_info: attributes }] };
    const lines = linesOf(readAnalysis({ operation: 'face-analyzer-advanced', body }));
    expect(lines.toSorted()).toEqual(
      [
        ...['age 50', 'smile of100:70', 'gender type:1 0.8', 'mask type:0 0.7', 'glasses type:0', 'hat type:0'],
        ...inWords,
      ].toSorted(),
    );
  });

  it('adds the fields that only layout A has to the same face of layout B', () => {
    const rect = (x: number) => ({ x, y: 0, width: 10, height: 10 });
    const body = {
      data: {
        face_count: 2,
        face_rectangles: [0, 0, 10, 10, 100, 0, 10, 10],
        age_list: [20, 30],
        gender_list: [0, 1],
        glasses: [1, 0],
        hat_list: [0, 0],
        masks: [0, 0],
      },
      face_detail_infos: [{ face_rect: rect(99), face_detail_attributes_info: attributes }],
    };
    const { groups, faces } = readAnalysis({ operation: 'face-analyzer-advanced', body });
    const lines = groups.map((group) => linesOf({ groups: [group] }));
    expect(lines[0]).toEqual(['age 20', 'gender female', 'glasses regular', 'hat no', 'mask no']);
    const both = ['age 30', 'gender male', 'glasses none', 'hat no', 'mask no', 'smile of100:70', ...inWords];
    expect(lines[1]!.toSorted()).toEqual(both.toSorted());
    expect([lines.length, faces.length]).toEqual([2, 2]);
  });
});

describe('invalid responses', () => {
  const bodies = [
    null,
    'text',
    7,
    [],
    {},
    { result: 5 },
    { data: { face_count: 'many' } },
    { data: { face_count: 1e9 } },
  ];
  const analyses = ['face-key-points', 'skin-analysis', 'face-analyzer-advanced'] as const;
  it.each(analyses)('of %s show nothing', (operation) => {
    for (const body of bodies) expect(linesOf(readAnalysis({ operation, body }))).toEqual([]);
  });
});
