/** Vessels: mugs, a bottle, a teapot, a glass vase. */
import type { Material, Shape } from '../drawing/shapes.ts';
import { ball, curvedTube, lathe, moved, sized, spline, tube, turned } from '../drawing/shapes.ts';
import { add, color, mix, noise, type Vec } from '../drawing/vector.ts';
import { type Subject, uneven, within } from './subject.ts';

function mugOf(material: Material, inside: Material, wide: number, tall: number, turn: number): Shape[] {
  const body = lathe(
    material,
    96,
    [0.02, 0],
    [wide * 0.82, 0],
    [wide * 0.93, 0.06],
    [wide, 0.35],
    [wide, tall * 0.98],
    [wide * 0.97, tall],
    [wide * 0.93, tall * 0.97],
    [wide * 0.9, 0.4],
    [wide * 0.8, 0.1],
    [0.02, 0.08],
  );
  const filling = lathe(inside, 96, [0.01, tall * 0.8], [wide * 0.5, tall * 0.8], [wide * 0.92, tall * 0.8]);
  const curve = [0.95, 0.82, 0, 1.35, 0.86, 0, 1.62, 0.6, 0, 1.45, 0.28, 0, 0.95, 0.2, 0];
  const grip = spline(30, ...sized([wide, tall, 1], curve));
  return [body, filling, tube(material, grip, tall * 0.065, 16)].map((each) => moved(each, turned('y', turn)));
}

const coffee: Material = { colour: color('#2a150a'), gloss: 0.7 };

const mug: Subject = (random) => {
  const [base, stripe] = [random.pick(['#2f6f8f', '#a8442f', '#4f7a4a', '#d0a23c']), within(random, 0.3, 0.7)];
  const own = uneven(base, 8, 0.06);
  const band = color('#efe9dc');
  const material: Material = {
    gloss: 0.6,
    colour: (u, v, at) => (Math.abs(at[1] - stripe) < 0.06 ? band : own(u, v, at)),
  };
  const shapes = mugOf(
    material,
    coffee,
    within(random, 0.38, 0.5),
    within(random, 0.95, 1.2),
    within(random, -0.1, 0.07),
  );
  const view = { yaw: 0, pitch: within(random, 16, 26), fill: 0.6 };
  return { shapes, view, photographs: ['cafe', 'room', 'blinds'], blur: 7, on: 'oak' };
};

const whiteMug: Subject = (random) => {
  const material: Material = { gloss: 0.5, colour: uneven(random.pick(['#d6d5d2', '#dcdad5', '#cfd1d3']), 5, 0.04) };
  const shapes = mugOf(
    material,
    material,
    within(random, 0.42, 0.52),
    within(random, 0.9, 1.05),
    within(random, -0.5, -0.4),
  );
  const view = { yaw: 0, pitch: within(random, 6, 12), fill: 0.55 };
  return { shapes, view, photographs: ['wall'], wall: 'white' };
};

const blackBottle: Subject = (random) => {
  const w = within(random, 0.26, 0.32);
  const glass: Material = { gloss: 0.8, colour: color('#08090a') };
  const paper: Material = { gloss: 0.15, colour: uneven('#191613', 30, 0.3) };
  const neck = within(random, 1.35, 1.5);
  const shapes = [
    lathe(
      glass,
      96,
      [0.01, 0],
      [w * 0.95, 0],
      [w, 0.06],
      [w, 0.8],
      [w, 1],
      [w * 0.75, 1.16],
      [0.1, neck - 0.08],
      [0.09, neck],
      [0.09, neck + 0.25],
      [0.115, neck + 0.26],
      [0.115, neck + 0.31],
      [0.02, neck + 0.32],
    ),
    lathe(paper, 96, [w * 1.006, 0.25], [w * 1.008, 0.5], [w * 1.006, 0.75]),
  ];
  const view = { yaw: 10, pitch: 5, fill: 0.74 };
  return { shapes, view, photographs: ['bar'], wall: 'black', on: 'black', format: 'high' };
};

const teapot: Subject = (random) => {
  const turn = turned('y', within(random, -0.02, 0.06));
  const speck = random.pick(['#5f7f78', '#b9745a', '#d8cfb8']);
  const base = uneven(speck, 5, 0.12);
  const clay: Material = {
    gloss: 0.45,
    colour: (u, v, at) => (noise(at[0] * 60, at[1] * 60, at[2] * 60) > 0.62 ? color('#3a2f28') : base(u, v, at)),
  };
  const fat = within(random, 0.9, 1.1);
  const shapes = [
    lathe(
      clay,
      96,
      [0.02, 0],
      [0.4, 0],
      [0.42, 0.04],
      [0.62 * fat, 0.35],
      [0.6 * fat, 0.62],
      [0.38, 0.88],
      [0.3, 0.92],
    ),
    lathe(clay, 96, [0.34, 0.9, 0.32, 0.94, 0.2, 1.02, 0.05, 1.05, 0.045, 1.1, 0.09, 1.15, 0.07, 1.21, 0.005, 1.23]),
    curvedTube(clay, [(t) => 0.15 - 0.09 * t, 18, 24], [0.5, 0.3, 0, 0.8, 0.38, 0, 0.95, 0.65, 0, 1.15, 0.92, 0]),
    curvedTube(clay, [0.055, 14, 30], [-0.45, 0.8, 0, -0.85, 0.95, 0, -1.05, 0.6, 0, -0.88, 0.3, 0, -0.52, 0.25, 0]),
  ].map((each) => moved(each, turn));
  const view = { yaw: 5, pitch: 17, fill: 0.68 };
  return { shapes, view, photographs: ['blinds', 'park', 'room'], blur: 6, on: 'linen', format: 'wide' };
};

const glassVase: Subject = (random) => {
  const tint = random.pick(['#dff0ee', '#e6eef4', '#d7ead8']);
  const glass: Material = { glass: true, gloss: 0.9, colour: color(tint) };
  const w = within(random, 0.3, 0.38);
  const profile = [0.8, 0, 0.86, 0.03, 1, 0.3, 0.8, 0.75, 0.62, 1, 0.75, 1.2, 0.72, 1.2, 0.6, 1];
  const stem: Material = { soft: true, colour: uneven('#4f7d35', 10, 0.3) };
  const petal: Material = { soft: true, gloss: 0.05, colour: (_u, v) => mix(color('#7a1630'), color('#e37a94'), v) };
  const shapes: Shape[] = [lathe(glass, 96, [0.01, 0], ...sized([w, 1], profile))];
  for (let k = 0; k < 5; k++) {
    const [a, lean] = [k / 5 + random.next() * 0.1, within(random, 0.25, 0.5)];
    const top: Vec = [Math.cos(a * 6.28) * lean, within(random, 1.75, 2.15), Math.sin(a * 6.28) * lean];
    shapes.push(
      curvedTube(
        stem,
        [0.014, 8, 24],
        [-top[0] * 0.3, 0.06, -top[2] * 0.3],
        [0, 0.95, 0],
        [top[0] * 0.6, 1.5, top[2] * 0.6],
        top,
      ),
    );
    for (let n = 0; n < 9; n++) {
      const at = add(top, [Math.cos(n * 2.4) * 0.055, 0.02 + 0.012 * n, Math.sin(n * 2.4) * 0.055]);
      shapes.push(ball(petal, at, [0.075, 0.1, 0.075], 16));
    }
  }
  const view = { yaw: 0, pitch: 8, fill: 0.82 };
  return { shapes, view, photographs: ['staircase', 'blinds', 'wall'], blur: 3, on: 'walnut', format: 'high' };
};

export const vessels = {
  mug,
  'grey-white mug on white': whiteMug,
  'black bottle on black': blackBottle,
  teapot,
  'glass vase': glassVase,
};
