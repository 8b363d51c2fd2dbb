import { expect, test } from 'vitest';
import { mirrorOf } from '../../../../engine/vision/face/topology.ts';
import {
  landmark72,
  landmark150,
  landmark201,
  type Source,
} from '../../../../engine/vision/landmarks/landmark-table.ts';

const namesOf = (sources: readonly Source[]) =>
  sources.flatMap((source) => (source.kind === 'spot' ? [source.name] : source.names));

test.each([
  [72, landmark72],
  [150, namesOf(landmark150)],
  [201, namesOf(landmark201)],
])('landmark%i has the stated number of points, each once', (count, names) => {
  expect(names).toHaveLength(count);
  expect(new Set(names).size).toBe(count);
});

test('each set contains the smaller one', () => {
  expect(namesOf(landmark150)).toEqual(expect.arrayContaining([...landmark72]));
  expect(namesOf(landmark201).slice(0, 150)).toEqual(namesOf(landmark150));
});

test('the families of the interface are complete', () => {
  const numbered = (family: string, count: number) => Array.from({ length: count }, (_, i) => `${family}_${i + 1}`);
  const families = [
    ...['right', 'left'].flatMap((side) => [
      ...numbered(`cheek_${side}`, 11),
      ...numbered(`eye_${side}_eyelid_upper`, 7),
      ...numbered(`eye_${side}_eyelid_lower`, 7),
      ...numbered(`nose_${side}_contour`, 7),
      `mouth_corner_${side}_outer`,
      ...['right', 'left'].flatMap((end) => [`eye_${side}_corner_${end}`, `eyebrow_${side}_corner_${end}`]),
      `eye_${side}_eyeball_center`,
      ...numbered(`eyebrow_${side}_upper`, 5),
      ...numbered(`eyebrow_${side}_lower`, 3),
    ]),
    ...['upper_outer', 'upper_inner', 'lower_outer', 'lower_inner'].flatMap((lip) => numbered(`mouth_lip_${lip}`, 11)),
    ...numbered('chin', 3),
    'nose_tip',
  ];
  expect(namesOf(landmark150)).toEqual(expect.arrayContaining(families));
});

test('the right side is the mirror image of the left', () => {
  const mirror = (index: number) =>
    mirrorOf[index] ?? ({ 468: 473, 469: 476, 470: 475, 471: 474, 472: 477 }[index] as number) ?? index;
  const pointsOf = (source: Source) => (source.kind === 'spot' ? source.meshPoints : source.line);
  const keys = new Set(landmark201.map((source) => [...pointsOf(source)].sort((a, b) => a - b).join()));
  for (const source of landmark201) {
    const points = pointsOf(source);
    if (points.some((index) => index >= 473)) continue;
    expect(keys).toContain(
      points
        .map(mirror)
        .sort((a, b) => a - b)
        .join(),
    );
  }
});
