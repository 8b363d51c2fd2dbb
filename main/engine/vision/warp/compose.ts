/** Moves people only: what is behind them stays where it is, and goes on where they have left. */
import type { Photo } from '../photo/decode.ts';
import { ramp } from '../pixels/ramp.ts';
import { type Backdrop, ownColourAt, personAt, touchedAt } from './backdrop.ts';
import type { Field } from './field.ts';
import { withoutHaze } from './person.ts';
import { addCubic, copyOf, fieldAt, isStill, write } from './resample.ts';

/** How far (0..255) a pixel's own colour may be from that of the person nearby; beyond it the background is only guessed wrongly. */
const variety = 30;
/** Movements in px: at the first what is behind people does not show yet, at the second it does. */
const unseen = 0.3;
const seen = 1;

/**
 * Warps people in place. A pixel of the photograph is P = a·F + (1 - a)·B, a person's colour F (by their share a) before the
 * background's B. The person moves, the background does not: a(from)·F(from) + (1 - a(from))·B(to).
 * @param field lies within the backdrop's rectangle
 */
export function warpPeople(photo: Photo, field: Field, backdrop: Backdrop): void {
  const { rect } = field;
  const source = copyOf(photo);
  const behind = backdrop.photo;
  const [left, top] = [backdrop.rect.x, backdrop.rect.y];
  const move = new Float64Array(2);
  const seenThere = new Float64Array(4);
  const behindThere = new Float64Array(4);
  const behindHere = new Float64Array(4);
  const colour = new Float64Array(3);
  for (let y = rect.y; y < rect.y + rect.height; y++) {
    for (let x = rect.x; x < rect.x + rect.width; x++) {
      fieldAt(field, x + 0.5, y + 0.5, move);
      if (isStill(move)) continue;
      const [fromX, fromY] = [x + move[0]!, y + move[1]!];
      cubicAt(source, fromX, fromY, seenThere);
      for (let c = 0; c < 3; c++) colour[c] = seenThere[3]! > 0 ? seenThere[c]! / seenThere[3]! : 0;
      const share = withoutHaze(personAt(backdrop, fromX + 0.5, fromY + 0.5, colour));
      if (share === 0) {
        if (touchedAt(backdrop, x + 0.5, y + 0.5) === 0) continue;
        cubicAt(behind, x - left, y - top, seenThere);
      } else if (share < 1) {
        cubicAt(behind, fromX - left, fromY - top, behindThere);
        cubicAt(behind, x - left, y - top, behindHere);
        const shows = ramp(Math.hypot(move[0]!, move[1]!), unseen, seen);
        for (let c = 0; c < 4; c++) {
          const own = (seenThere[c]! - (1 - share) * behindThere[c]!) / share;
          const near = c < 3 ? ownColourAt(backdrop, fromX + 0.5, fromY + 0.5, c) : 1;
          const limit = c < 3 ? variety : 1;
          const person = Math.min(near + limit, Math.max(near - limit, own));
          const mixed = share * person + (1 - share) * behindHere[c]!;
          seenThere[c]! += shows * (mixed - seenThere[c]!);
        }
      }
      write(seenThere, photo, y * photo.width + x);
    }
  }
}

function cubicAt(photo: Photo, x: number, y: number, out: Float64Array): void {
  out.fill(0);
  addCubic(photo, x, y, 1, out);
}
