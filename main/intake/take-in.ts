/** Takes photographs in: looks at each file, says what is wrong with it, and makes jobs of the rest as they are found. */
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { AddReport } from '../../preload/contract/channels.ts';
import { operations } from '../../preload/contract/operations/table.ts';
import type { Recipe } from '../../preload/contract/recipe.ts';
import type { NewBatch, NewJob, Store } from '../store/index.ts';
import { contentHash } from './hash.ts';
import { inspect } from './inspect.ts';
import { preflight } from './preflight.ts';

/** A file that was found: its path, and its folder below the dropped or watched one ('' at the top). */
export interface FoundFile {
  readonly path: string;
  readonly relativeFolder: string;
}

/** A path that led to nothing: unreadable, or not a photograph. */
export interface RefusedPath {
  readonly path: string;
  readonly message: string;
}

export interface TakeInOptions {
  readonly store: Pick<Store, 'jobs' | 'writtenFiles'>;
  readonly recipe: Recipe;
  /** A new batch, or one that is there. */
  readonly batch: NewBatch | { readonly batchId: number };
  /** Absolute folder for results. */
  readonly outputFolder: string;
  /** The service to use; null = the recipe's own. */
  readonly profileId: string | null;
  /**
   * `hand`: whatever the user named is taken, and what is no photograph is listed. `command`: the same, but the same work
   * that is done or under way is passed over, so that a command that was broken off goes on. `watch`: a file that
   * appeared; the app's own output and other files are passed over. `scan`: files that were there already; what was
   * tried before, with whatever end, is passed over too.
   */
  readonly from: 'hand' | 'command' | 'watch' | 'scan';
  readonly signal?: AbortSignal;
}

/** Photographs looked at side by side; each is decoded whole, on a thread of its own. */
const sideBySide = 2;

type Look =
  | { readonly kind: 'take'; readonly job: NewJob }
  /** A photograph that cannot be processed as it is: it becomes a job, which fails with its reason and can be retried. */
  | { readonly kind: 'take-refused'; readonly job: NewJob; readonly message: string }
  | { readonly kind: 'refuse'; readonly message: string }
  | { readonly kind: 'skip' };

/**
 * Makes jobs of `files` as they are looked at, so that the queue begins before the last one was seen.
 * A photograph with something wrong with it becomes a job too: its reason stays visible in the list after the report is closed.
 */
export async function takeIn(
  files: Iterable<FoundFile | RefusedPath> | AsyncIterable<FoundFile | RefusedPath>,
  options: TakeInOptions,
): Promise<AddReport> {
  let batch = options.batch;
  let accepted = 0;
  let skipped = 0;
  const refused: RefusedPath[] = [];

  const settle = (group: readonly { file: FoundFile; look: Look }[]) => {
    const jobs: NewJob[] = [];
    for (const { file, look } of group) {
      if (look.kind === 'take') jobs.push(look.job);
      // First in line, so that its row says at once why it cannot be processed.
      if (look.kind === 'take-refused') jobs.push({ ...look.job, priority: 1 });
      if (look.kind === 'take') accepted += 1;
      if (look.kind === 'skip') skipped += 1;
      if (look.kind === 'refuse' || look.kind === 'take-refused')
        refused.push({ path: file.path, message: look.message });
    }
    if (jobs.length === 0) return;
    const added = options.store.jobs.add(batch, jobs);
    accepted -= added.skipped;
    skipped += added.skipped;
    if (added.batchId !== null) batch = { batchId: added.batchId };
  };

  let group: Promise<{ file: FoundFile; look: Look }>[] = [];
  for await (const found of files) {
    options.signal?.throwIfAborted();
    if ('message' in found) {
      refused.push(found);
      continue;
    }
    group.push(lookAt(found, options).then((look) => ({ file: found, look })));
    if (group.length === sideBySide) {
      settle(await Promise.all(group));
      group = [];
    }
  }
  settle(await Promise.all(group));
  return { batchId: 'batchId' in batch ? batch.batchId : null, accepted, skipped, refused };
}

async function lookAt(file: FoundFile, options: TakeInOptions): Promise<Look> {
  const { recipe, outputFolder } = options;
  const facts = await inspect(file.path, options.signal);
  const job = (hash: string, bytes: number, width: number, height: number): NewJob => ({
    sourcePath: file.path,
    relativeFolder: file.relativeFolder,
    outputFolder,
    contentHash: hash,
    bytes,
    width,
    height,
    recipe,
    profileId: options.profileId,
  });
  if (facts.kind === 'image') {
    if (isKnown(facts.hash, options)) return { kind: 'skip' };
    const made = job(facts.hash, facts.bytes, facts.width, facts.height);
    const [first] = recipe.steps;
    const problems = first
      ? preflight(facts, operations[first.operation], operations[first.operation].images[0]!, recipe.fit)
      : [];
    return problems[0]
      ? { kind: 'take-refused', job: made, message: problems[0].message }
      : { kind: 'take', job: made };
  }
  switch (facts.kind) {
    case 'broken':
    case 'unsupported':
    case 'too-many-pixels': {
      const hash = await contentHash(file.path, options.signal);
      if (isKnown(hash, options)) return { kind: 'skip' };
      const { size } = await stat(file.path);
      return { kind: 'take-refused', job: job(hash, size, 0, 0), message: facts.message };
    }
    case 'missing':
    case 'unreadable':
    case 'empty':
    case 'not-an-image':
      return options.from === 'watch' || options.from === 'scan'
        ? { kind: 'skip' }
        : { kind: 'refuse', message: facts.message };
    default:
      return facts satisfies never;
  }
}

/** True where a photograph is passed over: the app wrote it, or the same work was tried before. */
function isKnown(hash: string, { from, store, recipe, outputFolder }: TakeInOptions): boolean {
  switch (from) {
    case 'hand':
      return false;
    case 'command': {
      const before = store.jobs.sameWork(hash, recipe, outputFolder);
      return before !== null && before !== 'failed' && before !== 'cancelled';
    }
    case 'watch':
      return store.writtenFiles.isOwn(hash);
    case 'scan':
      return store.writtenFiles.isOwn(hash) || store.jobs.sameWork(hash, recipe, outputFolder) !== null;
    default:
      return from satisfies never;
  }
}

/** What a batch is called: the one file or folder, or how many there were. */
export function batchTitle(paths: readonly string[]): string {
  const [first] = paths;
  if (first === undefined) return 'Nothing';
  const name = basename(first) || first;
  if (paths.length === 1) return name;
  const folders = new Set(paths.map((path) => dirname(path)));
  return folders.size === 1
    ? `${paths.length} items from ${basename(dirname(first)) || dirname(first)}`
    : `${paths.length} items`;
}
