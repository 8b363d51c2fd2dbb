/** Finds the lowest skin below the chin by region growing. Own numbers, in heights of the face. */
import { faceAxis } from '../person/face-axis.ts';
import { type Figure, facesPerTorso, type Spot } from '../person/people/figures.ts';
import { pixelAt, type Scene } from './scene.ts';

/** Lowest point and face height in px of the grid; unit vector down the body. */
export type Neckline = { x: number; y: number; down: Spot; size: number };

const reach = { across: 0.6, below: 1.6 };
const minSkin = 0.5;
/** Height of the lowest end. */
const endHeight = 0.03;

/** Returns null if the chin (or, without a face, the shoulders) is outside the photograph. */
export function findNeckline(scene: Scene, index: number, figure: Figure): Neckline | null {
  const { place, classes, owner } = scene;
  const { width, height } = place;
  const axis = figure.face && faceAxis(figure.face);
  const from = axis ? axis.chin : figure.shoulders;
  const size = (axis ? axis.height : figure.torso / facesPerTorso) * place.scale;
  if (pixelAt(scene, from) === null) return null;
  const { down } = figure;
  const start = { x: (from.x - place.x) * place.scale, y: (from.y - place.y) * place.scale };
  const onNeck = (pixel: number) => {
    const [dx, dy] = [(pixel % width) + 0.5 - start.x, Math.floor(pixel / width) + 0.5 - start.y];
    return { below: (dx * down.x + dy * down.y) / size, across: (dx * down.y - dy * down.x) / size };
  };
  const isNeck = (pixel: number) => {
    if (owner[pixel] !== index || classes.bodySkin.data[pixel]! + classes.faceSkin.data[pixel]! < minSkin) return false;
    const { below, across } = onNeck(pixel);
    return below > -0.15 && below < reach.below && Math.abs(across) < reach.across;
  };
  const seen = new Uint8Array(owner.length);
  const neck: number[] = [];
  const visit = (pixel: number) => {
    if (pixel < 0 || pixel >= owner.length || seen[pixel] === 1 || !isNeck(pixel)) return;
    seen[pixel] = 1;
    neck.push(pixel);
  };
  for (let step = -10; step <= 10; step++) {
    const x = Math.round(start.x + down.y * step * size * 0.02);
    const y = Math.round(start.y - down.x * step * size * 0.02);
    for (let depth = -0.1; depth < 0.25; depth += 0.02) {
      const [column, row] = [Math.round(x + down.x * depth * size), Math.round(y + down.y * depth * size)];
      if (column >= 0 && column < width && row >= 0 && row < height) visit(row * width + column);
    }
  }
  for (let i = 0; i < neck.length; i++) {
    const pixel = neck[i]!;
    if (pixel % width > 0) visit(pixel - 1);
    if (pixel % width < width - 1) visit(pixel + 1);
    visit(pixel - width);
    visit(pixel + width);
  }
  if (neck.length === 0) return { ...start, down, size };
  const deepest = neck.reduce((max, pixel) => Math.max(max, onNeck(pixel).below), -Infinity);
  const lowest = neck.filter((pixel) => onNeck(pixel).below > deepest - endHeight);
  const mean = (read: (pixel: number) => number) => lowest.reduce((sum, pixel) => sum + read(pixel), 0) / lowest.length;
  return { x: mean((pixel) => (pixel % width) + 0.5), y: mean((pixel) => Math.floor(pixel / width) + 0.5), down, size };
}
