/** Checks the files after a round: each broken promise becomes a violation. */
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { operationNumber } from '../service/results.ts';
import { type Mark, readMark } from './mark.ts';
import { sha256 } from './photographs.ts';
import type { Scene } from './scene.ts';
import { lastOperation, type Target, targetsOf } from './targets.ts';

export interface Violation {
  readonly kind:
    | ('lost' | 'doubled' | 'wrong result' | 'damaged result' | 'original changed' | 'file changed' | 'left over')
    | ('charged twice' | 'paid and lost' | 'sent unasked' | 'paid and skipped' | 'over the cap' | 'another bill')
    | ('given up' | 'blamed' | 'stuck' | 'unsaid' | 'no sentence' | 'memory' | 'exit code' | 'numbers' | 'failed')
    | ('told a secret' | 'impolite' | 'misdeed');
  readonly text: string;
}

/** State of each path: content, mode and time of a file, target of a link, type of others. */
export type Inventory = ReadonlyMap<string, string>;

/** Lists paths with everything below them; missing paths are omitted. */
export async function inventory(...paths: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const add = async (path: string): Promise<void> => {
    const entry = await lstat(path).catch(() => null);
    if (entry === null) return;
    if (entry.isDirectory()) {
      found.set(path, 'folder');
      for (const name of await readdir(path)) await add(join(path, name));
    } else if (entry.isSymbolicLink()) found.set(path, `link to ${await readlink(path)}`);
    else if (entry.isFile()) {
      // Huge files are sparse.
      const content = entry.size > 1_000_000_000 ? `${entry.size} bytes` : sha256(await readFile(path));
      found.set(path, `${content} ${entry.mode.toString(8)} ${entry.mtimeMs}`);
    } else found.set(path, 'pipe or device');
  };
  for (const path of paths) await add(path);
  return found;
}

/** Finds changes of the files that existed before. */
export function checkUntouched(before: Inventory, after: Inventory, scene: Scene): Violation[] {
  const originals = new Set(scene.photographs.map(({ path }) => path));
  return [...before].flatMap(([path, was]): Violation[] => {
    const now = after.get(path);
    if (now === was) return [];
    const kind = originals.has(path) ? 'original changed' : 'file changed';
    return [{ kind, text: `${JSON.stringify(path)} ${now === undefined ? 'is gone' : `was ${was} and is ${now}`}` }];
  });
}

interface Placed {
  readonly path: string;
  readonly mark: Mark;
}

export interface ResultRules {
  /** Number of times each photograph was requested. */
  readonly times: number;
  /** Maximum of this number, if a killed command may have added some photographs. */
  readonly maxTimes?: number;
  /** Contents whose result may have the pixels that were sent, with the mark of the photograph or previous step. */
  readonly ownPixels?: ReadonlySet<number>;
  /** Whether the program reported that paid results may be missing. */
  readonly isLossReported?: boolean;
  /** Whether an image may have a second file, because a power cut can lose its recorded name. */
  readonly canRepeat?: boolean;
  /** Paths checked elsewhere. */
  readonly otherResults?: ReadonlySet<string>;
}

/**
 * Checks that each photograph has its results, complete and under its name, and that no other file was written.
 * @param onShown gets the serial number of each upload with a result
 */
export async function checkResults(
  before: Inventory,
  after: Inventory,
  scene: Scene,
  rules: ResultRules,
  onShown: (serial: number) => void = () => undefined,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const placed: Placed[] = [];
  for (const [path, state] of after) {
    if (before.has(path) || state === 'folder' || rules.otherResults?.has(path)) continue;
    if (/^\.|\.(tmp|part)$/.test(basename(path))) {
      violations.push({ kind: 'left over', text: JSON.stringify(path) });
      continue;
    }
    const mark = await readMark(path).catch((error: unknown) => String(error));
    if (mark === null || typeof mark === 'string')
      violations.push({ kind: 'damaged result', text: `${JSON.stringify(path)}: ${mark ?? 'no mark'}` });
    else {
      placed.push({ path, mark });
      onShown(mark.serial);
    }
  }
  const unmet = match(placed, scene, rules, violations);
  for (const target of unmet) {
    if (isSkipped(target, unmet, scene, after)) continue;
    const text = `${JSON.stringify(target.photograph.path)} has no result ${JSON.stringify(target.base)}`;
    violations.push({ kind: 'lost', text });
  }
  return violations;
}

/** Assigns each file to a matching photograph. Returns the targets without a file. */
function match(placed: readonly Placed[], scene: Scene, rules: ResultRules, violations: Violation[]): Target[] {
  const operation = operationNumber(lastOperation(scene.recipe));
  const previous = scene.recipe.steps.at(-2);
  const own = previous === undefined ? 0 : operationNumber(previous.operation);
  const targets = targetsOf(scene);
  const repeated = (times: number) => Array.from({ length: times }, () => targets).flat();
  const open = repeated(rules.times);
  const possible = repeated((rules.maxTimes ?? rules.times) - rules.times);
  const rank = ({ path }: Placed) => basename(path).length;
  for (const { path, mark } of [...placed].sort((a, b) => rank(a) - rank(b))) {
    const isOwn = mark.operation === own && rules.ownPixels?.has(mark.photograph) === true;
    const takeFrom = (list: Target[]) => {
      const fits = list.filter(
        ({ photograph, element, folder }) =>
          photograph.content === mark.photograph && folder === dirname(path) && (isOwn || element === mark.element),
      );
      const target = fits.find((each) => isNamed(path, each, true)) ?? fits.find((each) => isNamed(path, each, false));
      if (target) list.splice(list.indexOf(target), 1);
      return target !== undefined;
    };
    const shows = `${JSON.stringify(path)} shows ${JSON.stringify(mark)}`;
    if (!isOwn && mark.operation !== operation) violations.push({ kind: 'wrong result', text: shows });
    else if (!takeFrom(open) && !takeFrom(possible) && !(rules.canRepeat && isRepeated(mark, placed)))
      violations.push({ kind: 'doubled', text: `one too many: ${shows}` });
  }
  return open;
}

function isRepeated(mark: Mark, placed: readonly Placed[]): boolean {
  return placed.filter((each) => each.mark.serial === mark.serial && each.mark.element === mark.element).length > 1;
}

function isNamed(path: string, { base, extension }: Target, isExact: boolean): boolean {
  const stem = basename(path, extension);
  return isExact ? stem === base : stem.startsWith(`${base}-`) && /^\d+$/.test(stem.slice(base.length + 1));
}

/** Whether the rule "skip" omitted a result: its name is taken, or that of the photograph's first result. */
function isSkipped(target: Target, unmet: readonly Target[], scene: Scene, after: Inventory): boolean {
  if (scene.recipe.output.conflict !== 'skip') return false;
  const first = unmet.find(({ photograph, element }) => photograph === target.photograph && element === 0);
  return isTaken(target, after) || (first !== undefined && isTaken(first, after));
}

/** Whether the path of a result exists. */
export function isTaken({ folder, base, extension }: Target, paths: Inventory): boolean {
  return paths.has(join(folder, base + extension));
}

/** Finds the files below a folder that contain a text. */
export async function filesWith(text: string, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(paths.map(async (path) => (await readFile(path)).includes(text)));
  return paths.filter((_, index) => found[index]);
}
