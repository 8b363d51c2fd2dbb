/** Detects hats, shoes and bags among worn things by their location on the body. Own numbers. */
import { findAreas } from '../../pixels/components.ts';
import { createPlane, type Plane } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Face } from '../face/find-faces.ts';
import { faceAxis, onAxis } from '../person/face-axis.ts';
import { covering } from '../person/head/hat.ts';
import { headCover } from '../person/head/head-cover.ts';
import { type Figure, facesPerTorso, isSeen, type Spot } from '../person/people/figures.ts';
import { type Scene, spotOf } from './scene.ts';

export type Accessories = Record<'hat' | 'shoes' | 'bag', Plane>;

/** Distance from the ankle, and start above it, in lengths of the shin. */
const shoeReach = 0.55;
const aboveAnkle = 0.12;
/** An “ankle” this near a wrist is a hand. */
const handReach = 0.25;
/** Reach of glasses, earrings and collars, in heights of the face. */
const faceReach = { above: -0.6, across: 1.2 };
/** In squares of the torso; mean probability of a thing. */
const minBagArea = 0.04;
const sureThing = 0.6;

export function findAccessories(scene: Scene, faces: readonly Face[]): Accessories {
  const { classes, place } = scene;
  const found: Accessories = {
    hat: createPlane(place.width, place.height),
    shoes: createPlane(place.width, place.height),
    bag: createPlane(place.width, place.height),
  };
  const heads = faces.map((face, index) => {
    const view = { ...scene, face, personMask: placesOf(scene, index) };
    return { axis: faceAxis(face), cover: headCover(view, covering(face, classes, place)) };
  });
  const feet = feetOf(scene);
  const thing = new Uint8Array(classes.others.data.length);
  for (let i = 0; i < thing.length; i++) {
    const { x, y } = spotOf(scene, i);
    const others = classes.others.data[i]!;
    const worn = others + classes.clothes.data[i]!;
    if (worn < 0.05) continue;
    let isAtFace = false;
    for (const { axis, cover } of heads) {
      const on = onAxis(axis, x, y);
      found.hat.data[i] = Math.max(found.hat.data[i]!, worn * cover.data[i]!);
      isAtFace ||= on.above > faceReach.above && on.above < 2.4 && on.across < faceReach.across;
    }
    for (const foot of feet) {
      if (scene.owner[i] !== foot.index) continue;
      const near = smoothstep(Math.hypot(x - foot.x, y - foot.y) / foot.shin, shoeReach, shoeReach * 0.85);
      const belowAnkle = ((x - foot.x) * foot.down.x + (y - foot.y) * foot.down.y) / foot.shin;
      const value = near * (others + classes.clothes.data[i]! * smoothstep(belowAnkle, -aboveAnkle, 0));
      found.shoes.data[i] = Math.max(found.shoes.data[i]!, value);
    }
    thing[i] = others > 0.5 && !isAtFace && found.shoes.data[i]! < 0.3 ? 1 : 0;
  }
  keepBags(scene, found.bag, thing, minBagPixels(scene, faces));
  return found;
}

function placesOf({ owner, place }: Scene, index: number): Plane {
  const { width, height } = place;
  return { width, height, data: Float32Array.from(owner, (ownerIndex) => (ownerIndex === index ? 1 : 0)) };
}

function feetOf({ figures }: Scene) {
  return figures.flatMap((figure, index) =>
    (figure?.legs ?? [])
      .filter(({ knee, ankle }) => isSeen(knee) && isSeen(ankle) && !isHand(figure!, ankle))
      .map(({ knee, ankle }) => {
        const shin = Math.hypot(ankle.x - knee.x, ankle.y - knee.y);
        return {
          index,
          x: ankle.x,
          y: ankle.y,
          shin,
          down: { x: (ankle.x - knee.x) / shin, y: (ankle.y - knee.y) / shin },
        };
      }),
  );
}

/** Whether a foot was detected at a hand: the legs of a person at a table are guesses. */
function isHand({ arms, torso }: Figure, { x, y }: Spot): boolean {
  return arms.some(([, , wrist]) => wrist && Math.hypot(wrist.x - x, wrist.y - y) < torso * handReach);
}

/** In pixels of the grid. */
function minBagPixels({ figures, place }: Scene, faces: readonly Face[]): number {
  const torsos = figures.map(
    (figure, i) => figure?.torso ?? (faces[i] ? faceAxis(faces[i]).height * facesPerTorso : 0),
  );
  const torso =
    Math.max(...torsos.filter((length) => length > 0), 0) || Math.max(place.width, place.height) / place.scale;
  return minBagArea * (torso * place.scale) ** 2;
}

function keepBags({ classes, place }: Scene, bag: Plane, thing: Uint8Array, minPixels: number): void {
  const { labels, sizes, values } = findAreas(thing, place.width, place.height);
  const sums = new Float64Array(sizes.length);
  for (let i = 0; i < labels.length; i++) sums[labels[i]!]! += classes.others.data[i]!;
  const isBag = sizes.map((size, area) => values[area] === 1 && size >= minPixels && sums[area]! / size > sureThing);
  for (let i = 0; i < labels.length; i++) if (isBag[labels[i]!]) bag.data[i] = classes.others.data[i]!;
}
