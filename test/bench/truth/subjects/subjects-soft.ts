import type { SeededRandom } from '../../../helpers/run/seeded-random.ts';
import { ball, curvedTube, lathe, type Material, type Shape, sized, surface } from '../drawing/shapes.ts';
import { add, color, mix, noise, round, times, unit, type Vec } from '../drawing/vector.ts';
import { blackPlastic, type Subject, uneven, within } from './subject.ts';

function* directions(count: number, random: SeededRandom): Generator<Vec> {
  for (let i = 0; i < count; i++) {
    const y = 1 - (2 * (i + 0.5)) / count;
    const a = i * 2.39996 + random.next() * 0.8;
    yield [Math.cos(a) * Math.sqrt(1 - y * y), y, Math.sin(a) * Math.sqrt(1 - y * y)];
  }
}

/** A ball with short, slightly hanging hairs. */
function furOn(
  material: Material,
  center: Vec,
  radius: number,
  length: number,
  count: number,
  random: SeededRandom,
): Shape[] {
  const hairs: Shape[] = [ball(material, center, radius * 1.02, 40)];
  for (const out of directions(count, random)) {
    const stray: Vec = [random.next() - 0.5, random.next() - 0.7, random.next() - 0.5];
    const tip = add(times(unit(add(out, times(stray, 0.7))), radius + length * within(random, 0.5, 1.2)), [
      0,
      -length * 0.25,
      0,
    ]);
    const line = [
      times(out, radius),
      add(times(add(times(out, radius), tip), 0.5), times(stray, length * 0.25)),
      tip,
    ].map((p) => add(center, p));
    hairs.push(curvedTube(material, [(t) => radius * 0.0075 * (1 - 0.8 * t), 3, 5], ...line));
  }
  return hairs;
}

const furryBall: Subject = (random) => {
  const base = random.pick(['#c9a27a', '#8d8f96', '#d98aa6', '#5a4030']);
  const fur: Material = { soft: true, gloss: 0.05, colour: uneven(base, 12, 0.5) };
  const shapes = furOn(fur, [0, 1, 0], 0.8, within(random, 0.25, 0.4), 6500, random);
  const view = { yaw: 0, pitch: 12, fill: 0.68 };
  const on = random.pick(['linen', 'oak'] as const);
  return { shapes, view, photographs: ['wall', 'fur', 'room'], blur: 6, on, format: 'square' };
};

const wig: Subject = (random) => {
  const base = color(random.pick(['#2a1810', '#6b3f22', '#b98a4e', '#171416']));
  const hair: Material = {
    soft: true,
    gloss: 0.4,
    colour: (u, v, at) => times(base, 0.7 + 0.5 * noise(at[0] * 30, at[1] * 3, at[2] * 30) + 0.5 * v + 0.1 * u),
  };
  const felt: Material = { colour: uneven('#cfc6b8', 12, 0.1) };
  const shapes: Shape[] = [
    ball(felt, [0, 1.2, 0], [0.42, 0.55, 0.48]),
    lathe(felt, 96, [0.02, 0.0, 0.38, 0, 0.36, 0.06, 0.14, 0.16, 0.13, 0.5, 0.2, 0.85]),
  ];
  const length = within(random, 1, 1.4);
  for (const out of directions(5200, random)) {
    if (out[1] < -0.1 || (out[2] > 0.45 && out[1] < 0.55)) continue;
    const root: Vec = [out[0] * 0.43, 1.2 + out[1] * 0.56, out[2] * 0.49];
    const stray = () => (random.next() - 0.5) * (random.chance(0.1) ? 0.5 : 0.16);
    const side = unit([out[0] + 0.01, 0, out[2] - 0.25]);
    const at = (k: number, down: number): Vec => [
      side[0] * (0.5 + 0.1 * k) + stray(),
      1.35 + 0.2 * out[1] - down,
      side[2] * (0.52 + 0.05 * k) + stray() * 0.5,
    ];
    const line = [
      root,
      add(root, times(out, 0.1)),
      at(0, 0.25),
      at(0.7, length * 0.55),
      at(1, length * within(random, 0.8, 1.05)),
    ];
    shapes.push(curvedTube(hair, [(t) => 0.004 * (1 - 0.6 * t), 3, 14], ...line));
  }
  const view = { yaw: within(random, -35, 35), pitch: 5, fill: 0.84 };
  return { shapes, view, photographs: ['room', 'wall', 'blinds'], blur: 7, on: 'white', format: 'high' };
};

const potProfile = [0.72, 0, 0.76, 0.03, 0.97, 0.55, 1.1, 0.56, 1.12, 0.7, 1.02, 0.7, 0.98, 0.62];
const pot = (material: Material, r: number): Shape =>
  lathe(material, 96, [0.01, 0], ...sized([r, 1], potProfile), [0.01, 0.62]);

const pottedGrass: Subject = (random) => {
  const shapes: Shape[] = [
    pot({ gloss: 0.15, colour: uneven(random.pick(['#a8583a', '#6f7a80', '#d8d2c4']), 10, 0.2) }, 0.42),
  ];
  for (let i = 0; i < 520; i++) {
    const blade: Material = {
      soft: true,
      gloss: 0.1,
      colour: uneven(random.pick(['#4d7d2c', '#6e9a3a', '#3c6a2a', '#9aa84a']), 5, 0.3),
    };
    const [a, r, lean] = [random.next() * 6.283, Math.sqrt(random.next()) * 0.36, within(random, 0.05, 0.75)];
    const tall = within(random, 0.5, 1.35);
    const from: Vec = [Math.cos(a) * r, 0.6, Math.sin(a) * r];
    const out = random.next() * 1.6 - 0.8 + a;
    const to = (t: number, drop: number): Vec =>
      add(from, [Math.cos(out) * lean * t, tall * (t - drop), Math.sin(out) * lean * t]);
    shapes.push(
      curvedTube(
        blade,
        [(t) => 0.011 * (1 - 0.92 * t), 4, 9],
        from,
        to(0.45, 0),
        to(0.8, 0.03),
        to(1.1, 0.12 + 0.3 * lean),
      ),
    );
  }
  const view = { yaw: 0, pitch: 10, fill: 0.8 };
  const blur = within(random, 2, 8);
  return { shapes, view, photographs: ['blinds', 'park', 'room', 'staircase'], blur, on: 'oak', format: 'high' };
};

const leafyPlant: Subject = (random) => {
  const shapes: Shape[] = [
    pot({ gloss: 0.5, colour: uneven(random.pick(['#e6e2da', '#2e3b45', '#c07a4a']), 6, 0.06) }, 0.36),
  ];
  const vein = color('#9dbb6a');
  for (let i = 0; i < 26; i++) {
    const [a, tall, reach] = [i * 2.4 + random.next() * 0.5, within(random, 0.75, 1.75), within(random, 0.15, 0.75)];
    const dark = color(random.pick(['#2c5a2a', '#3a6e33', '#245038']));
    const leaf: Material = {
      soft: true,
      gloss: 0.35,
      colour: (u, v) =>
        Math.abs(u - 0.5) < 0.02
          ? vein
          : mix(dark, vein, Math.max(0, noise(v * 22 + Math.abs(u - 0.5) * 16, 3) - 0.35)),
    };
    const end = add(round(a / 6.283, reach), [0, tall, 0]);
    shapes.push(
      curvedTube(
        { soft: true, colour: dark },
        [0.012, 7, 12],
        round(a / 6.283, 0.05, 0.6),
        add(times(end, 0.6), [0, 0.35, 0]),
        end,
      ),
    );
    const [size, out, across] = [within(random, 0.2, 0.4), round(a / 6.283, 1), round(a / 6.283 + 0.25, 1)];
    const width = (v: number) => Math.sin(Math.min(1, v * 1.02) * Math.PI) ** 0.75 * (1 - 0.35 * v) * 0.62;
    shapes.push(
      surface(leaf, 10, 16, (u, v) =>
        add(
          end,
          add(
            times(out, v * size * 1.3),
            add(times(across, (u - 0.5) * 2 * size * width(v)), [
              0,
              size * (0.35 * v - 0.9 * v * v + 0.35 * Math.abs(u - 0.5)),
              0,
            ]),
          ),
        ),
      ),
    );
  }
  const view = { yaw: 0, pitch: 12, fill: 0.82 };
  const blur = within(random, 2, 7);
  return { shapes, view, photographs: ['wall', 'blinds', 'cafe'], blur, on: 'oak', format: 'high' };
};

const plush: Subject = (random) => {
  const base = random.pick(['#9a6b42', '#d8c6a8', '#8c99ab']);
  const fur: Material = { soft: true, gloss: 0.03, colour: uneven(base, 16, 0.35) };
  const light: Material = { soft: true, gloss: 0.03, colour: uneven('#e6d8be', 16, 0.2) };
  const parts: [Vec, number, Material][] = [
    [[0, 0.55, 0], 0.5, fur],
    [[0, 1.28, 0.04], 0.4, fur],
    [[-0.32, 1.6, 0], 0.15, fur],
    [[0.32, 1.6, 0], 0.15, fur],
    [[-0.5, 0.75, 0.18], 0.19, fur],
    [[0.5, 0.75, 0.18], 0.19, fur],
    [[-0.35, 0.18, 0.42], 0.22, fur],
    [[0.35, 0.18, 0.42], 0.22, fur],
    [[0, 1.18, 0.36], 0.17, light],
  ];
  const shapes = parts.flatMap(([at, r, material]) => furOn(material, at, r, 0.05, Math.round(4200 * r), random));
  for (const x of [-0.14, 0.14]) shapes.push(ball({ ...blackPlastic, gloss: 0.9 }, [x, 1.38, 0.41], 0.045, 20));
  shapes.push(ball(blackPlastic, [0, 1.27, 0.57], [0.06, 0.045, 0.04], 20));
  const view = { yaw: within(random, -25, 25), pitch: 9, fill: 0.76 };
  return { shapes, view, photographs: ['room', 'fur', 'blinds'], blur: 8, on: 'linen', format: 'high' };
};

export const softThings = {
  'furry ball': furryBall,
  wig,
  'potted grass': pottedGrass,
  'leafy plant': leafyPlant,
  'plush toy': plush,
};
