/**
 * Kinds without training samples that no constant was chosen by: they show whether a change generalizes.
 * They stay out of `subjects`, which the training samples are drawn from.
 */
import type { Material, Shape } from '../drawing/shapes.ts';
import {
  ball,
  bar,
  curvedTube,
  hoop,
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
import { add, color, mix, round, type Vec } from '../drawing/vector.ts';
import { blackPlastic, chrome, gold, lying, rubber, type Subject, steel, uneven, within } from './subject.ts';

const racket: Subject = (random) => {
  const frame: Material = { colour: color(random.pick(['#b3261e', '#1d1e22', '#2456a6', '#d8d8d4'])), gloss: 0.7 };
  const strings: Material = { colour: color(random.pick(['#e9e6d8', '#d8e23a', '#26262a'])), gloss: 0.3 };
  const [wide, tall, middle] = [0.42, 0.56, 1.5];
  const shapes: Shape[] = [
    ring(frame, [0.032, 12, 96], [0, middle, 0], [wide, tall]),
    rod(rubber, [0, -0.1, 0], [0, 0.42, 0], 0.05),
  ];
  for (const s of [-1, 1]) shapes.push(rod(frame, [0.02 * s, 0.4, 0], [0.2 * s, middle - tall * 0.86, 0], 0.026));
  const string = (from: Vec, to: Vec) => tube(strings, [from, to], 0.0045, 5);
  const count = random.between(12, 17);
  for (let i = 1; i < count; i++) {
    const t = (2 * i) / count - 1;
    const half = Math.sqrt(1 - t * t);
    shapes.push(
      string([t * wide, middle - half * tall, 0.004], [t * wide, middle + half * tall, 0.004]),
      string([-half * wide, middle + t * tall, -0.004], [half * wide, middle + t * tall, -0.004]),
    );
  }
  const view = { yaw: within(random, -30, 30), pitch: 4, fill: 0.86 };
  return { shapes, view, photographs: ['park', 'street', 'wall'], blur: within(random, 2, 7), format: 'high' };
};

const colander: Subject = (random) => {
  const enamel: Material = { colour: color(random.pick(['#c8cbd0', '#b8392f', '#dfe6e4', '#37694f'])), gloss: 0.8 };
  const [across, down] = [random.between(22, 30), random.between(6, 8)];
  const hole = (u: number, v: number) =>
    v > 0.16 &&
    v < 0.84 &&
    Math.hypot(((u * across + (Math.floor(v * down) % 2) / 2) % 1) - 0.5, ((v * down) % 1) - 0.5) < 0.27;
  const bowl = (r: number): Shape =>
    surface({ ...enamel, hole }, 220, 90, (u, v) =>
      round(u, r * Math.sin((0.12 + 0.38 * v) * Math.PI), 0.9 - 0.85 * Math.cos((0.12 + 0.38 * v) * Math.PI)),
    );
  const shapes = [bowl(0.9), hoop(enamel, [0.035, 10, 72], 0.91, 0.9), hoop(enamel, [0.05, 10, 48], 0.35, 0.06)];
  const handle = [0.9, 0.88, 0.2, 1.14, 0.92, 0.12, 1.14, 0.92, -0.12, 0.9, 0.88, -0.2];
  for (const s of [-1, 1]) shapes.push(curvedTube(enamel, [0.03, 8, 24], ...sized([s, 1, 1], handle)));
  const view = { yaw: within(random, -40, 40), pitch: within(random, 6, 16), fill: 0.76 };
  const blur = within(random, 3, 8);
  const on = random.pick(['oak', 'tiles', 'linen'] as const);
  return { shapes, view, photographs: ['room', 'cafe', 'wall'], blur, on, format: 'wide' };
};

const beads: Subject = (random) => {
  const tones = [random.pick(['#a8322c', '#25507a', '#d9c9a4']), random.pick(['#e8e4da', '#2d2a26', '#4f8a5b'])];
  const materials = tones.map((tone): Material => ({ colour: uneven(tone, 14, 0.2), gloss: 0.8 }));
  const count = random.between(26, 38);
  const size = within(random, 0.055, 0.075);
  const shapes = Array.from({ length: count }, (_, i) => {
    const a = (i / count) * 2 * Math.PI;
    const wave = 1 + 0.16 * Math.sin(3 * a + 1);
    return ball(
      materials[i % 2]!,
      [Math.cos(a) * 0.9 * wave, 1 + Math.sin(a) * 0.75 * wave, 0.03 * Math.sin(5 * a)],
      size * (i % 4 ? 1 : 1.3),
      24,
    );
  });
  const view = { ...lying, fill: 0.8 };
  const wall = random.pick(['linen', 'oak', 'walnut', 'plaster'] as const);
  return { shapes, view, photographs: ['wall'], wall, format: 'square' };
};

const feather: Subject = (random) => {
  const [dark, light] = [random.pick(['#2f2b2a', '#5b4130', '#3b4b63']), random.pick(['#d8d2c6', '#b39a7a'])];
  const vane: Material = {
    soft: true,
    colour: (_u, _v, [, y]) => mix(color(dark), color(light), 0.5 + 0.5 * Math.sin(y * 9)),
  };
  const quill = spline(120, [0, -0.3, 0, 0.03, 0.3, 0, 0.1, 1.1, 0, 0.3, 2, 0]);
  const shapes: Shape[] = [tube({ colour: color('#e5dfd0'), gloss: 0.4 }, quill, (t) => 0.022 * (1 - 0.9 * t), 8)];
  for (let k = 24; k < 120; k++) {
    const at = quill[k]!;
    const t = (k - 24) / 96;
    const length = 0.42 * Math.sin(Math.PI * (0.12 + 0.85 * t)) * within(random, 0.93, 1.02);
    for (const s of [-1, 1]) {
      if (random.chance(0.05)) continue;
      const end: Vec = add(at, [s * length * (s > 0 ? 1 : 0.75), length * 0.75, 0.02]);
      const bend: Vec = add(at, [s * length * 0.55, length * 0.28, 0.01]);
      shapes.push(curvedTube(vane, [(v) => 0.0095 * (1 - 0.75 * v), 4, 8], at, bend, end));
    }
  }
  const view = { yaw: within(random, -20, 20), pitch: 3, fill: 0.84 };
  return { shapes, view, photographs: ['wall', 'sky', 'park', 'room'], blur: within(random, 3, 8), format: 'high' };
};

const pretzel: Subject = (random) => {
  const crust: Material = { colour: uneven(random.pick(['#8a4a1d', '#a8682e', '#6b3513']), 9, 0.35), gloss: 0.5 };
  const outline = [
    0.34, 0.1, -0.2, 0.55, -0.72, 1.05, -0.5, 1.5, 0, 1.32, 0.02, 1.3, 0.5, 1.5, 0.72, 1.05, 0.2, 0.55, -0.34, 0.1,
  ];
  const at = (i: number): Vec => [outline[2 * i]!, outline[2 * i + 1]!, i < 5 ? 0.07 : -0.07];
  const line = spline(140, ...Array.from({ length: 10 }, (_, i) => at(i)));
  const shapes = [tube(crust, line, (t) => 0.075 + 0.075 * Math.sin(Math.PI * t), 18)];
  const view = { ...lying, fill: 0.74 };
  const wall = random.pick(['oak', 'linen', 'white', 'walnut'] as const);
  return { shapes, view, photographs: ['wall'], wall, format: 'wide' };
};

const spring: Subject = (random) => {
  const [turns, wire] = [random.between(7, 11), within(random, 0.022, 0.04)];
  const line = Array.from({ length: turns * 40 + 1 }, (_, i): Vec => {
    const a = (i / 40) * 2 * Math.PI;
    return [Math.cos(a) * 0.36, (i / (turns * 40)) * 1.9, Math.sin(a) * 0.36];
  });
  const tilt = turned('z', within(random, -0.22, 0.22));
  const shapes = [tube(random.pick([steel, chrome, gold]), line.map(tilt), wire, 10)];
  const view = { yaw: within(random, 0, 60), pitch: within(random, 6, 20), fill: 0.78 };
  return { shapes, view, photographs: ['room', 'street', 'wall'], blur: within(random, 3, 8), format: 'square' };
};

const branch: Subject = (random) => {
  const bark: Material = { colour: uneven(random.pick(['#4a3a2c', '#6a5a4a', '#2f2620']), 14, 0.4), gloss: 0.1 };
  const leaf: Material = {
    soft: true,
    colour: uneven(random.pick(['#4c7f35', '#b2652a', '#86983a']), 16, 0.4),
    hole: (u, v) => Math.abs(u - 0.5) > 0.5 * Math.sin(v * Math.PI) ** 0.8,
  };
  const shapes: Shape[] = [];
  const grow = (from: Vec, angle: number, length: number, thick: number, depth: number) => {
    const bend = within(random, -0.25, 0.25);
    const at = (t: number): Vec =>
      add(from, [
        Math.cos(angle + bend * t) * length * t,
        Math.sin(angle + bend * t) * length * t,
        0.06 * Math.sin(9 * t + angle),
      ]);
    shapes.push(curvedTube(bark, [(t) => thick * (1 - 0.55 * t), 7, 12], at(0), at(0.35), at(0.7), at(1)));
    if (depth === 0) {
      const [end, turn, size] = [at(1), within(random, -0.8, 0.8), within(random, 0.1, 0.18)];
      const [c, s] = [Math.cos(angle + turn), Math.sin(angle + turn)];
      shapes.push(
        surface(leaf, 8, 8, (u, v) =>
          add(end, [
            (c * v - s * (u - 0.5) * 0.55) * size * 1.6,
            (s * v + c * (u - 0.5) * 0.55) * size * 1.6,
            0.05 * Math.sin(v * 3),
          ]),
        ),
      );
      return;
    }
    const count = random.between(3, 4);
    for (let i = 1; i <= count; i++) {
      const side = i % 2 ? 1 : -1;
      grow(
        at(0.3 + (0.7 * i) / count),
        angle + side * within(random, 0.3, 0.8),
        length * within(random, 0.4, 0.62),
        thick * 0.5,
        depth - 1,
      );
    }
  };
  grow([0, 0, 0], 1.1 + within(random, -0.3, 0.3), 1.3, 0.05, 2);
  const view = { yaw: within(random, -15, 15), pitch: 3, fill: 0.86 };
  return { shapes, view, photographs: ['sky', 'wall', 'park'], blur: within(random, 4, 9), format: 'square' };
};

const comb: Subject = (random) => {
  const body: Material = {
    colour: uneven(random.pick(['#1d1d20', '#a85e22', '#dcd6c6', '#2e5e7a']), 5, 0.3),
    gloss: 0.7,
  };
  const [count, length] = [random.between(26, 40), within(random, 0.4, 0.55)];
  const shapes: Shape[] = [bar(body, [-1, 0, 0], [1, 0, 0], 0.05, 0.26, [0, 0, 1])];
  const teeth = Array.from({ length: count }, (_, i) => -0.97 + (1.94 * i) / (count - 1));
  shapes.push(...teeth.map((x) => bar(body, [x, 0, 0], [x, -length, 0], 1.94 / count / 2, 0.04)));
  const turn = turned('z', within(random, -0.12, 0.12));
  const posed = shapes.map((shape) => moved(shape, turn));
  const view = { ...lying, fill: 0.82 };
  return { shapes: posed, view, photographs: ['wall'], wall: random.pick(['linen', 'white', 'oak']), format: 'wide' };
};

const fan: Subject = (random) => {
  const metal = random.pick([chrome, blackPlastic, steel]);
  const blade: Material = { colour: color(random.pick(['#dfe6ea', '#2f6f8f', '#26282c'])), gloss: 0.5 };
  const center: Vec = [0, 1.5, 0];
  const shapes: Shape[] = [
    lathe(blackPlastic, 96, [0.02, 0, 0.42, 0, 0.4, 0.06, 0.08, 0.1, 0.05, 0.14]),
    rod(metal, [0, 0.1, -0.08], [0, 1.2, -0.08], 0.04),
    ball(metal, center, [0.14, 0.14, 0.12], 24),
    ring(metal, [0.018, 8, 96], add(center, [0, 0, 0.1]), 0.72),
    ring(metal, [0.008, 8, 96], add(center, [0, 0, 0.1]), 0.45),
  ];
  const rays = random.between(36, 52);
  for (let i = 0; i < rays; i++) {
    const a = (i / rays) * 2 * Math.PI;
    const at = (r: number, z: number): Vec => add(center, [Math.cos(a) * r, Math.sin(a) * r, z]);
    shapes.push(curvedTube(metal, [0.0055, 5, 8], at(0.1, 0.16), at(0.45, 0.15), at(0.72, 0.1)));
  }
  for (let i = 0; i < 3; i++) {
    const turn = turned('z', i / 3 + 0.05);
    shapes.push(
      surface(blade, 14, 14, (u, v) =>
        add(center, turn([(u - 0.5) * 0.5 * Math.sin(0.4 + v * 2.2), 0.12 + v * 0.5, (u - 0.5) * 0.12])),
      ),
    );
  }
  const view = { yaw: within(random, -25, 25), pitch: 5, fill: 0.84 };
  const blur = within(random, 3, 8);
  const on = random.pick(['oak', 'walnut', 'white'] as const);
  return { shapes, view, photographs: ['room', 'cafe', 'blinds'], blur, on, format: 'high' };
};

const pliers: Subject = (random) => {
  const grip: Material = { colour: color(random.pick(['#c2281f', '#1f5fa8', '#e0b51c'])), gloss: 0.35 };
  const shapes: Shape[] = [ball(steel, [0, 0, 0], [0.17, 0.17, 0.09], 24)];
  const open = within(random, 0.05, 0.14);
  for (const s of [-1, 1]) {
    shapes.push(
      curvedTube(
        steel,
        [(t) => 0.1 * (1 - 0.6 * t), 12, 24],
        [0, 0, 0.03 * s],
        [0.13 * s, 0.22, 0],
        [(0.05 + open) * s, 0.75, 0],
      ),
      curvedTube(
        grip,
        [(t) => 0.05 + 0.035 * Math.sin(Math.PI * t), 12, 40],
        [0, 0, -0.03 * s],
        [-0.2 * s, -0.35, 0],
        [-(0.28 + open) * s, -0.9, 0],
        [-(0.2 + open) * s, -1.35, 0],
      ),
    );
  }
  const view = { ...lying, fill: 0.8 };
  const wall = random.pick(['oak', 'white', 'linen', 'walnut'] as const);
  return { shapes, view, photographs: ['wall'], wall, format: 'high' };
};

const lantern: Subject = (random) => {
  const metal = random.pick([
    gold,
    blackPlastic,
    { colour: uneven('#6d4a32', 14, 0.4), gloss: 0.4 } satisfies Material,
  ]);
  const wax: Material = { colour: color('#efe7d2'), gloss: 0.2 };
  const shapes: Shape[] = [
    bar(metal, [-0.5, 0.04, 0], [0.5, 0.04, 0], 1, 0.08, [0, 1, 0]),
    bar(metal, [-0.5, 1.5, 0], [0.5, 1.5, 0], 1, 0.07, [0, 1, 0]),
    lathe(metal, 48, [0.5, 1.53, 0.3, 1.72, 0.12, 1.85, 0.02, 1.9]),
    ring(metal, [0.02, 8, 48], [0, 2.08, 0], [0.22, 0.2]),
    lathe(wax, 40, [0.02, 0.08], [0.2, 0.08], [0.2, within(random, 0.5, 0.9)], [0.02, 0.62]),
  ];
  for (const x of [-0.46, 0.46])
    for (const z of [-0.46, 0.46]) shapes.push(bar(metal, [x, 0, z], [x, 1.5, z], 0.06, 0.06));
  for (const s of [-1, 1])
    shapes.push(
      rod(metal, [-0.46, 0.75, 0.46 * s], [0.46, 0.75, 0.46 * s], 0.012),
      rod(metal, [0, 0.05, 0.46 * s], [0, 1.5, 0.46 * s], 0.012),
    );
  const view = { yaw: within(random, 15, 35), pitch: within(random, 6, 14), fill: 0.8 };
  const blur = within(random, 4, 9);
  const on = random.pick(['oak', 'walnut', 'linen'] as const);
  return { shapes, view, photographs: ['cafe', 'room', 'street'], blur, on, format: 'high' };
};

const trumpet: Subject = (random) => {
  const brass = random.pick([gold, chrome]);
  const loop = (y: number, z: number): Vec[] => [
    [-0.7, y, z],
    [0.5, y, z],
    [0.72, y + 0.13, z],
    [0.5, y + 0.26, z],
    [-0.7, y + 0.26, z],
  ];
  const flare = Array.from({ length: 24 }, (_, i) => [0.05 + 0.42 * (i / 23) ** 3, 0.1 + (i / 23) * 0.75] as const);
  const bell = lathe(brass, 64, ...flare);
  const turn = turned('z', 0.25);
  const placed = moved(bell, (point) => add(turn(point), [-0.55, 0.26, 0]));
  const shapes: Shape[] = [
    placed,
    curvedTube(brass, [0.042, 12, 80], ...loop(0, 0)),
    rod(brass, [-0.75, 0.26, 0], [1.25, 0.26, 0], 0.035),
    lathe(brass, 24, [0.03, 0], [0.06, 0.05], [0.03, 0.1]),
  ];
  for (const x of [-0.15, 0.02, 0.19])
    shapes.push(rod(brass, [x, -0.2, 0], [x, 0.42, 0], 0.07), rod(chrome, [x, 0.4, 0], [x, 0.55, 0], 0.022));
  const view = { yaw: within(random, -25, 25), pitch: within(random, 0, 12), fill: 0.86 };
  return { shapes, view, photographs: ['room', 'street', 'wall'], blur: within(random, 3, 8), format: 'wide' };
};

export const unseen: Readonly<Record<string, Subject>> = {
  racket,
  colander,
  beads,
  feather,
  pretzel,
  spring,
  branch,
  comb,
  fan,
  pliers,
  lantern,
  trumpet,
};
