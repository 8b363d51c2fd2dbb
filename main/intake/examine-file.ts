/** Looks at a file that was found: what is to be done with it, and the job to be made of it. */
import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { JobError } from '../../contract/jobs/job.ts';
import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import { operations } from '../../contract/operations/table.ts';
import type { Recipe } from '../../contract/recipes/recipe.ts';
import { contentHash } from '../files/content-hash.ts';
import { fileIdentity } from '../files/file-identity.ts';
import { isInside, resolveLinks } from '../files/real-path.ts';
import { previewRefusal, workingSize } from '../imaging/develop/raw-preview-policy.ts';
import type { XmpTexts } from '../imaging/xmp/read-xmp.ts';
import { decisionFromXmp, readWithSidecar } from '../imaging/xmp/sidecar.ts';
import type { NewBatch, NewJob, Store } from '../store/index.ts';
import { type Depth, inspect } from './inspect-file.ts';
import { isMovedPhoto } from './moved-photos.ts';
import { displayName, isLink, readErrorMessage } from './path-kind.ts';
import { preflight } from './preflight.ts';
import { pairedFileToUse } from './raw-pairs.ts';

/** A file that was found: its path, and its folder below the dropped or watched one ('' at the top). */
export interface FoundFile {
  readonly path: string;
  readonly relativeFolder: string;
  /** SHA-256 of the content that is meant, hex: with another one it is refused. */
  readonly contentHash?: string;
  /** It was named itself, and not met in a folder. */
  readonly named?: boolean;
  /** It was named, and nothing else of the same shot. */
  readonly alone?: boolean;
  /** It was a link when it was found, to something that may be read. */
  readonly isLink?: boolean;
}

/** A path that led to nothing: unreadable, or not a photograph. */
export interface RejectedPath {
  readonly path: string;
  readonly message: MessageDescriptor;
  /** Something to know, and nothing that went wrong. */
  readonly isNote?: true;
}

export interface AddPhotosOptions {
  readonly store: Pick<
    Store,
    'jobs' | 'writtenFiles' | 'results' | 'profiles' | 'settings' | 'filePlaces' | 'movedOriginals'
  >;
  readonly recipe: Recipe;
  /** A new batch, or one that is there. */
  readonly batch: NewBatch | { readonly batchId: number };
  /** Absolute folder for results. */
  readonly outputFolder: string;
  /** The service to use. */
  readonly profileId: string;
  /**
   * `hand`: dropped, chosen or named in a command; what is no photograph is listed. `watch`: a file that appeared; other
   * files are passed over. `scan`: files that were there already; what was tried before, with whatever end, is passed over too.
   */
  readonly from: 'hand' | 'watch' | 'scan';
  /** How closely files are looked at; by default, all of those that were dropped, chosen or named is decoded. */
  readonly depth?: Depth;
  /** Once more what was done before. */
  readonly again?: boolean;
  /** Takes Burnish's own results from folders as well, where they come from other recipes. */
  readonly takeResults?: boolean;
  /** Of a computer that takes part in a studio. */
  readonly studio?: StudioIntake;
  /** Told of the jobs that were made, go on or wait for a decision, as they are found. */
  readonly onJobs?: (jobIds: readonly number[]) => void;
  /** Told of photographs of folders that jobs were made of at a glance: whether they decode remains to be seen. */
  readonly onGlance?: (jobs: readonly NewJob[]) => void;
  readonly signal?: AbortSignal;
}

/** What a studio takes of photographs, and knows of files. */
export interface StudioIntake {
  /** Puts photographs on their way to the studio's queue; what it returns becomes jobs here. */
  offer(jobs: readonly NewJob[], known: 'go-on' | 'pass'): Promise<readonly NewJob[]>;
  /** The recipes (ids) behind a file of this content (SHA-256, hex) that another station wrote; none where it is no result, as far as can be told. */
  findAppliedRecipes(hash: string): Promise<ReadonlySet<string>>;
}

export const inspectionDepth = ({ depth, from }: AddPhotosOptions): Depth =>
  depth ?? (from === 'hand' ? 'decode' : 'glance');

export type Examined =
  /** `isDecoded`: false where only a glance was had at it (`inspect`). */
  | { readonly kind: 'take'; readonly job: NewJob; readonly isDecoded: boolean }
  /** A photograph that cannot be processed as it is: it becomes a job, which fails with its reason and can be retried. */
  | {
      readonly kind: 'take-refused';
      readonly job: NewJob;
      readonly message: MessageDescriptor;
      readonly problem: JobError;
    }
  | { readonly kind: 'refuse'; readonly message: MessageDescriptor }
  /** Another file of the same shot is taken. */
  | { readonly kind: 'pair' }
  | { readonly kind: 'pass' };

/** Each file stands for itself: one that goes, or cannot be read any more, while it is looked at says nothing of the others. */
export async function examine(file: FoundFile, options: AddPhotosOptions): Promise<Examined> {
  try {
    return await examineNow(file, options);
  } catch (error) {
    if (options.signal?.aborted || (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return options.from === 'hand'
      ? { kind: 'refuse', message: await readErrorMessage(file.path, error) }
      : { kind: 'pass' };
  }
}

async function examineNow(file: FoundFile, options: AddPhotosOptions): Promise<Examined> {
  const found = await examineContent(file, options);
  // Asked last: what was read may have been something else than what was found.
  const isReplaced = options.from === 'hand' && !file.named && !file.isLink && (await isLink(file.path));
  if (!isReplaced) return found;
  return { kind: 'refuse', message: msg('intake.file.replacedByLink', { name: displayName(file.path) }) };
}

async function examineContent(file: FoundFile, options: AddPhotosOptions): Promise<Examined> {
  const { recipe, signal } = options;
  const { rawAndJpeg, rawPreview } = options.store.settings.read();
  if (!file.alone && (await pairedFileToUse(file.path, rawAndJpeg)) !== null) return { kind: 'pair' };
  const facts = await inspect(file.path, inspectionDepth(options), signal);
  switch (facts.kind) {
    case 'image': {
      if (file.contentHash !== undefined && file.contentHash !== facts.hash)
        return { kind: 'refuse', message: msg('intake.file.changedSince', { name: facts.name }) };
      const size = workingSize(facts, rawPreview);
      const job = await jobFor(
        file,
        { ...facts, ...size, bytes: facts.developed?.fileBytes ?? facts.bytes },
        facts.hash,
        options,
      );
      const [first] = recipe.steps;
      const problems = first
        ? preflight(
            { ...facts, ...size },
            operations[first.operation],
            operations[first.operation].images[0]!,
            recipe.fit,
          )
        : [];
      if (job === null) return { kind: 'pass' };
      const preview = previewRefusal(facts.developed, rawPreview, facts.name);
      if (preview) return takeRefused(job, 'UNUSABLE_FILE', preview, 'replace-file');
      if (!problems[0]) return { kind: 'take', job, isDecoded: facts.isDecoded };
      return takeRefused(job, 'DOES_NOT_FIT', problems[0].message, recipe.fit ? 'replace-file' : 'edit-recipe');
    }
    case 'broken':
    case 'unsupported':
    case 'too-many-pixels': {
      const hash = await contentHash(file.path, signal);
      const { size } = await stat(file.path);
      const job = await jobFor(file, { bytes: size, width: 0, height: 0 }, hash, options);
      return job === null ? { kind: 'pass' } : takeRefused(job, 'UNUSABLE_FILE', facts.message, 'replace-file');
    }
    case 'missing':
    case 'unreadable':
    case 'empty':
    case 'not-an-image':
    case 'too-large':
      return options.from === 'hand' ? { kind: 'refuse', message: facts.message } : { kind: 'pass' };
    default:
      return facts satisfies never;
  }
}

function takeRefused(job: NewJob, code: string, message: MessageDescriptor, advice: JobError['advice']): Examined {
  return { kind: 'take-refused', job, message, problem: inputProblem(code, message, advice) };
}

/** A job fails with the same words as the queue would find for it. */
export const inputProblem = (code: string, message: MessageDescriptor, advice: JobError['advice']): JobError => ({
  kind: 'input',
  code,
  message,
  advice,
  requestId: null,
  logId: null,
});

/** The job to be made of a photograph; null for a result of Burnish's own that is not to be taken. */
async function jobFor(
  file: FoundFile,
  {
    bytes,
    width,
    height,
    pictureHash = null,
    capturedAt = null,
    words = {},
  }: Pick<NewJob, 'bytes' | 'width' | 'height' | 'pictureHash'> & {
    readonly capturedAt?: number | null;
    readonly words?: XmpTexts;
  },
  hash: string,
  options: AddPhotosOptions,
): Promise<NewJob | null> {
  const { store, recipe, outputFolder, profileId, again = false } = options;
  const elsewhere = (await options.studio?.findAppliedRecipes(hash)) ?? new Set();
  const names = [file.path, ...(await namesByOutput(file.path, outputFolder))];
  const isResult = elsewhere.size > 0 || names.some((path) => store.writtenFiles.isOwn(hash, path));
  if (isResult && !canAddResult(file, [...elsewhere, ...store.writtenFiles.appliedRecipes(hash)], options)) return null;
  const xmp = await readWithSidecar(file.path, words);
  const decision = decisionFromXmp(xmp);
  const unread = xmp.unread === null ? null : msg('imaging.sidecar.unread', { name: xmp.unread });
  const note = isResult ? msg('intake.file.ownResult') : unread;
  // What Burnish has moved to "Done" is the photograph that it was.
  const asItWas = options.from === 'hand' ? store.movedOriginals.takenInAs(file.path, hash) : null;
  const job: NewJob = {
    sourcePath: asItWas ?? file.path,
    relativeFolder: asItWas === null ? file.relativeFolder : parentOf(file.relativeFolder),
    outputFolder,
    contentHash: hash,
    pictureHash,
    bytes,
    width,
    height,
    recipe,
    profileId,
    takenAt: capturedAt,
    ...(decision ? { decision } : {}),
    again,
    identity: await fileIdentity(file.path),
    changedAt: (await stat(file.path)).mtimeMs,
    ...(note === null ? {} : { note }),
  };
  if (options.from !== 'hand' && (await isMovedPhoto(job, store))) return null;
  return { ...job, resultGone: await isResultGone(job, options) };
}

/**
 * Returns other names of a file: its real path, and its path by way of the output folder. Results are stored by the path they were written
 * to.
 */
async function namesByOutput(path: string, outputFolder: string): Promise<string[]> {
  const identity = await fileIdentity(path);
  if (identity === null) return [];
  const { realPath } = identity;
  const realOutput = await resolveLinks(outputFolder);
  if (!isInside(realPath, realOutput)) return [realPath];
  return [realPath, join(outputFolder, relative(realOutput, realPath))];
}

/**
 * Results are no photographs for folders, or each look at a folder would make results of results. One that is named itself
 * is taken: recipes can be chained. A watch folder may take those of other recipes, but none that its own had a part in.
 */
function canAddResult(
  file: FoundFile,
  sourceRecipeIds: readonly string[],
  { recipe, from, takeResults }: AddPhotosOptions,
): boolean {
  if (from === 'hand') return file.named === true;
  return takeResults === true && !sourceRecipeIds.includes(recipe.id);
}

/** True for a photograph that was finished before, and all of whose results are gone. */
async function isResultGone(job: NewJob, { store, from }: AddPhotosOptions): Promise<boolean> {
  if (from !== 'hand') return false;
  const before = store.jobs.sameJob(job, 'is-another');
  if (before?.state !== 'done') return false;
  const results = await store.results.ofJob(before.id);
  return results.length > 0 && results.every(({ present }) => !present);
}

/** '' for the top. */
const parentOf = (relativeFolder: string) => join(relativeFolder, '..').replace(/^\.{1,2}$/, '');
