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

  it.each([
    {
      name: 'points next to the list that belong to several faces in turn',
      id: 'face-key-points',
      body: {
        result: {
          face_list: [{}, {}],
          landmark4: [[{ x: 5, y: 5 }], [{ x: 6, y: 6 }]],
          landmark150: [{ nose_tip: { x: 7, y: 8 } }, { nose_tip: { x: 1, y: 1 } }],
        },
      },
      expected: {
        result: {
          face_list: [{}, {}],
          landmark4: [[{ x: 10, y: 15 }], [{ x: 12, y: 18 }]],
          landmark150: [{ nose_tip: { x: 14, y: 24 } }, { nose_tip: { x: 2, y: 3 } }],
        },
      },
    },
    {
      name: 'the face rectangle of a skin analysis, and none of its findings',
      id: 'skin-analysis',
      body: { face_rectangle: { top: 1, left: 2, width: 3, height: 4 }, result: { acne: { value: 1 } } },
      expected: { face_rectangle: { top: 3, left: 4, width: 6, height: 12 }, result: { acne: { value: 1 } } },
    },
    {
      name: 'the face analysis with a list of faces',
      id: 'face-analyzer-advanced',
      body: {
        ...{ image_width: 100, image_height: 50 },
        face_detail_infos: [{ face_rect: { x: 1, y: 2, width: 3, height: 4 }, age: 44 }],
      },
      expected: {
        ...{ image_width: 200, image_height: 150 },
        face_detail_infos: [{ face_rect: { x: 2, y: 6, width: 6, height: 12 }, age: 44 }],
      },
    },
    {
      name: 'the face analysis with flat lists',
      id: 'face-analyzer-advanced',
      body: {
        data: {
          face_rectangles: [1, 2, 3, 4, 10, 20, 30, 40],
          pupils: [1, 1, 2, 4, 4, 2],
          pose_list: [1, 2, 3],
          landmarks: [0.5, 0.5, 1, 1],
        },
      },
      expected: {
        data: {
          face_rectangles: [2, 6, 6, 12, 20, 60, 60, 120],
          pupils: [2, 3, 5, 8, 12, 5],
          pose_list: [1, 2, 3],
          landmarks: [1, 1.5, 2, 3],
        },
      },
    },
  ] as const)('scales $name', ({ id, body, expected }) => {
    expect(scaleAnalysis(operations[id], body, twice)).toEqual(expected);
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
