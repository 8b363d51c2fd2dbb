/** Things with large openings: a chair, a cage, wheels, a bicycle, a ladder, a trellis. */
import type { Material, Shape } from '../drawing/shapes.ts';
import { ball, bar, closedTube, curvedTube, hoop, ring, rod, sized, spline, surface, tube } from '../drawing/shapes.ts';
import { add, color, round, type Vec } from '../drawing/vector.ts';
import { blackPlastic, chrome, gold, rubber, type Subject, steel, uneven, within, wooden } from './subject.ts';

const chair: Subject = (random) => {
  const wood = wooden(random.pick(['#a9713f', '#c9a06b', '#6b4528', '#d9d5cb']), 1);
  const [w, d, seat, back] = [0.3, 0.29, 0.5, within(random, 1.02, 1.2)];
  const shapes = [bar(wood, [0, seat, -d], [0, seat, d], w * 2.1, 0.05, [0, 1, 0])];
  for (const x of [-w, w]) {
    shapes.push(
      bar(wood, [x, 0, d * 0.9], [x * 0.96, seat, d * 0.9], 0.06, 0.06),
      bar(wood, [x * 1.02, 0, -d * 1.1], [x * 0.96, seat, -d * 0.9], 0.06, 0.06),
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
  const tray: Material = { colour: uneven('#4d6d70', 9, 0.15), gloss: 0.3 };
  shapes.push(
    hoop(wire, [0.02, 8, 64], 0.6, 0.08),
    hoop(wire, [0.014, 8, 64], 0.6, tall),
    hoop(wire, [0.012, 8, 64], 0.6, tall * 0.55),
    hoop(wire, [0.012, 8, 64], 0.06, tall + 0.6),
    ring(wire, [0.013, 8, 96], [0, tall + 0.72, 0], 0.1),
    hoop(tray, [0.05, 10, 64], 0.6, 0.05),
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
      closedTube(wire, [0.011, 7, 80], (b) => [Math.cos(b) * Math.cos(a), Math.sin(b) + 1, Math.cos(b) * Math.sin(a)]),
    );
  }
  for (let j = 1; j < parallels; j++) {
    const b = (j / parallels) * Math.PI;
    shapes.push(hoop(wire, [0.011, 7, 80], Math.sin(b), 1 + Math.cos(b)));
  }
  const view = { yaw: within(random, 0, 30), pitch: within(random, 14, 24), fill: 0.78 };
  const blur = within(random, 3, 10);
  const on = random.pick(['oak', 'linen'] as const);
  return { shapes, view, photographs: ['street', 'room', 'wall'], blur, on, format: 'square' };
};

function wheelAt(center: Vec, radius: number, spokes: number, rim: Material): Shape[] {
  const shapes = [
    ring(rubber, [radius * 0.045, 14, 96], center, radius),
    ring(rim, [radius * 0.026, 10, 96], center, radius * 0.93),
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

const bicycle: Subject = (random) => {
  const paint: Material = { colour: color(random.pick(['#b3261e', '#1f4f7a', '#2f5d3a', '#d9a514'])), gloss: 0.6 };
  const rack: Vec = [-0.1, 0.62, 0];
  const [rear, front]: [Vec, Vec] = [
    [-1.02, 0.66, 0],
    [1.0, 0.66, 0],
  ];
  const [seat, head, lower]: [Vec, Vec, Vec] = [
    [-0.38, 1.42, 0],
    [0.66, 1.45, 0],
    [0.72, 1.22, 0],
  ];
  const shapes = [...wheelAt(rear, 0.62, 28, steel), ...wheelAt(front, 0.62, 28, steel)];
  for (const [a, b, r] of [
    [rack, lower, 0.045],
    [seat, head, 0.036],
    [rack, seat, 0.036],
  ] as const)
    shapes.push(rod(paint, a, b, r));
  const handlebar = [0.62, 1.62, 1, 0.6, 1.66, 4, 0.44, 1.64, 6, 0.3, 1.58, 6.4];
  for (const z of [-0.06, 0.06]) {
    shapes.push(
      rod(paint, add(rack, [0, 0, z]), add(rear, [0, 0, z]), 0.02),
      rod(paint, add(seat, [0, -0.1, z]), add(rear, [0, 0, z]), 0.017),
      curvedTube(paint, [0.022, 10, 10], add(lower, [0, 0, z]), [0.84, 0.98, z], add(front, [0, 0, z])),
      curvedTube(blackPlastic, [0.022, 10, 14], ...sized([1, 1, z], handlebar)),
    );
  }
  shapes.push(
    rod(paint, head, lower, 0.042),
    rod(steel, seat, [-0.43, 1.62, 0], 0.02),
    rod(steel, head, [0.62, 1.64, 0], 0.024),
    ball(blackPlastic, [-0.47, 1.66, 0], [0.23, 0.05, 0.12], 24),
    ball(blackPlastic, [-0.26, 1.67, 0], [0.14, 0.035, 0.05], 20),
    ring(steel, [0.014, 8, 96], add(rack, [0, 0, 0.08]), 0.17),
    ring(steel, [0.012, 8, 96], add(rear, [0, 0, 0.08]), 0.08),
  );
  for (const y of [0.15, -0.13])
    shapes.push(tube(steel, [add(rack, [0, y * 1.15, 0.08]), add(rear, [0, y * 0.6, 0.08])], 0.008, 6));
  for (const s of [-1, 1])
    shapes.push(
      bar(steel, add(rack, [0, 0, 0.1 * s]), add(rack, [0.12 * s, -0.14 * s, 0.12 * s]), 0.03, 0.02),
      bar(
        blackPlastic,
        add(rack, [0.05 * s, -0.14 * s, 0.17 * s]),
        add(rack, [0.19 * s, -0.14 * s, 0.17 * s]),
        0.05,
        0.025,
      ),
    );
  shapes.push(
    ball(chrome, [0.83, 1.42, 0], [0.07, 0.075, 0.07], 24),
    rod(steel, [0.68, 1.42, 0], [0.8, 1.42, 0], 0.012),
  );
  shapes.push(
    tube(
      paint,
      Array.from({ length: 21 }, (_, i): Vec => {
        const a = (0.15 + (i / 20) * 0.75) * Math.PI;
        return add(rear, [Math.cos(a) * 0.68, Math.sin(a) * 0.68, 0]);
      }),
      0.022,
      8,
    ),
  );
  const view = { yaw: within(random, -24, 24), pitch: 7, fill: 0.86 };
  const blur = within(random, 3, 7);
  return { shapes, view, photographs: ['street', 'park', 'wall'], blur, on: 'asphalt', format: 'wide' };
};

const ladder: Subject = (random) => {
  const wood = wooden(random.pick(['#c49a62', '#9a6a3c']), 1);
  const tall = within(random, 2.1, 2.5);
  const steps = random.between(5, 7);
  const shapes: Shape[] = [bar(wood, [-0.36, tall, 0], [0.36, tall, 0], 0.26, 0.04, [0, 1, 0])];
  for (const x of [-1, 1])
    shapes.push(
      bar(wood, [0.5 * x, 0, 0.5], [0.34 * x, tall, 0.06], 0.045, 0.09),
      bar(wood, [0.5 * x, 0, -0.55], [0.34 * x, tall, -0.06], 0.035, 0.06),
    );
  for (let i = 1; i < steps; i++) {
    const t = i / steps;
    shapes.push(
      bar(
        wood,
        [-0.5 + 0.16 * t, tall * t, 0.5 - 0.44 * t],
        [0.5 - 0.16 * t, tall * t, 0.5 - 0.44 * t],
        0.14,
        0.03,
        [0, 1, 0],
      ),
    );
    if (i % 3 === 1)
      shapes.push(
        bar(
          wood,
          [-0.5 + 0.16 * t, tall * t, -0.55 + 0.49 * t],
          [0.5 - 0.16 * t, tall * t, -0.55 + 0.49 * t],
          0.04,
          0.02,
        ),
      );
  }
  const view = { yaw: within(random, 24, 40), pitch: 8, fill: 0.86 };
  return { shapes, view, photographs: ['wall', 'room', 'blinds'], blur: 4, on: 'tiles', format: 'high' };
};

const trellis: Subject = (random) => {
  const wood = wooden(random.pick(['#b08a58', '#e3e0d8', '#5c4632']), 0);
  const [count, step] = [random.between(5, 7), 0.24];
  const shapes: Shape[] = [];
  for (let i = -count; i <= count; i++) {
    for (const s of [-1, 1]) {
      const [half, tall, c] = [0.85, 1.2, i * step * 1.41];
      const lo = Math.max(-half, s > 0 ? c - tall : -c - tall);
      const hi = Math.min(half, s > 0 ? c + tall : tall - c);
      if (hi - lo > 0.08)
        shapes.push(
          bar(
            wood,
            [lo, (lo - (s > 0 ? c : -c)) * s, 0.02 * s],
            [hi, (hi - (s > 0 ? c : -c)) * s, 0.02 * s],
            0.05,
            0.024,
          ),
        );
    }
  }
  for (const x of [-0.86, 0.86]) shapes.push(bar(wood, [x, -1.45, 0], [x, 1.25, 0], 0.08, 0.06));
  for (const y of [-1.2, 1.22]) shapes.push(bar(wood, [-0.88, y, 0], [0.88, y, 0], 0.08, 0.06));
  const leaf: Material = {
    soft: true,
    colour: uneven('#3f7a34', 20, 0.4),
    hole: (u, v) => Math.abs(u - 0.5) > 0.5 * Math.sin(v * Math.PI) ** 0.7,
  };
  const vine = spline(
    60,
    [-0.7, -1.45, 0.06, -0.5, -0.9, 0.05, -0.6, -0.3, 0.06, -0.2, 0.1, 0.05, -0.3, 0.6, 0.06, 0.2, 0.95, 0.05],
  );
  shapes.push(tube({ colour: color('#54432c') }, vine, 0.014, 8));
  for (let k = 4; k < 60; k += 2) {
    const [at, a, r] = [vine[k]!, random.next() * 6.28, within(random, 0.09, 0.16)];
    shapes.push(
      surface(leaf, 8, 8, (u, v) =>
        add(at, [
          Math.cos(a) * v * r * 2 - Math.sin(a) * (u - 0.5) * r * 1.3,
          Math.sin(a) * v * r * 2 + Math.cos(a) * (u - 0.5) * r * 1.3,
          0.03 + 0.3 * r * Math.sin(v * 3),
        ]),
      ),
    );
  }
  const view = { yaw: within(random, -25, 25), pitch: 3, fill: 0.84 };
  const blur = within(random, 4, 9);
  return { shapes, view, photographs: ['street', 'park', 'sky'], blur, on: 'asphalt', format: 'high' };
};

export const outdoors = { bicycle, ladder, trellis };
