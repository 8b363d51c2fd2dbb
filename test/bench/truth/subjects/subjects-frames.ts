/** Things that are mostly holes: a chair, a cage, wheels, a bicycle, lattices, nets. */
import { ball, bar, curvedTube, type Material, rod, type Shape, surface, tube } from '../drawing/shapes.ts';
import { add, round, type Vec } from '../drawing/vector.ts';
import { blackPlastic, chrome, gold, rubber, type Subject, steel, uneven, within, wooden } from './subject.ts';

export const ring = (material: Material, center: Vec, radius: number, thick: number, sides = 12): Shape => {
  const line = Array.from({ length: 97 }, (_, i): Vec => {
    const a = ((i % 96) / 96) * 2 * Math.PI;
    return add(center, [Math.cos(a) * radius, Math.sin(a) * radius, 0]);
  });
  return tube(material, line, thick, sides);
};

const chair: Subject = (random) => {
  const wood = wooden(random.pick(['#a9713f', '#c9a06b', '#6b4528', '#d9d5cb']), 1);
  const [w, d, seat, back] = [0.3, 0.29, 0.5, within(random, 1.02, 1.2)];
  const shapes = [bar(wood, [0, seat, -d], [0, seat, d], w * 2.1, 0.05, [0, 1, 0])];
  for (const x of [-w, w]) {
    shapes.push(
      bar(wood, [x, 0, d * 0.9], [x * 0.96, seat, d * 0.9], 0.06, 0.06),
      bar(wood, [x * 1.02, 0, -d * 1.1], [x * 0.96, seat, -d * 0.9], 0.06, 0.06),
    );
    shapes.push(
      bar(wood, [x * 0.96, seat, -d * 0.9], [x, back, -d * 1.15], 0.055, 0.05),
      bar(wood, [x, 0.2, d * 0.9], [x, 0.2, -d], 0.03, 0.04),
    );
  }
  const slats = random.between(4, 7);
  for (let i = 1; i < slats; i++) {
    const x = -w + (2 * w * i) / slats;
    shapes.push(bar(wood, [x, seat + 0.1, -d * 0.96], [x, back - 0.06, -d * 1.12], 0.045, 0.022));
  }
  for (const y of [seat + 0.12, back - 0.03])
    shapes.push(bar(wood, [-w, y, -d * (0.9 + (y - seat) * 0.35)], [w, y, -d * (0.9 + (y - seat) * 0.35)], 0.09, 0.03));
  shapes.push(bar(wood, [-w, 0.28, d * 0.9], [w, 0.28, d * 0.9], 0.04, 0.03));
  const view = { yaw: within(random, 22, 42) * (random.chance(0.5) ? 1 : -1), pitch: 14, fill: 0.78 };
  const on = random.pick(['oak', 'tiles'] as const);
  return { shapes, view, photographs: ['blinds', 'wall', 'room'], blur: 4, on, format: 'high' };
};

const birdCage: Subject = (random) => {
  const wire = random.pick([gold, chrome, blackPlastic]);
  const [bars, tall] = [random.between(24, 34), within(random, 1, 1.3)];
  const shapes: Shape[] = [];
  for (let i = 0; i < bars; i++) {
    const a = i / bars;
    shapes.push(
      curvedTube(
        wire,
        [0.0085, 6, 24],
        round(a, 0.6, 0.08),
        round(a, 0.6, tall),
        round(a, 0.5, tall + 0.32),
        round(a, 0.25, tall + 0.52),
        round(a, 0.02, tall + 0.6),
      ),
    );
  }
  const hoop = (r: number, y: number, thick: number) =>
    tube(
      wire,
      Array.from({ length: 65 }, (_, i) => round((i % 64) / 64, r, y)),
      thick,
      8,
    );
  shapes.push(
    hoop(0.6, 0.08, 0.02),
    hoop(0.6, tall, 0.014),
    hoop(0.6, tall * 0.55, 0.012),
    hoop(0.06, tall + 0.6, 0.012),
  );
  shapes.push(ring(wire, [0, tall + 0.72, 0], 0.1, 0.013, 8));
  const tray: Material = { colour: uneven('#4d6d70', 9, 0.15), gloss: 0.3 };
  shapes.push(
    tube(
      tray,
      Array.from({ length: 65 }, (_, i) => round((i % 64) / 64, 0.6, 0.05)),
      0.05,
      10,
    ),
    surface(tray, 48, 2, (u, v) => round(u, 0.61 * (v + 1e-3), 0.03)),
  );
  const perch = wooden('#8a6138', 0);
  shapes.push(rod(perch, [-0.58, tall * 0.55, 0.05], [0.58, tall * 0.55, 0.05], 0.022));
  const feathers: Material = { soft: true, colour: uneven(random.pick(['#d9c34a', '#5d9bc4']), 30, 0.25) };
  shapes.push(
    ball(feathers, [0.08, tall * 0.55 + 0.14, 0.05], [0.09, 0.13, 0.09], 24),
    ball(feathers, [0.1, tall * 0.55 + 0.29, 0.06], 0.065, 20),
  );
  const view = { yaw: 8, pitch: 9, fill: 0.84 };
  const blur = within(random, 1.5, 6);
  return { shapes, view, photographs: ['staircase', 'blinds', 'cafe'], blur, on: 'walnut', format: 'high' };
};

const wireSphere: Subject = (random) => {
  const wire = random.pick([steel, gold, { colour: uneven('#7a3b22', 14, 0.4), gloss: 0.3 }]);
  const [meridians, parallels] = [random.between(9, 13), random.between(7, 10)];
  const shapes: Shape[] = [];
  for (let i = 0; i < meridians; i++) {
    const a = (i / meridians) * Math.PI;
    shapes.push(
      tube(
        wire,
        Array.from({ length: 81 }, (_, k): Vec => {
          const b = ((k % 80) / 80) * 2 * Math.PI;
          return [Math.cos(b) * Math.cos(a), Math.sin(b) + 1, Math.cos(b) * Math.sin(a)];
        }),
        0.011,
        7,
      ),
    );
  }
  for (let j = 1; j < parallels; j++) {
    const b = (j / parallels) * Math.PI;
    shapes.push(
      tube(
        wire,
        Array.from({ length: 81 }, (_, k) => round((k % 80) / 80, Math.sin(b), 1 + Math.cos(b))),
        0.011,
        7,
      ),
    );
  }
  const view = { yaw: within(random, 0, 30), pitch: within(random, 14, 24), fill: 0.78 };
  const blur = within(random, 3, 10);
  const on = random.pick(['oak', 'linen'] as const);
  return { shapes, view, photographs: ['street', 'room', 'wall'], blur, on, format: 'square' };
};

export function wheelAt(center: Vec, radius: number, spokes: number, rim: Material): Shape[] {
  const shapes = [
    ring(rubber, center, radius, radius * 0.045, 14),
    ring(rim, center, radius * 0.93, radius * 0.026, 10),
  ];
  const hub = add(center, [0, 0, 0]);
  shapes.push(rod(steel, add(hub, [0, 0, -radius * 0.12]), add(hub, [0, 0, radius * 0.12]), radius * 0.055));
  for (let i = 0; i < spokes; i++) {
    const [a, b] = [(i / spokes) * 2 * Math.PI, ((i + (i % 4 < 2 ? 2.6 : -2.6)) / spokes) * 2 * Math.PI];
    const z = radius * (i % 2 ? 0.09 : -0.09);
    const from = add(hub, [Math.cos(b) * radius * 0.06, Math.sin(b) * radius * 0.06, z]);
    shapes.push(
      tube(chrome, [from, add(hub, [Math.cos(a) * radius * 0.91, Math.sin(a) * radius * 0.91, 0])], radius * 0.0055, 6),
    );
  }
  return shapes;
}

const wheel: Subject = (random) => {
  const shapes = wheelAt([0, 1, 0], 1, random.pick([24, 28, 32, 36]), random.pick([steel, blackPlastic, gold]));
  const view = { yaw: within(random, -32, 32), pitch: 6, fill: 0.8 };
  const blur = within(random, 1, 6);
  return { shapes, view, photographs: ['street', 'staircase', 'wall'], blur, on: 'asphalt', format: 'square' };
};

export const frames = { chair, 'bird cage': birdCage, 'wire sphere': wireSphere, 'bicycle wheel': wheel };
