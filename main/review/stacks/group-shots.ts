/** Groups photographs into stacks: shots of one burst, and copies. */
import { colorDistance, hammingDistance } from '../../imaging/measure/similarity.ts';

export interface Shot {
  readonly id: number;
  /** ms since 1970. */
  readonly takenAt: number | null;
  readonly camera: string | null;
  /** @see imageSignature */
  readonly hash: string;
  readonly tint: string;
  /** px of the upright photograph. */
  readonly width: number;
  readonly height: number;
}

/** Cameras take 3 to 20 photographs per second, fewer with full memory, and most write whole seconds. A new pose takes longer. */
export const maxBurstGapMs = 3000;

/** Of 64. 1,596 pairs of different photographs differed by 16 or more; 2 % of camera movement changes 8 (median) to 16. */
const maxBitsFromPrevious = 14;
/** Limits a long series. 4 of the pairs were as close. */
const maxBitsFromFirst = 18;

/** Differences of a picture that was saved again. */
const maxBitsOfCopy = 2;
const maxTintLevelsOfCopy = 2;

/** Groups one folder's photographs. Returns stacks of two or more ids, by time of capture, or by id without times. */
export function groupIntoStacks(shots: readonly Shot[]): number[][] {
  const timed = Map.groupBy(shots.filter(hasTime).toSorted(byTime), ({ camera }) => camera);
  const bursts = [...timed.values()].flatMap(groupBursts);
  const untimed = shots.filter((shot) => !hasTime(shot)).toSorted((a, b) => a.id - b.id);
  return [...bursts, ...groupCopies(untimed)]
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

/** @param shots of one camera, sorted by time */
function groupBursts(shots: readonly TimedShot[]): TimedShot[][] {
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
    hammingDistance(previous.hash, shot.hash) <= maxBitsFromPrevious &&
    hammingDistance(first.hash, shot.hash) <= maxBitsFromFirst
  );
}

/** Compares with the first of a stack only, so that differences do not add up. */
function groupCopies(shots: readonly Shot[]): Shot[][] {
  const stacks: Shot[][] = [];
  for (const shot of shots) {
    const stack = stacks.find(([first]) => isCopy(first!, shot));
    if (stack) stack.push(shot);
    else stacks.push([shot]);
  }
  return stacks;
}

function isCopy(a: Shot, b: Shot): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    hammingDistance(a.hash, b.hash) <= maxBitsOfCopy &&
    colorDistance(a.tint, b.tint) <= maxTintLevelsOfCopy
  );
}
