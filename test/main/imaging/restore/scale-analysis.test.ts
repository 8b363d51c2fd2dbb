import { describe, expect, it } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { scaleAnalysis, scaleToOriginal } from '../../../../main/imaging/restore/scale-analysis.ts';

const twice = { x: 2, y: 3 };

describe('scaleAnalysis', () => {
  it('scales faces and every set of landmarks, in each face or next to the list', () => {
    const body = {
      request_id: 'r',
      result: {
        face_num: 1,
        face_list: [
          {
            location: { left: 10, top: 20, width: 30, height: 40, rotation: 5 },
            angle: { yaw: 1, pitch: 2, roll: 3 },
            landmark72: [
              { x: 1, y: 1 },
              { x: 2.5, y: 4 },
            ],
            landmark150: { nose_tip: { x: 7, y: 8 } },
          },
        ],
        landmark4: [{ x: 5, y: 5 }],
        landmark201: [{ chin_1: { x: 1, y: 2 } }],
        age: 30,
      },
    };
    const scaled = scaleAnalysis(operations['face-key-points'], body, twice) as typeof body;
    expect(scaled.result.face_list[0]).toEqual({
      location: { left: 20, top: 60, width: 60, height: 120, rotation: 5 },
      angle: { yaw: 1, pitch: 2, roll: 3 },
      landmark72: [
        { x: 2, y: 3 },
        { x: 5, y: 12 },
      ],
      landmark150: { nose_tip: { x: 14, y: 24 } },
    });
    expect(scaled.result.landmark4).toEqual([{ x: 10, y: 15 }]);
    expect(scaled.result.age).toBe(30);
    expect(body.result.landmark4).toEqual([{ x: 5, y: 5 }]);
  });

  it('scales points next to the list that belong to several faces in turn', () => {
    const result = {
      face_list: [{}, {}],
      landmark4: [[{ x: 5, y: 5 }], [{ x: 6, y: 6 }]],
      landmark150: [{ nose_tip: { x: 7, y: 8 } }, { nose_tip: { x: 1, y: 1 } }],
    };
    expect(scaleAnalysis(operations['face-key-points'], { result }, twice)).toEqual({
      result: {
        face_list: [{}, {}],
        landmark4: [[{ x: 10, y: 15 }], [{ x: 12, y: 18 }]],
        landmark150: [{ nose_tip: { x: 14, y: 24 } }, { nose_tip: { x: 2, y: 3 } }],
      },
    });
  });

  it('scales the face rectangle of a skin analysis and none of its findings', () => {
    const body = {
      face_rectangle: { top: 1, left: 2, width: 3, height: 4 },
      result: { acne: { value: 1, confidence: 0.5 } },
    };
    expect(scaleAnalysis(operations['skin-analysis'], body, twice)).toEqual({
      face_rectangle: { top: 3, left: 4, width: 6, height: 12 },
      result: { acne: { value: 1, confidence: 0.5 } },
    });
  });

  it('scales both layouts of the face analysis', () => {
    const spec = operations['face-analyzer-advanced'];
    const layoutA = {
      image_width: 100,
      image_height: 50,
      face_detail_infos: [{ face_rect: { x: 1, y: 2, width: 3, height: 4 }, face_detail_attributes_info: { age: 44 } }],
    };
    expect(scaleAnalysis(spec, layoutA, twice)).toEqual({
      image_width: 200,
      image_height: 150,
      face_detail_infos: [
        { face_rect: { x: 2, y: 6, width: 6, height: 12 }, face_detail_attributes_info: { age: 44 } },
      ],
    });
    const layoutB = {
      image_width: 100,
      image_height: 50,
      data: {
        face_count: 2,
        face_rectangles: [1, 2, 3, 4, 10, 20, 30, 40],
        pupils: [1, 1, 2, 4, 4, 2],
        pose_list: [1, 2, 3],
        landmarks: [0.5, 0.5, 1, 1],
        age_list: [20, 30],
      },
    };
    expect(scaleAnalysis(spec, layoutB, twice)).toMatchObject({
      data: {
        face_count: 2,
        face_rectangles: [2, 6, 6, 12, 20, 60, 60, 120],
        pupils: [2, 3, 5, 8, 12, 5],
        pose_list: [1, 2, 3],
        landmarks: [1, 1.5, 2, 3],
        age_list: [20, 30],
      },
    });
  });

  it.each([
    null,
    'text',
    [],
    {},
    { result: 7 },
    { data: null },
    { result: { face_list: 'none', landmark4: [null, 3] } },
  ])('leaves other values unchanged: %j', (body) => {
    for (const id of ['face-key-points', 'skin-analysis', 'face-analyzer-advanced'] as const) {
      expect(scaleAnalysis(operations[id], body, twice)).toEqual(body);
    }
  });

  it('does nothing for uploads that were not scaled, and returns the factors of scaled ones', () => {
    const body = { face_rectangle: { left: 1 } };
    expect(scaleAnalysis(operations['skin-analysis'], body, { x: 1, y: 1 })).toBe(body);
    expect(scaleToOriginal({ width: 1999, height: 1333, original: { width: 5997, height: 3999 } })).toEqual({
      x: 3,
      y: 3,
    });
  });
});
