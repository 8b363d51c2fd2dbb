import { ball, curvedTube, lathe, type Material, moved, rod, surface, tube, turned } from '../drawing/shapes.ts';
import { add, color, round, type Vec } from '../drawing/vector.ts';
import { blackPlastic, type Subject, steel, uneven, within, wooden } from './subject.ts';

const shoe: Subject = (random) => {
  const cloth: Material = {
    gloss: 0.1,
    colour: uneven(random.pick(['#27456b', '#8c2f2a', '#3c3c3e', '#5e6b3c']), 40, 0.2),
  };
  const white: Material = { gloss: 0.3, colour: uneven('#e4e0d6', 8, 0.08) };
  // Width and height of the upper from heel to toe.
  const wide = (t: number) => 0.29 + 0.1 * Math.sin(t * 2.6 - 0.4) + 0.05 * t;
  const rounding = (t: number) => Math.sqrt(Math.max(0, 1 - (2 * t - 1) ** 6));
  const high = (t: number) =>
    t < 0.38 ? 0.66 + 0.1 * Math.cos(t * 8) : 0.66 - 0.72 * (t - 0.38) + 0.12 * (t - 0.38) ** 2;
  const upper = surface(cloth, 40, 60, (u, v) => {
    const a = u * 1.0 * Math.PI;
    const x = Math.cos(a) * wide(v) * rounding(v) * (0.75 + 0.25 * Math.abs(Math.cos(a)));
    return [-1.2 + v * 2.4, 0.12 + Math.sin(a) * high(v) * rounding(v), x];
  });
  const sole = surface(white, 48, 8, (u, v) => {
    const a = u * 2 * Math.PI;
    const t = 0.5 + 0.5 * Math.cos(a);
    return [-1.22 + t * 2.46, v * 0.17, Math.sin(a) * 0.02 + Math.sign(Math.sin(a)) * wide(t) * rounding(t) * 1.05];
  });
  const shapes = [upper, sole];
  const opening = blackPlastic;
  shapes.push(ball(opening, [-0.7, 0.73, 0], [0.34, 0.05, 0.19], 32));
  for (let i = 0; i < 6; i++) {
    const t = 0.42 + i * 0.055;
    const [x, y] = [-1.2 + t * 2.4, 0.13 + high(t)];
    shapes.push(
      curvedTube(white, [0.021, 8, 10], [x, y - 0.06, -0.17], [x + 0.04, y + 0.025, 0], [x + 0.08, y - 0.08, 0.17]),
    );
  }
  for (const s of [-1, 1])
    shapes.push(
      curvedTube(
        white,
        [0.016, 8, 40],
        [-0.2, 0.76, 0],
        [-0.2, 0.95, s * 0.16],
        [-0.05, 0.86, s * 0.3],
        [-0.12, 0.76, s * 0.06],
        [0.1, 0.5, s * 0.42],
        [0.15, 0.25, s * 0.46],
      ),
    );
  const view = { yaw: within(random, 18, 38), pitch: 18, fill: 0.74 };
  const on = random.pick(['asphalt', 'oak'] as const);
  return { shapes, view, photographs: ['street', 'room', 'cafe'], blur: 7, on, format: 'wide' };
};

const umbrella: Subject = (random) => {
  const [one, two] = random.pick([
    ['#b02a30', '#e8e2d6'],
    ['#24406e', '#24406e'],
    ['#d79a22', '#3f4a55'],
  ]);
  const panels = 8;
  const cloth: Material = { soft: true, gloss: 0.15, colour: (u) => color(Math.floor(u * panels) % 2 ? one : two) };
  const canopy = surface(cloth, 96, 20, (u, v) => {
    const sag = 0.06 * Math.abs(Math.sin(u * panels * Math.PI)) * v * v;
    const r = 1.2 * (v + 0.002) * (1 - sag * 1.6);
    return round(u, r, 2.1 - 0.72 * v ** 2.1 + sag);
  });
  const shapes = [
    canopy,
    rod(steel, [0, 0.35, 0], [0, 2.28, 0], 0.022),
    curvedTube(
      wooden('#7a4a28', 1),
      [0.038, 12, 24],
      [0, 0.38, 0, 0, 0.1, 0, 0.09, -0.03, 0, 0.2, 0.02, 0, 0.21, 0.12, 0],
    ),
  ];
  for (let i = 0; i < panels; i++)
    shapes.push(
      tube(steel, [round(i / panels, 0.04, 1.55), round(i / panels, 0.62, 1.9)], 0.009, 6),
      curvedTube(
        steel,
        [0.009, 6, 12],
        ...[0.02, 0.35, 0.7, 1.02].map((v) => round(i / panels, 1.2 * v, 2.085 - 0.72 * v ** 2.1)),
      ),
    );
  const tilt = turned('z', within(random, -0.07, 0.07));
  const posed = shapes.map((each) => moved(each, tilt));
  const view = { yaw: within(random, 0, 40), pitch: random.pick([-8, 12]), fill: 0.8 };
  return { shapes: posed, view, photographs: ['sky', 'street', 'park'], blur: 6, format: 'square' };
};

const wateringCan: Subject = (random) => {
  const tin: Material = {
    gloss: 0.5,
    metal: random.chance(0.5),
    colour: uneven(random.pick(['#8b9a9e', '#5d8a66', '#b5533c']), 9, 0.2),
  };
  const reach = within(random, 1.5, 1.75);
  const rose = (p: Vec): Vec => add(turned('z', 0.12)(p), [-reach - 0.03, 1.18, 0]);
  const shapes = [
    lathe(tin, 96, [0.02, 0, 0.5, 0, 0.52, 0.03, 0.5, 0.5, 0.46, 0.9, 0.47, 0.93, 0.44, 0.93, 0.43, 0.5, 0.02, 0.1]),
    curvedTube(tin, [(t) => 0.11 - 0.05 * t, 16, 20], [-0.4, 0.15, 0], [-0.85, 0.5, 0], [-reach, 1.15, 0]),
    curvedTube(tin, [0.035, 12, 36], [-0.35, 0.9, 0, -0.05, 1.42, 0, 0.5, 1.35, 0, 0.75, 0.85, 0, 0.48, 0.35, 0]),
    curvedTube(tin, [0.018, 10, 12], [-0.45, 0.62, 0], [-0.9, 0.8, 0], [-1.12, 0.78, 0]),
    moved(lathe(tin, 96, [0.05, -0.12, 0.1, -0.05, 0.17, 0.03, 0.13, 0.06, 0.005, 0.08]), rose),
  ];
  const view = { yaw: within(random, -14, 14), pitch: 14, fill: 0.76 };
  return { shapes, view, photographs: ['park', 'street'], blur: 8, on: 'asphalt', format: 'wide' };
};

export const worn = { 'watering can': wateringCan, shoe, umbrella };
