/** Tools, cutlery, headphones, a net, a basket, a camera on its tripod. */
import type { Material, Shape } from '../drawing/shapes.ts';
import {
  ball,
  bar,
  circle,
  closedTube,
  curvedTube,
  hoop,
  moved,
  ring,
  rod,
  sized,
  surface,
  tube,
  turned,
} from '../drawing/shapes.ts';
import { color, round, times, type Vec } from '../drawing/vector.ts';
import { blackPlastic, gold, lying, rubber, type Subject, steel, uneven, within, wooden } from './subject.ts';

const scissors: Subject = (random) => {
  const turn = turned('z', within(random, 0.08, 0.2));
  const grip: Material = { colour: color(random.pick(['#c23b22', '#1d1d20', '#2a6db0'])), gloss: 0.5 };
  const open = within(random, 0.025, 0.055);
  const half = (s: number): Shape[] =>
    [
      surface(steel, 6, 20, (u, v) => [
        s * (0.1 * (1 - v) * (u - 0.15)),
        v * 1.25,
        0.02 * s + 0.012 * Math.sin(u * 3.1),
      ]),
      curvedTube(
        steel,
        [0.045, 10, 12],
        ...sized([s, 1, s], [0.01, 0.08, 0.02, -0.02, -0.1, 0.02, -0.12, -0.35, 0.02]),
      ),
      ring(grip, [0.05, 12, 60], [-s * 0.24, -0.62, 0.02 * s], [0.16, 0.3]),
    ].map((each) => moved(each, turned('z', s * open)));
  const shapes = [...half(1), ...half(-1), ball(steel, [0, 0.02, 0.05], [0.045, 0.045, 0.02], 20)];
  const posed = shapes.map((each) => moved(each, turn));
  const view = { ...lying, fill: 0.76 };
  return {
    shapes: posed,
    view,
    photographs: ['wall'],
    wall: random.pick(['oak', 'plaster', 'linen']),
    format: 'square',
  };
};

const cutlery = (x: number, tines: number): Shape[] => {
  const shapes: Shape[] = [
    surface(steel, 10, 40, (u, v) => [
      x + (u - 0.5) * (0.1 + 0.08 * Math.abs(v - 0.35) ** 1.4),
      -1.2 + v * 1.35,
      0.03 + 0.02 * Math.cos((u - 0.5) * 3) + 0.05 * v * v,
    ]),
  ];
  if (tines === 0) shapes.push(ball(steel, [x, 0.43, 0.05], [0.2, 0.31, 0.05], 40));
  else {
    shapes.push(
      surface(steel, 12, 16, (u, v) => [
        x + (u - 0.5) * (0.1 + 0.26 * Math.min(1, v * 1.6)),
        0.12 + v * 0.3,
        0.08 + 0.03 * v + 0.02 * Math.cos((u - 0.5) * 3),
      ]),
    );
    for (let i = 0; i < tines; i++)
      shapes.push(
        curvedTube(
          steel,
          [(t) => 0.028 * (1 - 0.6 * t), 8, 10],
          ...[0, 0.5, 1].map((t): Vec => [x - 0.155 + (0.31 * i) / (tines - 1), 0.4 + t * 0.42, 0.11 - 0.05 * t * t]),
        ),
      );
  }
  return shapes;
};

const forkAndSpoon: Subject = (random) => {
  const turn = turned('z', within(random, -0.06, 0.06));
  const shapes = [...cutlery(-0.28, random.pick([3, 4])), ...cutlery(0.28, 0)].map((each) => moved(each, turn));
  const view = { yaw: 0, pitch: 14, fill: 0.8 };
  return { shapes, view, photographs: ['wall'], wall: random.pick(['walnut', 'linen', 'tiles']), format: 'high' };
};

const whisk: Subject = (random) => {
  const turn = turned('z', within(random, 0.04, 0.16));
  const shapes: Shape[] = [
    curvedTube(
      random.pick([steel, wooden('#b98a58', 1)]),
      [(t) => 0.06 + 0.02 * Math.sin(t * 5) - 0.02 * t, 14, 24],
      [0, -1.3, 0, 0, -0.9, 0, 0, -0.15, 0],
    ),
  ];
  const half = [
    [0.03, -0.18],
    [0.14, 0.2],
    [0.33, 0.75],
    [0.27, 1.12],
  ] as const;
  const wire = [...half, [0, 1.27] as const, ...half.map(([r, y]) => [-r, y] as const).reverse()];
  const wires = random.between(7, 10);
  for (let i = 0; i < wires; i++) {
    const a = (i / wires) * 0.5;
    shapes.push(curvedTube(steel, [0.0125, 7, 64], ...wire.map(([r, y]) => round(a, r, y))));
  }
  const posed = shapes.map((each) => moved(each, turn));
  const view = { yaw: 0, pitch: 0, fill: 0.84 };
  return {
    shapes: posed,
    view,
    photographs: ['room', 'wall', 'blinds', 'park'],
    blur: within(random, 3, 9),
    format: 'high',
  };
};

export const tools = { scissors, 'fork and spoon': forkAndSpoon, whisk };

const headphones: Subject = (random) => {
  const shell: Material = { colour: color(random.pick(['#202124', '#d7d3cb', '#7a2f2f'])), gloss: 0.55 };
  const pad: Material = { colour: uneven('#1e1d1d', 30, 0.3), gloss: 0.1 };
  const shapes: Shape[] = [
    curvedTube(
      shell,
      [0.045, 12, 48],
      [-0.62, 0.65, 0, -0.6, 1.1, 0, -0.35, 1.5, 0, 0, 1.62, 0, 0.35, 1.5, 0, 0.6, 1.1, 0, 0.62, 0.65, 0],
    ),
  ];
  for (const s of [-1, 1]) {
    shapes.push(
      ball(shell, [s * 0.68, 0.42, 0], [0.12, 0.33, 0.28], 36),
      closedTube(pad, [0.085, 12, 48], (a) => [s * 0.55, 0.42 + Math.sin(a) * 0.24, Math.cos(a) * 0.2]),
    );
  }
  const x = random.chance(0.5) ? 1 : -1;
  const cord = [
    -0.68, 0.12, 0, -0.66, 0.03, 0.2, -0.3, 0.02, 0.62, 0.25, 0.02, 0.5, 0.5, 0.02, 0.78, 0.95, 0.02, 0.6, 1.15, 0.02,
    0.1,
  ];
  shapes.push(
    curvedTube(rubber, [0.018, 8, 70], ...sized([x, 1, 1], cord)),
    rod(gold, [1.15 * x, 0.02, 0.1], [1.17 * x, 0.02, -0.08], 0.024),
  );
  const view = { yaw: within(random, 18, 34) * -x, pitch: 15, fill: 0.74 };
  const on = random.pick(['oak', 'white'] as const);
  return { shapes, view, photographs: ['cafe', 'bar', 'room'], blur: 9, on, format: 'wide' };
};

const netBag: Subject = (random) => {
  const cord: Material = {
    soft: true,
    gloss: 0.05,
    colour: uneven(random.pick(['#e0d6c0', '#3f6b58', '#b5502f']), 60, 0.3),
  };
  const [strings, twist] = [random.between(22, 28), 0.34];
  const radius = (t: number) => 0.62 * Math.sin(Math.min(1, 0.06 + t * 0.94) * Math.PI * 0.86) ** 0.7;
  const shapes: Shape[] = [];
  for (let i = 0; i < strings; i++) {
    for (const s of [-1, 1])
      shapes.push(
        tube(
          cord,
          Array.from({ length: 41 }, (_, k) => {
            const t = k / 40;
            return round(i / strings + s * twist * t, radius(t) + 0.006 * s, t * 1.35);
          }),
          0.0105,
          6,
        ),
      );
  }
  shapes.push(hoop(cord, [0.025, 8, 60], radius(1), 1.35));
  const handle = [-0.28, 1.34, 0.12, -0.22, 1.75, 0.1, 0, 1.95, 0.05, 0.22, 1.75, 0.1, 0.28, 1.34, 0.12];
  for (const z of [-1, 1]) shapes.push(curvedTube(cord, [0.02, 8, 24], ...sized([1, 1, z], handle)));
  for (let k = 0; k < 9; k++) {
    const fruit: Material = { gloss: 0.3, colour: uneven(random.pick(['#d9862a', '#c2b32c', '#b03a2a']), 14, 0.2) };
    const level = Math.floor(k / 4);
    shapes.push(
      ball(
        fruit,
        [Math.cos(k * 1.6 + level) * 0.27, 0.26 + level * 0.29, Math.sin(k * 1.6 + level) * 0.27],
        within(random, 0.17, 0.2),
        28,
      ),
    );
  }
  const view = { yaw: 0, pitch: 6, fill: 0.82 };
  const blur = within(random, 3, 8);
  return { shapes, view, photographs: ['room', 'wall', 'street'], blur, on: 'oak', format: 'high' };
};

const basket: Subject = (random) => {
  const cane: Material = wooden(random.pick(['#a87c48', '#c9a878', '#6e4a2c']), 1);
  const stakes = random.pick([22, 26, 30]);
  const radius = (y: number) => 0.62 + 0.22 * y;
  const shapes: Shape[] = [];
  for (let i = 0; i < stakes; i++)
    shapes.push(
      tube(
        cane,
        [0, 0.35, 0.72].map((y) => round(i / stakes, radius(y), y)),
        0.016,
        7,
      ),
    );
  for (let row = 0; row < 11; row++) {
    if (row === 5 || row === 6) continue;
    const y = 0.02 + row * 0.066;
    shapes.push(
      tube(
        cane,
        circle(
          stakes * 6,
          (a) =>
            times(
              [Math.cos(a), 0, Math.sin(a)],
              radius(y) + 0.022 * Math.sin((a * stakes) / 2 + (row % 2) * Math.PI),
            ) as Vec,
        ).map((p): Vec => [p[0], y, p[2]]),
        0.027,
        8,
      ),
    );
  }
  shapes.push(
    hoop(cane, [0.045, 10, 72], radius(0.74), 0.74),
    surface(cane, 48, 2, (u, v) => round(u, radius(0) * (v + 0.001), 0.015)),
    curvedTube(
      cane,
      [0.038, 10, 40],
      [-0.78, 0.7, 0, -0.74, 1.15, 0, -0.4, 1.55, 0, 0, 1.66, 0, 0.4, 1.55, 0, 0.74, 1.15, 0, 0.78, 0.7, 0],
    ),
  );
  const view = { yaw: within(random, 0, 40), pitch: 17, fill: 0.76 };
  const on = random.pick(['oak', 'linen'] as const);
  return { shapes, view, photographs: ['park', 'blinds', 'room'], blur: 6, on, format: 'square' };
};

const tripod: Subject = (random) => {
  const dark: Material = { colour: uneven('#1c1d20', 30, 0.25), gloss: 0.35 };
  const shapes: Shape[] = [bar(dark, [0, 1.72, 0], [0, 2.0, 0], 0.46, 0.2)];
  shapes.push(
    bar(dark, [0, 1.99, 0], [0, 2.07, 0], 0.16, 0.14),
    rod(blackPlastic, [0, 1.85, 0.05], [0, 1.85, 0.36], 0.115, 28),
    rod(steel, [0, 1.85, 0.34], [0, 1.85, 0.365], 0.1, 28),
    ball({ colour: color('#1c2440'), gloss: 1 }, [0, 1.85, 0.35], [0.085, 0.085, 0.03], 24),
    rod(dark, [0, 1.25, 0], [0, 1.7, 0], 0.03),
    ball(dark, [0, 1.64, 0], 0.07, 20),
    rod(dark, [0.02, 1.62, 0], [0.35, 1.45, -0.15], 0.016),
  );
  const spread = within(random, 0.55, 0.72);
  for (let i = 0; i < 3; i++) {
    const turn = i / 3 + 0.08;
    shapes.push(
      rod(dark, round(turn, 0.06, 1.38), round(turn, spread * 0.55, 0.66), 0.032),
      rod(steel, round(turn, spread * 0.55, 0.68), round(turn, spread, 0.03), 0.021),
      ball(rubber, round(turn, spread, 0.03), 0.034, 16),
      rod(steel, round(turn, 0.02, 1.0), round(turn, spread * 0.42, 0.88), 0.009),
    );
  }
  shapes.push(rod(dark, [0, 0.98, 0], [0, 1.3, 0], 0.02));
  const view = { yaw: within(random, -40, 40), pitch: 8, fill: 0.86 };
  const blur = within(random, 3, 8);
  return { shapes, view, photographs: ['park', 'street', 'blinds'], blur, on: 'asphalt', format: 'high' };
};

export const carried = { headphones, 'net bag': netBag, basket, 'camera on a tripod': tripod };
