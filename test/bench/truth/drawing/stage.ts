/** Photographs of rendered subjects with a known alpha: light, shadow on the ground, noise, JPEG. */
import sharp from 'sharp';
import { createPlane, type Plane } from '../../../../engine/pixels/plane.ts';
import { createSeededRandom, type SeededRandom } from '../../../helpers/run/seeded-random.ts';
import { type Photograph, photographed, type Surface, type SurfaceName, surfaces } from './backdrops.ts';
import { boundsOf, type Camera, cameraFor, type View } from './camera.ts';
import { type Light, lightOn } from './light.ts';
import { type Drawing, draw } from './render.ts';
import type { Shape } from './shapes.ts';
import { fromLinear, mix, smoothstep, times, unit, type Vec } from './vector.ts';

export interface Scene {
  readonly shapes: readonly Shape[];
  readonly view: View;
  readonly width: number;
  readonly height: number;
  readonly photograph: Photograph;
  /** Blur of the photograph behind: sigma in px. */
  readonly blur: number;
  /** Surfaces below and behind it; without any it is in the air. */
  readonly on?: SurfaceName;
  readonly wall?: SurfaceName;
  /** Background instead of the photograph: r, g, b, 0..1, in linear light. */
  readonly behind?: Float32Array;
}

export interface Truth {
  readonly jpeg: Buffer;
  readonly alpha: Plane;
}

const quality = 92;

/** Renders a scene; the result depends only on the scene and the seed. */
export async function stage(scene: Scene, seed: string): Promise<Truth> {
  const { width, height, shapes } = scene;
  const random = createSeededRandom(seed).derive('stage');
  const background = scene.behind?.slice() ?? (await photographed(scene.photograph, width, height, scene.blur));
  const camera = cameraFor(shapes, scene.view, width, height);
  const light = lightOn(
    shapes,
    lampOf(random, scene.view),
    lampColorOf(random),
    surroundings(background, width, height),
  );
  for (const kind of ['wall', 'on'] as const) lay(background, scene, kind, camera, light, random);
  const drawing = draw(shapes, camera, light, width, height);
  const mixed = composed(drawing, background);
  const jpeg = await sharp(developed(mixed, random), { raw: { width, height, channels: 3 } })
    .jpeg({ quality, chromaSubsampling: '4:2:0' })
    .toBuffer();
  const alpha = createPlane(width, height);
  alpha.data.set(drawing.alpha);
  return { jpeg, alpha };
}

function lampOf(random: SeededRandom, { yaw }: View): Vec {
  const side = random.chance(0.5) ? 1 : -1;
  const angle = (yaw * Math.PI) / 180 + side * (0.5 + random.next() * 0.6);
  return unit([Math.sin(angle), 0.9 + random.next() * 0.6, Math.cos(angle)]);
}

function lampColorOf(random: SeededRandom): Vec {
  const warmth = random.next();
  return times(mix([0.92, 0.98, 1.08], [1.1, 0.98, 0.82], warmth), 0.75 + random.next() * 0.25);
}

/** Ambient light by direction: smoothed colors of the photograph, and a neutral room. */
function surroundings(photo: Float32Array, width: number, height: number): (d: Vec) => Vec {
  const cells = 12;
  const grid = new Float32Array(cells * cells * 3);
  const counts = new Float32Array(cells * cells);
  for (let i = 0; i < width * height; i += 7) {
    const cell =
      Math.floor(((i % width) / width) * cells) + cells * Math.floor((Math.floor(i / width) / height) * cells);
    counts[cell]!++;
    for (let c = 0; c < 3; c++) grid[cell * 3 + c]! += photo[i * 3 + c]!;
  }
  return (d) => {
    const [x, y] = [((d[0] + 1) / 2) * (cells - 1.001), ((1 - d[1]) / 2) * (cells - 1.001)];
    const [ix, iy] = [Math.floor(x), Math.floor(y)];
    const channelAt = (c: number) => {
      const at = (dx: number, dy: number) => {
        const cell = Math.min(cells - 1, ix + dx) + cells * Math.min(cells - 1, iy + dy);
        return grid[cell * 3 + c]! / Math.max(1, counts[cell]!);
      };
      const [u, v] = [x - ix, y - iy];
      const own = (at(0, 0) * (1 - u) + at(1, 0) * u) * (1 - v) + (at(0, 1) * (1 - u) + at(1, 1) * u) * v;
      return 0.4 * own + 0.16 + 0.14 * d[1];
    };
    return [channelAt(0), channelAt(1), channelAt(2)];
  };
}

/** Draws the table, floor or wall with the shadow of the subject over the photograph. */
function lay(
  photo: Float32Array,
  scene: Scene,
  kind: 'wall' | 'on',
  camera: Camera,
  light: Light,
  random: SeededRandom,
): void {
  const name = scene[kind];
  if (!name) return;
  const { low, far, centre, radius } = boundsOf(scene.shapes);
  const make: (random: SeededRandom) => Surface = surfaces[name];
  const colorAt = make(random.derive('surface'));
  const wall = kind === 'wall';
  const forward = unit([centre[0] - camera.eye[0], 0, centre[2] - camera.eye[2]]);
  const axis = wall ? 2 : 1;
  // A subject on a surface does not touch the wall.
  const level = wall ? far - radius * (scene.on ? 0.9 : 0.01) : low;
  const depth = radius * (scene.wall ? 0.9 : 2 + random.next() * 1.5);
  for (let y = 0; y < scene.height; y++) {
    for (let x = 0; x < scene.width; x++) {
      const ray = camera.ray(x + 0.5, y + 0.5);
      const reach = (level - camera.eye[axis]) / ray[axis];
      if (!(reach > 0)) continue;
      const at: Vec = [camera.eye[0] + ray[0] * reach, camera.eye[1] + ray[1] * reach, camera.eye[2] + ray[2] * reach];
      const away = (at[0] - centre[0]) * forward[0] + (at[2] - centre[2]) * forward[2];
      const edge = wall ? 1 : smoothstep(depth * 1.06, depth * 0.98, away);
      if (edge <= 0) continue;
      const here = colorAt((at[0] - centre[0]) / radius, (wall ? at[1] - centre[1] : at[2] - centre[2]) / radius);
      const shadow = light.softShade(at);
      const normal: Vec = wall ? [0, 0, 1] : [0, 1, 0];
      const direct = Math.max(0.1, light.lamp[axis]) * (1 - 0.85 * shadow);
      const around = light.ambient(normal);
      const fall =
        1 - 0.18 * smoothstep(0, 3, Math.hypot(at[0] - centre[0], at[axis === 2 ? 1 : 2] - centre[1]) / radius);
      for (let c = 0; c < 3; c++) {
        const i = (y * scene.width + x) * 3 + c;
        const value = here[c]! * (around[c]! * 0.7 * (1 - 0.5 * shadow) + light.lampColour[c]! * direct) * fall;
        photo[i] = photo[i]! * (1 - edge) + value * edge;
      }
    }
  }
}

/** Composites the subject over its background in linear light; glass displaces the background. */
export function composed({ width, height, light, alpha, bend }: Drawing, background: Float32Array): Float32Array {
  const out = new Float32Array(light.length);
  for (let i = 0; i < alpha.length; i++) {
    let from = i;
    if (bend && (bend[i * 2] !== 0 || bend[i * 2 + 1] !== 0)) {
      const x = Math.min(width - 1, Math.max(0, Math.round((i % width) + bend[i * 2]!)));
      const y = Math.min(height - 1, Math.max(0, Math.round(Math.floor(i / width) + bend[i * 2 + 1]!)));
      from = y * width + x;
    }
    for (let c = 0; c < 3; c++) out[i * 3 + c] = light[i * 3 + c]! + background[from * 3 + c]! * (1 - alpha[i]!);
  }
  return out;
}

/** Simulates the camera: rolled-off highlights, photon and sensor noise, 8 bits. */
function developed(light: Float32Array, random: SeededRandom): Uint8Array {
  const out = new Uint8Array(light.length);
  for (let i = 0; i < light.length; i++) {
    const value = Math.max(0, light[i]!);
    const rolled = value < 0.7 ? value : 0.7 + 0.3 * (1 - Math.exp(-(value - 0.7) / 0.3));
    const gaussian = random.next() + random.next() + random.next() - 1.5;
    const noisy = rolled + gaussian * Math.sqrt(2e-5 + 1.4e-4 * rolled);
    out[i] = Math.round(255 * fromLinear(Math.min(1, Math.max(0, noisy))));
  }
  return out;
}
