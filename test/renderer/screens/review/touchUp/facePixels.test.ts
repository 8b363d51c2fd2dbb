import { describe, expect, it } from 'vitest';
import { facePixels, ovalsOf } from '../../../../../renderer/screens/review/touchUp/facePixels.ts';

const [width, height] = [100, 80];
const plain = (level: number) => ({
  width,
  height,
  pixels: Uint8Array.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? 255 : level)),
});

describe('faces with a separate strength', () => {
  it('have their strength inside, and that of the whole picture at their edges', () => {
    const face = { shape: 'ellipse', x: 80, y: 60, width: 40, height: 40, strength: 1 } as const;
    const [part] = facePixels(plain(100), plain(200), { whole: 0.2, faces: [face] }, 0.5);
    expect(part?.area).toMatchObject({ left: 35, top: 25, width: 30, height: 30 });
    const at = (x: number, y: number) => part!.pixels[((y - 25) * 30 + x - 35) * 4];
    expect([at(50, 40), at(35, 25), at(64, 54)]).toEqual([200, 120, 120]);
    expect([at(37, 40), at(62, 40)]).toEqual([160, 160]);
  });

  it('are the detected faces and those that already have a strength, each once', () => {
    const found = [
      { x: 0.1, y: 0.5, width: 0.2, height: 0.2 },
      { x: 0.6, y: 0.5, width: 0.2, height: 0.2 },
    ];
    const imageSize = { width: 1000, height: 1000 };
    const [left, right] = ovalsOf(found, imageSize, []);
    expect(left).toEqual({ shape: 'ellipse', x: 84, y: 450, width: 232, height: 250 });
    const own = { ...right!, x: right!.x + 5, strength: 0.5 };
    expect(ovalsOf(found, imageSize, [own]).map(({ x }) => x)).toEqual([84, own.x]);
  });
});
