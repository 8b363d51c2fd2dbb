/** Looks at what a round has left behind: every promise that is broken becomes a violation. */
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { type Mark, readMark } from './mark.ts';
import { sha256 } from './photographs.ts';
import { operationNumber } from './results.ts';
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
    | 'sent unasked'
    | 'paid and skipped'
    | 'stuck'
    | 'exit code'
    | 'failed'
    | 'told a secret'
    | 'impolite'
    | 'misdeed';
  readonly text: string;
}

/** What every path of some folders is: content of files, target of links, kind of others. */
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
  else if (facts.isFile()) found.set(path, sha256(await readFile(path)));
  else found.set(path, 'pipe or device');
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
  /** Contents whose result may be made of the photograph's own pixels, so that it bears the photograph's mark. */
  readonly ownPixels?: ReadonlySet<number>;
}

/** Every photograph has its results, whole, from itself, under its own name, and nothing else was written. */
export async function checkResults(
  before: Inventory,
  after: Inventory,
  scene: Scene,
  rules: ResultRules,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  const placed: Placed[] = [];
  for (const [path, what] of after) {
    if (before.has(path) || what === 'folder') continue;
    if (/^\.|\.(tmp|part)$/.test(basename(path))) {
      violations.push({ kind: 'left over', text: JSON.stringify(path) });
      continue;
    }
    const mark = await readMark(path).catch((error: unknown) => String(error));
    if (mark === null || typeof mark === 'string')
      violations.push({ kind: 'damaged result', text: `${JSON.stringify(path)}: ${mark ?? 'no mark'}` });
    else placed.push({ path, mark });
  }
  const unmet = match(placed, scene, rules, violations);
  for (const target of unmet) {
    if (scene.recipe.output.conflict === 'skip' && isTaken(target, after)) continue;
    violations.push({
      kind: 'lost',
      text: `${JSON.stringify(target.photograph.path)} has no result ${JSON.stringify(target.base)}`,
    });
  }
  return violations;
}

/** Gives each file to the photograph it can belong to; returns what is left without one. */
function match(placed: readonly Placed[], scene: Scene, rules: ResultRules, violations: Violation[]): Target[] {
  const operation = operationNumber(lastOperation(scene.recipe));
  const open = targetsOf(scene).flatMap((target) => Array.from({ length: rules.times }, () => target));
  const rank = ({ path }: Placed) => basename(path).length;
  for (const file of [...placed].sort((a, b) => rank(a) - rank(b))) {
    const { mark, path } = file;
    const isOwn = mark.operation === 0 && rules.ownPixels?.has(mark.photograph);
    const fits = open.filter(
      ({ photograph, element, folder }) =>
        photograph.content === mark.photograph && folder === dirname(path) && (isOwn || element === mark.element),
    );
    const named =
      fits.find((target) => isNamed(path, target, true)) ?? fits.find((target) => isNamed(path, target, false));
    const wrong = !isOwn && mark.operation !== operation;
    if (wrong) violations.push({ kind: 'wrong result', text: `${JSON.stringify(path)} shows ${JSON.stringify(mark)}` });
    else if (named) open.splice(open.indexOf(named), 1);
    else
      violations.push({
        kind: 'doubled',
        text: `${JSON.stringify(path)} is one too many; it shows ${JSON.stringify(mark)}`,
      });
  }
  return open;
}

function isNamed(path: string, { base }: Target, exactly: boolean): boolean {
  const stem = basename(path, extname(path));
  return exactly ? stem === base : stem.startsWith(`${base}-`) && /^\d+$/.test(stem.slice(base.length + 1));
}

/** True when something stands where a result would go. */
export function isTaken({ folder, base }: Target, paths: Inventory): boolean {
  return ['.png', '.jpg', '.jpeg'].some((extension) => paths.has(join(folder, base + extension)));
}
