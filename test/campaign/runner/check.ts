/** Looks at what a round has left behind: every promise that is broken becomes a violation. */
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { operationNumber } from '../service/results.ts';
import { type Mark, readMark } from './mark.ts';
import { sha256 } from './photographs.ts';
import type { Scene } from './scene.ts';
import { lastOperation, type Target, targetsOf } from './targets.ts';

export interface Violation {
  readonly kind:
    | 'lost'
    | 'doubled'
    | 'wrong result'
    | 'damaged result'
    | 'original changed'
    | 'file changed'
    | 'left over'
    | 'charged twice'
    | 'paid and lost'
    | 'given up'
    | 'blamed'
    | 'sent unasked'
    | 'paid and skipped'
    | 'over the cap'
    | 'another bill'
    | 'stuck'
    | 'unsaid'
    | 'no sentence'
    | 'memory'
    | 'exit code'
    | 'numbers'
    | 'failed'
    | 'told a secret'
    | 'impolite'
    | 'misdeed';
  readonly text: string;
}

/** What every path of some folders is: content, mode and time of files, target of links, kind of others. */
export type Inventory = ReadonlyMap<string, string>;

/** Of files and of folders with all that is in them; paths that are not there are left out. */
export async function inventory(...paths: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of paths) await note(path, found);
  return found;
}

async function note(path: string, found: Map<string, string>): Promise<void> {
  const facts = await lstat(path).catch(() => null);
  if (facts === null) return;
  if (facts.isDirectory()) {
    found.set(path, 'folder');
    for (const name of await readdir(path)) await note(join(path, name), found);
  } else if (facts.isSymbolicLink()) found.set(path, `link to ${await readlink(path)}`);
  else if (facts.isFile())
    found.set(path, `${await contentOf(path, facts.size)} ${facts.mode.toString(8)} ${facts.mtimeMs}`);
  else found.set(path, 'pipe or device');
}

/** Of files that hold next to nothing, their size is enough. */
async function contentOf(path: string, size: number): Promise<string> {
  return size > 1_000_000_000 ? `${size} bytes` : sha256(await readFile(path));
}

/** Every path of before must be as it was. */
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
  /** How often every photograph was asked for. */
  readonly times: number;
  /** How often it may have been asked for: a command that was killed may have got through with some of them. */
  readonly most?: number;
  /** Contents whose result may be made of the pixels that were sent, so that it bears the mark of the photograph, or of the step before. */
  readonly ownPixels?: ReadonlySet<number>;
  /** Whether what was paid may be in no result, because the program has said that it may be missing. */
  readonly isLossSaid?: boolean;
  /** A power cut may take the name of a result that is there: the same picture has a second file then. */
  readonly canRepeat?: boolean;
  /** Results that are looked at elsewhere. */
  readonly besides?: ReadonlySet<string>;
}

/**
 * Every photograph has its results, whole, from itself, under its own name, and nothing else was written.
 * @param show is told of every upload of which there is a result, by its serial number
 */
export async function checkResults(
  before: Inventory,
  after: Inventory,
  scene: Scene,
  rules: ResultRules,
  show: (serial: number) => void = () => undefined,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const placed: Placed[] = [];
  for (const [path, what] of after) {
    if (before.has(path) || what === 'folder' || rules.besides?.has(path)) continue;
    if (/^\.|\.(tmp|part)$/.test(basename(path))) {
      violations.push({ kind: 'left over', text: JSON.stringify(path) });
      continue;
    }
    const mark = await readMark(path).catch((error: unknown) => String(error));
    if (mark === null || typeof mark === 'string')
      violations.push({ kind: 'damaged result', text: `${JSON.stringify(path)}: ${mark ?? 'no mark'}` });
    else {
      placed.push({ path, mark });
      show(mark.serial);
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

/** Gives each file to the photograph it can belong to; returns what is left without one. */
function match(placed: readonly Placed[], scene: Scene, rules: ResultRules, violations: Violation[]): Target[] {
  const operation = operationNumber(lastOperation(scene.recipe));
  const before = scene.recipe.steps.at(-2);
  const own = before === undefined ? 0 : operationNumber(before.operation);
  const targets = targetsOf(scene);
  const open = Array.from({ length: rules.times }, () => targets).flat();
  const possible = Array.from({ length: (rules.most ?? rules.times) - rules.times }, () => targets).flat();
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

/** True if there are two files of one and the same image of an upload. */
function isRepeated(mark: Mark, placed: readonly Placed[]): boolean {
  return placed.filter((each) => each.mark.serial === mark.serial && each.mark.element === mark.element).length > 1;
}

function isNamed(path: string, { base, extension }: Target, exactly: boolean): boolean {
  const stem = basename(path, extension);
  return exactly ? stem === base : stem.startsWith(`${base}-`) && /^\d+$/.test(stem.slice(base.length + 1));
}

/** True where the rule "skip" left a result out: its name is taken, or that of the photograph's first, which speaks for all. */
function isSkipped(target: Target, unmet: readonly Target[], scene: Scene, after: Inventory): boolean {
  if (scene.recipe.output.conflict !== 'skip') return false;
  const first = unmet.find(({ photograph, element }) => photograph === target.photograph && element === 0);
  return isTaken(target, after) || (first !== undefined && isTaken(first, after));
}

/** True when something stands where a result would go. */
export function isTaken({ folder, base, extension }: Target, paths: Inventory): boolean {
  return paths.has(join(folder, base + extension));
}

/** Files below `folder` that hold `text`: databases and whatever else a program keeps. */
export async function filesWith(text: string, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(paths.map(async (path) => (await readFile(path)).includes(text)));
  return paths.filter((_, index) => found[index]);
}
