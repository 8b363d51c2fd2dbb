/** Drops scraps that look a little like skin and hang together with none: reflections on a table, wood, a lit strand of hair. */
import { boxMean } from '../pixels/box-filter.ts';
import { findAreas } from '../pixels/components.ts';
import { createPlane, type Plane } from '../pixels/plane.ts';

/** From this share on skin hangs together; what is less is the soft rim of something. */
const joined = 0.2;
/** A piece of skin is surely that somewhere (probability); pieces of hands and faces reach 0.95 and more. */
const sure = 0.88;

/**
 * Skin with hysteresis, as edges are found (Canny 1986): a piece stays whole where some of it is surely skin, and goes whole where none is.
 * @param whole 0..1, changed in place @param likely probability of skin, 0..1 @param rim px that soft rims reach around a piece
 */
export function dropScraps(whole: Plane, likely: Plane, rim: number): void {
  const { width, height } = whole;
  const mask = Uint8Array.from(whole.data, (value) => (value > joined ? 1 : 0));
  const { labels, sizes, values } = findAreas(mask, width, height);
  const best = new Float32Array(sizes.length);
  for (let i = 0; i < labels.length; i++) best[labels[i]!] = Math.max(best[labels[i]!]!, likely.data[i]!);
  const stays = (label: number) => values[label] === 1 && best[label]! >= sure;
  const kept = createPlane(width, height);
  for (let i = 0; i < labels.length; i++) kept.data[i] = stays(labels[i]!) ? 1 : 0;
  const near = boxMean(kept, Math.max(1, Math.round(rim)));
  for (let i = 0; i < labels.length; i++) {
    const belongs = mask[i] === 1 ? kept.data[i] === 1 : near.data[i]! > 1e-6;
    if (!belongs) whole.data[i] = 0;
  }
}
