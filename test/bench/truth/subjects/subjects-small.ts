/** Jewelry, glasses, lace, a shoe, an umbrella, a watering can. */
import type { Material, Shape } from '../drawing/shapes.ts';
import {
  ball,
  closedTube,
  curvedTube,
  lathe,
  moved,
  ring,
  rod,
  sized,
  spline,
  surface,
  tube,
  turned,
} from '../drawing/shapes.ts';
import { add, color, round, type Vec } from '../drawing/vector.ts';
import { blackPlastic, chrome, gold, lying, type Subject, steel, uneven, within, wooden } from './subject.ts';

const necklace: Subject = (random) => {
  const metal = random.pick([gold, chrome]);
  const [wide, deep, links] = [within(random, 0.7, 0.85), within(random, 1.1, 1.4), 150];
  const line = spline(
    links,
    [-wide * 0.55, 0.9, 0],
    [-wide, 0.35, 0],
    [-wide * 0.62, -deep * 0.5, 0],
    [0, -deep, 0],
    [wide * 0.62, -deep * 0.5, 0],
    [wide, 0.35, 0],
    [wide * 0.55, 0.9, 0],
  );
  const shapes: Shape[] = [];
  for (const [i, at] of line.entries()) {
    const next = line[Math.min(links, i + 1)]!;
    const angle = Math.atan2(next[1] - at[1], next[0] - at[0]);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    shapes.push(
      closedTube(metal, [0.0045, 6, 14], (a) => {
        const [x, y] = [Math.cos(a) * 0.022, Math.sin(a) * 0.012];
        return add(at, i % 2 ? [x * c, x * s, y] : [x * c - y * s, x * s + y * c, 0]);
      }),
    );
  }
  const stone: Material = { colour: color(random.pick(['#7a1028', '#12406a', '#155a3a'])), gloss: 1 };
  shapes.push(
    ball(stone, [0, -deep - 0.17, 0.01], [0.09, 0.12, 0.05], 28),
    ring(metal, [0.014, 8, 48], [0, -deep - 0.17, 0.01], [0.095, 0.125]),
  );
  const view = { ...lying, fill: 0.8 };
  return { shapes, view, photographs: ['wall'], wall: random.pick(['linen', 'black', 'plaster']), format: 'high' };
};

const ringWithStone: Subject = (random) => {
  const metal = random.pick([gold, chrome]);
  const stone: Material = { colour: color(random.pick(['#c9d8e6', '#8a1230', '#1b5f8a'])), gloss: 1, metal: true };
  const shapes = [
    ring(metal, [0.055, 16, 120], [0, 0.56, 0], 0.5),
    lathe(stone, 8, [0.01, 1.12, 0.12, 1.24, 0.15, 1.3, 0.1, 1.34, 0.005, 1.34]),
  ];
  for (let i = 0; i < 4; i++)
    shapes.push(tube(metal, [round(i / 4, 0.06, 1.1), round(i / 4, 0.15, 1.26), round(i / 4, 0.13, 1.33)], 0.016, 8));
  const view = { yaw: within(random, 20, 50), pitch: 17, fill: 0.6 };
  const on = random.pick(['walnut', 'white', 'linen'] as const);
  return { shapes, view, photographs: ['cafe', 'bar', 'coffee'], blur: 12, on, format: 'square' };
};

const eyeglasses: Subject = (random) => {
  const frame: Material = random.chance(0.5) ? { colour: uneven('#4a2a18', 12, 0.5), gloss: 0.7 } : { ...steel };
  const pane: Material = { glass: true, gloss: 0.4, colour: color('#eef4f2') };
  const [rx, ry] = [within(random, 0.4, 0.46), within(random, 0.32, 0.4)];
  const squircle = (a: number, k: number): Vec => [
    Math.sign(Math.cos(a)) * Math.abs(Math.cos(a)) ** 0.75 * rx * k,
    Math.sign(Math.sin(a)) * Math.abs(Math.sin(a)) ** 0.75 * ry * k,
    0,
  ];
  const shapes: Shape[] = [];
  for (const s of [-1, 1]) {
    const at: Vec = [s * 0.56, ry, 0];
    shapes.push(
      closedTube(frame, [0.028, 10, 72], (a) => add(at, squircle(a, 1))),
      surface(pane, 40, 6, (u, v) => add(at, add(squircle(u * 6.28318, v + 0.001), [0, 0, 0.02 * (1 - v * v)]))),
      curvedTube(
        frame,
        [0.022, 8, 30],
        add(at, [s * rx * 0.98, ry * 0.4, 0]),
        add(at, [s * (rx + 0.06), ry * 0.42, -0.08]),
        add(at, [s * (rx + 0.08), ry * 0.4, -1.1]),
        add(at, [s * (rx + 0.03), ry * -0.55, -1.5]),
      ),
    );
  }
  shapes.push(
    curvedTube(
      frame,
      [0.026, 9, 14],
      [-0.56 + rx * 0.95, ry * 1.3, 0],
      [0, ry * 1.5, 0.04],
      [0.56 - rx * 0.95, ry * 1.3, 0],
    ),
  );
  const view = { yaw: within(random, -28, 28), pitch: within(random, 14, 26), fill: 0.72 };
  const on = random.pick(['oak', 'white', 'walnut'] as const);
  return { shapes, view, photographs: ['cafe', 'room', 'blinds'], blur: 8, on, format: 'wide' };
};

const lace: Subject = (random) => {
  const [petals, rings] = [random.pick([12, 16, 20]), random.between(5, 7)];
  const hole = (u: number, v: number): boolean => {
    const [turn, r] = [u * petals, v * rings];
    const [x, y] = [(turn % 1) - 0.5, (r % 1) - 0.5];
    const scale = Math.max(0.3, v) * 2.6;
    if (v > 0.93) return Math.hypot((((u * petals * 2) % 1) - 0.5) * 1.3, (v - 0.93) / 0.07) > 0.6 && v > 0.95;
    if (Math.floor(r) % 2 === 0)
      return Math.hypot(x, y * 0.9) < 0.4 || (Math.abs(Math.abs(x) - 0.5) < 0.16 && Math.abs(Math.abs(y) - 0.5) < 0.14);
    const threads =
      Math.abs(((((u * petals * 3 + v * rings * 2) % 1) + 1) % 1) - 0.5) < 0.11 * (1 / scale) + 0.1 ||
      Math.abs(((((u * petals * 3 - v * rings * 2) % 1) + 1) % 1) - 0.5) < 0.11 * (1 / scale) + 0.1;
    return !threads && Math.abs(y) < 0.42;
  };
  const cotton: Material = {
    soft: true,
    gloss: 0.02,
    colour: uneven(random.pick(['#efe9da', '#e9e4dc', '#d8c49a']), 90, 0.25),
    hole,
  };
  const doily = surface(cotton, 160, 60, (u, v) => [
    Math.cos(u * 6.283185) * (v + 0.001),
    Math.sin(u * 6.283185) * (v + 0.001),
    0.03 * Math.sin(u * 37) * v + 0.02 * Math.sin(v * 9),
  ]);
  const shapes = [doily];
  const view = { yaw: within(random, -18, 18), pitch: within(random, 8, 22), fill: 0.82 };
  return { shapes, view, photographs: ['wall'], wall: random.pick(['oak', 'walnut', 'tiles']), format: 'square' };
};

export const smallThings = { necklace, 'ring with a stone': ringWithStone, eyeglasses, lace };

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
  const bow = [-0.2, 0.76, 0, -0.2, 0.95, 0.16, -0.05, 0.86, 0.3, -0.12, 0.76, 0.06, 0.1, 0.5, 0.42, 0.15, 0.25, 0.46];
  for (const s of [-1, 1]) shapes.push(curvedTube(white, [0.016, 8, 40], ...sized([1, 1, s], bow)));
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
