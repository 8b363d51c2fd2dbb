/** Tools on a table: scissors, cutlery, a whisk. */
import { ball, closedTube, curvedTube, type Material, moved, type Shape, surface, turned } from '../drawing/shapes.ts';
import { color, round, type Vec } from '../drawing/vector.ts';
import { lying, type Subject, steel, within, wooden } from './subject.ts';

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
        [s * 0.01, 0.08, 0.02 * s],
        [-s * 0.02, -0.1, 0.02 * s],
        [-s * 0.12, -0.35, 0.02 * s],
      ),
      closedTube(grip, [0.05, 12, 60], (a) => [-s * 0.24 + Math.cos(a) * 0.16, -0.62 + Math.sin(a) * 0.3, 0.02 * s]),
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
      [0, -1.3, 0],
      [0, -0.9, 0],
      [0, -0.15, 0],
    ),
  ];
  const wires = random.between(7, 10);
  for (let i = 0; i < wires; i++) {
    const a = (i / wires) * 0.5;
    const at = (r: number, y: number): Vec => round(a, r, y);
    shapes.push(
      curvedTube(
        steel,
        [0.0125, 7, 64],
        at(0.03, -0.18),
        at(0.14, 0.2),
        at(0.33, 0.75),
        at(0.27, 1.12),
        at(0, 1.27),
        at(-0.27, 1.12),
        at(-0.33, 0.75),
        at(-0.14, 0.2),
        at(-0.03, -0.18),
      ),
    );
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
