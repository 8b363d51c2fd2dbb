/** Random assemblies of shapes for training, so that the network generalizes to anything. */
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';
import { type SurfaceName, surfaces } from '../truth/drawing/backdrops.ts';
import type { Material, Shape } from '../truth/drawing/shapes.ts';
import {
  ball,
  bar,
  circle,
  curvedTube,
  lathe,
  moved,
  ring,
  rod,
  spline,
  surface,
  tube,
  turned,
} from '../truth/drawing/shapes.ts';
import { add, minus, noise, times, unit, type Vec } from '../truth/drawing/vector.ts';
import { type Subject, uneven, within, wooden } from '../truth/subjects/subject.ts';

type Materials = () => Material;
type Maker = (random: SeededRandom, material: Materials) => Shape[];

/** Restrictions of random materials. */
interface Looks {
  readonly palette?: readonly string[];
  /** Printed photograph: its color in linear light by coordinates, which repeat mirrored. */
  readonly print?: (x: number, y: number) => Vec;
}

export const assembled: Subject = (random) => assembledWith({})(random);

/** One to four shapes; with a print they are solid, to teach that a pattern is no gap. */
export const assembledWith =
  (looks: Looks): Subject =>
  (random) => {
    const shapes = Array.from({ length: random.between(1, 4) }, (_, i) =>
      placed(random, i === 0 ? 0 : 0.5, looks),
    ).flat();
    const ground = random.next();
    const surfaceName = random.pick(Object.keys(surfaces) as SurfaceName[]);
    return {
      shapes,
      view: {
        yaw: within(random, -40, 40),
        pitch: within(random, 0, 30),
        fill: within(random, 0.5, 0.92),
        middle: [within(random, 0.4, 0.6), within(random, 0.4, 0.6)],
      },
      photographs: ['park', 'street', 'forest', 'room', 'cafe'],
      blur: random.next() * 6,
      format: random.pick(['wide', 'high', 'square'] as const),
      ...(ground < 0.3 ? { on: surfaceName } : ground < 0.42 ? { wall: surfaceName } : {}),
    };
  };

function placed(random: SeededRandom, apart: number, looks: Looks): Shape[] {
  const { print } = looks;
  const material = () => (print ? printed(random, print) : anyMaterial(random, looks.palette));
  const made = random.pick(print ? solids : makers)(random, material);
  const scale = within(random, 0.5, 1);
  const shift = point(random, apart);
  const turns = random.chance(0.4) ? [] : (['x', 'y', 'z'] as const).map((axis) => turned(axis, random.next()));
  const move = (from: Vec): Vec => {
    const at = turns.reduce((place, turn) => turn(place), from);
    return [at[0] * scale + shift[0], at[1] * scale + shift[1], at[2] * scale + shift[2]];
  };
  return made.map((shape) => moved(shape, move));
}

function point(random: SeededRandom, reach: number): Vec {
  return [within(random, -reach, reach), within(random, -reach, reach), within(random, -reach, reach)];
}

function printed(random: SeededRandom, print: (x: number, y: number) => Vec): Material {
  const [size, across, down] = [within(random, 0.3, 1.2), random.next(), random.next()];
  return {
    colour: (_u, _v, [x, y, z]) => print(across + (x + 0.3 * z) * size, down + (y + 0.3 * z) * size),
    gloss: random.next() * 0.5,
  };
}

function anyColor(random: SeededRandom, palette?: readonly string[]): string {
  if (palette) return random.pick(palette);
  const darkening = random.chance(0.5) ? 1 : 2;
  const channel = () => Math.floor(random.next() ** darkening * 255);
  const gray = channel();
  const values = random.chance(0.4) ? [gray, gray, gray] : [channel(), channel(), channel()];
  return `#${values.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function anyMaterial(random: SeededRandom, palette?: readonly string[]): Material {
  const color = anyColor(random, palette);
  const kind = random.next();
  if (kind < 0.2) return wooden(color, random.pick([0, 1, 2] as const));
  if (kind < 0.4)
    return { colour: uneven(color, within(random, 1, 20), within(random, 0.1, 0.7)), gloss: 0.9, metal: true };
  if (kind < 0.5) {
    const [first, second] = [uneven(color, 5, 0.2), uneven(anyColor(random, palette), 5, 0.2)];
    const stripes = within(random, 4, 34);
    return { colour: (u, v, at) => (Math.sin((at[0] + at[1]) * stripes) > 0 ? first : second)(u, v, at), gloss: 0.2 };
  }
  return {
    colour: uneven(color, within(random, 1, 40), within(random, 0.05, 0.65)),
    gloss: random.next(),
    soft: random.chance(0.15),
  };
}

const lattice: Maker = (random, anything) => {
  const material = anything();
  const [w, h, thick] = [within(random, 0.4, 1), within(random, 0.4, 1.2), within(random, 0.008, 0.05)];
  const steps = (count: number, reach: number) =>
    Array.from({ length: count + 1 }, (_, i) => -reach + (2 * reach * i) / count);
  return [
    ...steps(random.between(2, 9), w).map((x) => bar(material, [x, -h, 0], [x, h, 0], thick, thick)),
    ...steps(random.between(1, 9), h).map((y) => bar(material, [-w, y, thick], [w, y, thick], thick, thick)),
  ];
};

/** Many thin parallel bars, crossed by as many or by none. */
const grid: Maker = (random, anything) => {
  const material = anything();
  const [w, h, count] = [within(random, 0.4, 1), within(random, 0.3, 1), random.between(10, 36)];
  const thick = ((2 * w) / count) * within(random, 0.08, 0.5);
  const bars = (along: number, across: number, isVertical: boolean) =>
    Array.from({ length: count + 1 }, (_, i) => {
      const x = -across + (2 * across * i) / count;
      const end = (side: 1 | -1): Vec => (isVertical ? [x, side * along, 0] : [side * along, x, thick]);
      return bar(material, end(-1), end(1), thick, thick);
    });
  const edge = bar(anything(), [-w, h, 0], [w, h, 0], thick * 2, thick * within(random, 2, 8));
  return [...bars(h, w, true), ...(random.chance(0.6) ? bars(w, h, false) : [edge])];
};

const loop: Maker = (random, anything) => {
  const count = random.between(3, 7);
  const corners = Array.from({ length: count }, (_, i): Vec => {
    const [a, r] = [(i / count) * 2 * Math.PI, within(random, 0.3, 0.9)];
    return [Math.cos(a) * r, Math.sin(a) * r, within(random, -0.2, 0.2)];
  });
  return [curvedTube(anything(), [within(random, 0.03, 0.2), 12, 140], ...corners, corners[0]!)];
};

const twigs: Maker = (random, anything) => {
  const [bark, leaf] = [anything(), { ...anything(), soft: true }];
  const hasLeaves = random.chance(0.6);
  const shapes: Shape[] = [];
  const grow = (from: Vec, direction: Vec, length: number, thick: number, depth: number): void => {
    const to = add(from, times(direction, length));
    const middle = add(times(add(from, to), 0.5), times(point(random, 0.1), length));
    shapes.push(curvedTube(bark, [(t) => thick * (1 - 0.5 * t), 6, 8], from, middle, to));
    if (depth === 0) {
      if (hasLeaves) shapes.push(ball(leaf, to, [within(random, 0.03, 0.12), within(random, 0.04, 0.14), 0.02], 12));
      return;
    }
    for (let i = random.between(2, 4); i > 0; i--) {
      const way = unit(add(direction, point(random, 0.8)));
      grow(
        add(from, times(minus(to, from), within(random, 0.4, 1))),
        way,
        length * within(random, 0.45, 0.75),
        thick * 0.6,
        depth - 1,
      );
    }
  };
  grow([0, -0.7, 0], unit([within(random, -0.4, 0.4), 1, 0]), 0.7, within(random, 0.015, 0.05), random.between(2, 4));
  return shapes;
};

const foliage: Maker = (random, anything) => {
  const leaf = {
    ...anything(),
    soft: true,
    hole: (u: number, v: number) => Math.abs(u - 0.5) > 0.5 * Math.sin(v * Math.PI),
  };
  const [reach, size] = [within(random, 0.4, 0.8), within(random, 0.06, 0.25)];
  return Array.from({ length: random.between(20, 70) }, () => {
    const [at, way, aside] = [point(random, reach), unit(point(random, 1)), unit(point(random, 1))];
    return surface(leaf, 5, 5, (u, v) => add(at, add(times(way, v * size * 2), times(aside, (u - 0.5) * size))));
  });
};

const wheel: Maker = (random, anything) => {
  const material = anything();
  const [radius, thick, tilt] = [within(random, 0.4, 1), within(random, 0.005, 0.03), within(random, 0, 0.6)];
  const spokes = circle(random.between(5, 30), (a) => [a, 0, 0]).slice(1);
  return [
    ...spokes.map(([a]) => {
      const from: Vec = [Math.cos(a + tilt) * 0.08, Math.sin(a + tilt) * 0.08, 0];
      return rod(material, from, [Math.cos(a) * radius, Math.sin(a) * radius, 0], thick);
    }),
    ring(anything(), [within(random, 0.01, 0.08), 12, 96], [0, 0, 0], radius),
    ball(material, [0, 0, 0], 0.1, 20),
  ];
};

const wire: Maker = (random, anything) => {
  const line = Array.from({ length: random.between(4, 9) }, () => point(random, 0.8));
  return [curvedTube(anything(), [within(random, 0.008, 0.09), 10, 120], ...line)];
};

const coil: Maker = (random, anything) => {
  const [turns, radius, height] = [random.between(3, 9), within(random, 0.2, 0.6), within(random, 0.6, 1.6)];
  const line = Array.from({ length: 200 }, (_, i): Vec => {
    const a = (i / 200) * turns * 2 * Math.PI;
    return [Math.cos(a) * radius, (i / 200 - 0.5) * height, Math.sin(a) * radius];
  });
  return [tube(anything(), line, within(random, 0.01, 0.06), 8)];
};

const vessel: Maker = (random, anything) => {
  const rings = random.between(3, 7);
  const middle = Array.from({ length: rings }, (_, i) => [within(random, 0.1, 0.6), (i + 0.5) * 0.25] as const);
  const material = anything();
  const [across, down] = [random.between(10, 30), random.between(4, 12)];
  const hole = (u: number, v: number) => v > 0.15 && Math.hypot(((u * across) % 1) - 0.5, ((v * down) % 1) - 0.5) < 0.3;
  const pierced = random.chance(0.25) ? { ...material, hole } : material;
  return [lathe(pierced, 96, [0.02, 0], ...middle, [random.chance(0.5) ? 0.02 : 0.3, rings * 0.25])];
};

const blob: Maker = (random, anything) => [
  ball(anything(), [0, 0, 0], [within(random, 0.2, 0.7), within(random, 0.2, 0.7), within(random, 0.2, 0.7)], 40),
];

const box: Maker = (random, anything) => {
  const [w, h, d] = [within(random, 0.2, 0.8), within(random, 0.2, 0.8), within(random, 0.1, 0.6)];
  return [bar(anything(), [-w, 0, 0], [w, 0, 0], d, h)];
};

const frame: Maker = (random, anything) => {
  const material = anything();
  const [w, h, d] = [within(random, 0.3, 0.8), within(random, 0.3, 1), within(random, 0.2, 0.6)];
  const thick = within(random, 0.01, 0.07);
  const edge = (from: Vec, to: Vec) => rod(material, from, to, thick);
  const signs = [-1, 1].flatMap((a) => [-1, 1].map((b) => [a, b] as const));
  return signs.flatMap(([a, b]) => [
    edge([-w, a * h, b * d], [w, a * h, b * d]),
    edge([a * w, -h, b * d], [a * w, h, b * d]),
    edge([a * w, b * h, -d], [a * w, b * h, d]),
  ]);
};

const sheetWithHoles: Maker = (random, anything) => {
  const [across, down, size] = [random.between(3, 14), random.between(3, 14), within(random, 0.2, 0.7)];
  const holes = [
    (a: number, b: number) => Math.hypot(a, b) < size / 2,
    (a: number, b: number) => Math.max(Math.abs(a), Math.abs(b)) < size / 2,
  ];
  const shape = random.pick(holes);
  const torn = random.chance(0.33);
  const hole = (u: number, v: number) =>
    torn
      ? noise(u * across * 2, v * down * 2, 3) > 0.35 - size * 0.5
      : shape(((u * across) % 1) - 0.5, ((v * down) % 1) - 0.5);
  const wave = within(random, 0, 0.2);
  return [
    surface({ ...anything(), hole }, 80, 80, (u, v) => [u * 1.6 - 0.8, v * 1.6 - 0.8, wave * Math.sin(u * 7 + v * 4)]),
  ];
};

const tuft: Maker = (random, anything) => {
  const material = anything();
  const length = within(random, 0.5, 1.3);
  return Array.from({ length: random.between(10, 60) }, (_, i) => {
    const a = i * 2.4;
    const [bend, spread] = [within(random, 0.2, 0.9), 0.15 * random.next()];
    const at = (out: number, up: number): Vec => [
      Math.cos(a) * (spread + bend * out),
      -0.6 + length * up,
      Math.sin(a) * (spread + bend * out),
    ];
    const line = spline(12, at(0, 0), at(0.3, 0.6), at(1, within(random, 0.6, 1)));
    return tube(material, line, (t) => 0.003 + 0.02 * (1 - t) * bend, 6);
  });
};

const solids: readonly Maker[] = [blob, box];
const makers: readonly Maker[] = [
  lattice,
  wheel,
  wire,
  coil,
  vessel,
  blob,
  box,
  frame,
  sheetWithHoles,
  tuft,
  grid,
  loop,
  twigs,
  foliage,
];
