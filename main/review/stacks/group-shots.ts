/** Which photographs form a stack: the shots of one burst, and what was exported twice. */
import { colorDistance, hammingDistance } from '../../imaging/measure/similarity.ts';

/** What stacking knows of a photograph. */
export interface Shot {
  readonly id: number;
  /** ms since 1970; null where the file does not say. */
  readonly takenAt: number | null;
  /** The same for all of one camera; null where the file does not say. */
  readonly camera: string | null;
  readonly hash: string;
  readonly tint: string;
  /** px of the upright photograph. */
  readonly width: number;
  readonly height: number;
}

/**
 * Longest pause within a burst, ms. Cameras take 3 to 20 photographs a second, and are slower once their memory is full; most write
 * whole seconds, which takes up to one off or adds it. Who poses anew, or puts down the next product, needs longer.
 */
export const maxBurstGapMs = 3000;

/**
 * Bits of 64 by which a shot may differ from the one before it. Of 1,596 pairs of different photographs (portraits framed alike among
 * them) none was nearer than 16; a camera that moves by 2 % of the picture makes 8 (median) to 16, one that comes 3 % closer 10 at most.
 */
const nearPrevious = 14;
/** And from the first of its stack, so that a long series ends somewhere: 4 of those pairs were as near. */
const nearFirst = 18;

/** Without a time, only the same picture saved again is near enough: that changes 2 bits at most, and no colour by more than 2 levels. */
const sameHash = 2;
const sameTint = 2;

/**
 * The stacks among the photographs of one folder: ids, in the order they were taken (or taken in), the first one first; only stacks of
 * two and more. The order of `shots` does not matter.
 */
export function groupIntoStacks(shots: readonly Shot[]): number[][] {
  const timed = Map.groupBy(shots.filter(hasTime).toSorted(byTime), ({ camera }) => camera);
  const bursts = [...timed.values()].flatMap(burstsOf);
  const untimed = shots.filter((shot) => !hasTime(shot)).toSorted((a, b) => a.id - b.id);
  return [...bursts, ...savedTwice(untimed)]
    .filter((stack) => stack.length > 1)
    .map((stack) => stack.map(({ id }) => id))
    .toSorted((a, b) => a[0]! - b[0]!);
}

type TimedShot = Shot & { readonly takenAt: number };

function hasTime(shot: Shot): shot is TimedShot {
  return shot.takenAt !== null;
}

function byTime(a: TimedShot, b: TimedShot): number {
  return a.takenAt - b.takenAt || a.id - b.id;
}

/** @param shots of one camera, by time */
function burstsOf(shots: readonly TimedShot[]): TimedShot[][] {
  const bursts: TimedShot[][] = [];
  for (const shot of shots) {
    const current = bursts.at(-1);
    if (current !== undefined && continuesBurst(current, shot)) current.push(shot);
    else bursts.push([shot]);
  }
  return bursts;
}

function continuesBurst(burst: readonly TimedShot[], shot: TimedShot): boolean {
  const [first, previous] = [burst[0]!, burst.at(-1)!];
  return (
    shot.takenAt - previous.takenAt <= maxBurstGapMs &&
    hammingDistance(previous.hash, shot.hash) <= nearPrevious &&
    hammingDistance(first.hash, shot.hash) <= nearFirst
  );
}

/** Each is compared with the first of a stack only, so that no chain leads from one picture to another. */
function savedTwice(shots: readonly Shot[]): Shot[][] {
  const stacks: Shot[][] = [];
  for (const shot of shots) {
    const stack = stacks.find(([first]) => isSavedAgain(first!, shot));
    if (stack) stack.push(shot);
    else stacks.push([shot]);
  }
  return stacks;
}

function isSavedAgain(a: Shot, b: Shot): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    hammingDistance(a.hash, b.hash) <= sameHash &&
    colorDistance(a.tint, b.tint) <= sameTint
  );
}
