import { describe, expect, it } from 'vitest';
import type { FaceMarks, MarkBox } from '../../../../../renderer/screens/review/analysis/analysisModel.ts';
import { labelPlace } from '../../../../../renderer/screens/review/analysis/labelPlace.ts';
import { areasOf } from '../../../../../renderer/screens/review/analysis/skinAreas.ts';
import { createSeededRandom } from '../../../../helpers/run/seeded-random.ts';

const size = { width: 2000, height: 3000 };
const frame: MarkBox = { x: 500, y: 800, width: 1000, height: 1200, rotation: 0 };
const faceIn = (box: MarkBox, pupils: FaceMarks['pupils'] = []): FaceMarks => ({ box, sets: {}, pupils });
const area = (name: string, face = frame) => areasOf(name, face)[0]!;

describe('the label of a mark', () => {
  it.each([
    ['forehead_wrinkle', 'up', 'the area'],
    ['glabella_wrinkle', 'up', 'the area'],
    ['dark_circle', 'down', 'the area'],
    ['eye_finelines', 'down', 'the area'],
    ['crows_feet', 'down', 'the area'],
    ['nasolabial_fold', 'up', 'the area'],
    ['right_eyelids', 'up', 'the eyes'],
    ['pores', 'up', 'the area'],
  ] as const)('of %s grows %s from the edge of %s', (name, grows, of) => {
    const { y, height } = area(name);
    const edges = of === 'the area' ? { up: y, down: y + height } : { up: 800 + 0.28 * 1200, down: 800 + 0.44 * 1200 };
    const place = labelPlace(area(name), [faceIn(frame)], 18, size);
    expect([place.grows, Math.round(place.y)]).toEqual([grows, Math.round(edges[grows])]);
  });

  it('is above a frame, or inside it at the photograph’s edge', () => {
    expect(labelPlace(frame, [faceIn(frame)], 6, size)).toEqual({ x: 500, y: 800, grows: 'up' });
    const fullFrame = { ...frame, x: 0, y: 0, width: 2000, height: 3000 };
    expect(labelPlace(fullFrame, [faceIn(fullFrame)], 6, size)).toEqual({ x: 0, y: 0, grows: 'down' });
  });

  it('stays within the photograph', () => {
    const { x } = labelPlace({ ...frame, x: 1900, width: 80 }, [], 20, size);
    expect(x).toBeCloseTo(2000 - 2000 * (152 / 320));
  });

  it('never covers known pupils', () => {
    const pupils = [
      { x: 800, y: 1500, radius: 20 },
      { x: 1200, y: 1520, radius: 20 },
    ];
    // Lower than a frame would place it.
    const place = labelPlace({ ...frame, x: 700, y: 1640, width: 200, height: 100 }, [faceIn(frame, pupils)], 12, size);
    expect(place).toMatchObject({ y: 1740, grows: 'down' });
  });

  it('is in the photograph, and covers no eyes of a face if there is room next to it', () => {
    const chance = createSeededRandom('labels');
    const names = ['dark_circle', 'crows_feet', 'right_eyelids', 'left_eyelids', 'mole', 'blackhead', 'pores_jaw'];
    const own = { width: 2000 * (138 / 320), height: 3000 * (24 / 450) };
    for (let times = 0; times < 500; times += 1) {
      const width = chance.between(400, 1900);
      const face = {
        x: chance.between(0, 2000 - width),
        y: chance.between(0, 1200),
        width,
        height: Math.round(width * 0.9),
        rotation: 0,
      };
      const { x, y, grows } = labelPlace(area(chance.pick(names), face), [faceIn(face)], 18, size);
      const top = grows === 'up' ? y - own.height : y;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + own.width).toBeLessThanOrEqual(2000.001);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(top + own.height).toBeLessThanOrEqual(3000);
      const isOver = top < face.y + 0.44 * face.height - 0.01 && top + own.height > face.y + 0.28 * face.height + 0.01;
      expect([face, isOver]).toEqual([face, false]);
    }
  });
});
