/** Finds where a person's neck ends and clothes begin: the lowest skin below the chin. */
import { faceAxis } from '../person/face-axis.ts';
import { type Figure, facesPerTorso, type Spot } from '../person/figures.ts';
import { pixelAt, type Scene } from './scene.ts';

/** Lowest spot of the neck in px of the grid, the way down the body as a unit vector, and the face's height in px of the grid. */
export type Throat = { x: number; y: number; down: Spot; size: number };

/** The neck is this near the line down from the chin, and no farther below it, in heights of the face. */
const reach = { aside: 0.6, below: 1.6 };
/** Skin from this probability on. */
const skin = 0.5;
/** So much of the neck counts as its lowest end. */
const end = 0.03;

/** Null when chin, or shoulders where no face is seen, lie beyond the photograph. */
export function throatOf(scene: Scene, index: number, figure: Figure): Throat | null {
  const { place, classes, owner } = scene;
  const { width, height } = place;
  const axis = figure.face && faceAxis(figure.face);
  const from = axis ? axis.chin : figure.shoulders;
  const size = (axis ? axis.height : figure.torso / facesPerTorso) * place.scale;
  if (pixelAt(scene, from) === null) return null;
  const { down } = figure;
  const start = { x: (from.x - place.x) * place.scale, y: (from.y - place.y) * place.scale };
  const onNeck = (at: number) => {
    const [dx, dy] = [(at % width) + 0.5 - start.x, Math.floor(at / width) + 0.5 - start.y];
    return { below: (dx * down.x + dy * down.y) / size, aside: (dx * down.y - dy * down.x) / size };
  };
  const isNeck = (at: number) => {
    if (owner[at] !== index || classes.bodySkin.data[at]! + classes.faceSkin.data[at]! < skin) return false;
    const { below, aside } = onNeck(at);
    return below > -0.15 && below < reach.below && Math.abs(aside) < reach.aside;
  };
  const seen = new Uint8Array(owner.length);
  const neck: number[] = [];
  const visit = (at: number) => {
    if (at < 0 || at >= owner.length || seen[at] === 1 || !isNeck(at)) return;
    seen[at] = 1;
    neck.push(at);
  };
  for (let step = -10; step <= 10; step++) {
    const x = Math.round(start.x + down.y * step * size * 0.02);
    const y = Math.round(start.y - down.x * step * size * 0.02);
    for (let below = -0.1; below < 0.25; below += 0.02) {
      const [column, row] = [Math.round(x + down.x * below * size), Math.round(y + down.y * below * size)];
      if (column >= 0 && column < width && row >= 0 && row < height) visit(row * width + column);
    }
  }
  for (let i = 0; i < neck.length; i++) {
    const at = neck[i]!;
    if (at % width > 0) visit(at - 1);
    if (at % width < width - 1) visit(at + 1);
    visit(at - width);
    visit(at + width);
  }
  if (neck.length === 0) return { ...start, down, size };
  const deepest = neck.reduce((most, at) => Math.max(most, onNeck(at).below), -Infinity);
  const lowest = neck.filter((at) => onNeck(at).below > deepest - end);
  const mean = (read: (at: number) => number) => lowest.reduce((sum, at) => sum + read(at), 0) / lowest.length;
  return { x: mean((at) => (at % width) + 0.5), y: mean((at) => Math.floor(at / width) + 0.5), down, size };
}
