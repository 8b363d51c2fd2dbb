/** Moves people only: what is behind them stays where it is, and goes on where they have left. */
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Photo } from '../../vision/photo/decode.ts';
import { type Backdrop, knownAt, ownColorAt, personAt, touchedAt } from './backdrop.ts';
import type { Field } from './displacement-field.ts';
import { denoiseMatte } from './person.ts';
import { addCubic, copyOf, fieldAt, isStill, write } from './resample.ts';

/** How far (0..255) a pixel's own colour may be from that of the person nearby; beyond it the background is only guessed wrongly. */
const variety = 30;
/** Movements in px: at the first what is behind people does not show yet, at the second it does. */
const unseen = 0.3;
const seen = 1;

/**
 * Warps people in place. A pixel of the photograph is P = a·F + (1 - a)·B, a person's colour F (by their share a) before the
 * background's B. The person moves, the background does not: a(from)·F(from) + (1 - a(from))·B(to). Where B is not known, all moves.
 * @param field lies within the backdrop's rectangle
 */
export function warpPeople(photo: Photo, field: Field, backdrop: Backdrop): void {
  const { rect } = field;
  const source = copyOf(photo);
  const background = backdrop.photo;
  const [left, top] = [backdrop.rect.x, backdrop.rect.y];
  const move = new Float64Array(2);
  const colorAtSource = new Float64Array(4);
  const backgroundAtSource = new Float64Array(4);
  const backgroundAtTarget = new Float64Array(4);
  const color = new Float64Array(3);
  const near = new Float64Array(3);
  for (let y = rect.y; y < rect.y + rect.height; y++) {
    for (let x = rect.x; x < rect.x + rect.width; x++) {
      fieldAt(field, x + 0.5, y + 0.5, move);
      if (isStill(move)) continue;
      const [fromX, fromY] = [x + move[0]!, y + move[1]!];
      cubicAt(source, fromX, fromY, colorAtSource);
      for (let c = 0; c < 3; c++) color[c] = colorAtSource[3]! > 0 ? colorAtSource[c]! / colorAtSource[3]! : 0;
      const share = denoiseMatte(personAt(backdrop, fromX + 0.5, fromY + 0.5, color));
      const known = Math.min(
        knownAt(backdrop, x + 0.5, y + 0.5),
        share === 0 ? 1 : knownAt(backdrop, fromX + 0.5, fromY + 0.5),
      );
      if (share === 0) {
        if (touchedAt(backdrop, x + 0.5, y + 0.5) === 0) continue;
        cubicAt(background, x - left, y - top, backgroundAtTarget);
        for (let c = 0; c < 4; c++) colorAtSource[c]! += known * (backgroundAtTarget[c]! - colorAtSource[c]!);
      } else if (share < 1) {
        cubicAt(background, fromX - left, fromY - top, backgroundAtSource);
        cubicAt(background, x - left, y - top, backgroundAtTarget);
        for (let c = 0; c < 3; c++) near[c] = ownColorAt(backdrop, fromX + 0.5, fromY + 0.5, c);
        const part = shareByColor(share, colorAtSource, near, backgroundAtSource);
        const shows = known * smoothstep(Math.hypot(move[0]!, move[1]!), unseen, seen);
        for (let c = 0; c < 4; c++) {
          const own = part > 0 ? (colorAtSource[c]! - (1 - part) * backgroundAtSource[c]!) / part : 0;
          const [middle, limit] = c < 3 ? [near[c]!, variety] : [1, 1];
          const person = Math.min(middle + limit, Math.max(middle - limit, own));
          const mixed = part * person + (1 - part) * backgroundAtTarget[c]!;
          colorAtSource[c]! += shows * (mixed - colorAtSource[c]!);
        }
      }
      write(colorAtSource, photo, y * photo.width + x);
    }
  }
}

/**
 * A person's share of a pixel, no larger than where its colour lies between the background's and the person's: what shows between
 * strands is background. Where both have one colour, `share` stays.
 */
function shareByColor(share: number, seen: Float64Array, person: Float64Array, background: Float64Array): number {
  let [along, square] = [0, 0];
  for (let c = 0; c < 3; c++) {
    const difference = person[c]! - background[c]!;
    along += (seen[c]! - background[c]!) * difference;
    square += difference * difference;
  }
  const confidence = smoothstep(Math.sqrt(square), variety, 2 * variety);
  if (confidence === 0) return share;
  return share + confidence * (Math.min(share, Math.max(0, along / square)) - share);
}

function cubicAt(photo: Photo, x: number, y: number, out: Float64Array): void {
  out.fill(0);
  addCubic(photo, x, y, 1, out);
}
