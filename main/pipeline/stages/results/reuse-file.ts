/** Reuses finished files of a group for a follower, with its own metadata. */
import { randomUUID } from 'node:crypto';
import { chmod, constants, copyFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { operations } from '../../../../contract/operations/table.ts';
import { nonDefaultChoices, type Rendering, renderingOf } from '../../../../contract/recipes/output.ts';
import { outputsOf } from '../../../../contract/recipes/recipe.ts';
import { fingerprint } from '../../../files/content-hash.ts';
import { ImagingError } from '../../../imaging/errors.ts';
import { makeRendition } from '../../../imaging/export/rendition.ts';
import { copyMetadata } from '../../../imaging/metadata/copy-metadata.ts';
import { wholeFrame } from '../../../imaging/metadata/positions/positions.ts';
import { readPsdSize } from '../../../imaging/psd/psd-size.ts';
import { inspectImage } from '../../../imaging/read/inspect-image.ts';
import type { Size } from '../../../imaging/size.ts';
import { canonicalJson, type Job, type ResultFile } from '../../../store/index.ts';
import type { StageContext } from '../stage-types.ts';
import type { FinishedFile } from './place-file.ts';

/** Sizes in px. */
export interface ReusableFile extends FinishedFile, Size {
  /** Path of another rendering; null for a copy. */
  readonly madeOf: string | null;
  /** False if it has the metadata of another photograph with the same picture. */
  readonly hasOwnData: boolean;
}

/**
 * Copies an unchanged file with this rendering, else makes one from a file of the whole result. The metadata are those
 * of the job's photograph.
 * @returns null without such a file
 */
export async function reuseFinishedFile(
  job: Job,
  element: string,
  rendering: Rendering,
  leaderId: number,
  context: StageContext,
): Promise<ReusableFile | null> {
  const files = context.store.writtenFiles.ofGroup(leaderId).filter((file) => file.element === element);
  for (const file of files) {
    if (canonicalJson(file.rendering) !== canonicalJson(rendering)) continue;
    const copy = await copyIfUnchanged(file, context);
    if (copy === null) continue;
    return { ...copy, madeOf: null, hasOwnData: await writeOwnData(copy, file, rendering, job, context) };
  }
  for (const file of files.filter(isWholeResult(rendering, leaderId, context)).sort(byQuality)) {
    const copy = await copyIfUnchanged(file, context);
    if (copy === null) continue;
    try {
      const { folder, signal } = context;
      const made = await makeRendition({ source: copy.path, rendering, xmp: {}, to: folder.scratch, signal });
      const size = await sizeOf(made.path);
      if (size === null) continue;
      const finished = { path: made.path, extension: made.extension, ...size };
      const hasOwnData = await writeOwnData(finished, file, rendering, job, context);
      return { ...finished, madeOf: file.path, hasOwnData };
    } finally {
      await rm(copy.path, { force: true });
    }
  }
  return null;
}

/** @returns false if the photograph is missing, or the format takes no metadata afterwards */
async function writeOwnData(
  { path, width, height }: FinishedFile & Size,
  { contentHash, photographId: theirs }: ResultFile,
  { metadata: { keep, without, ...named }, composition, size: wanted }: Rendering,
  { operation, contentHash: own, sourcePath, photographId }: Job,
  { store }: StageContext,
): Promise<boolean> {
  const spec: OperationSpec = operations[operation];
  const isComposed = composition !== null || wanted.kind !== 'photograph';
  const details = store.photographDetails.infoToWrite(photographId);
  const hasSameInfo = contentHash === own && details === null && store.photographDetails.infoToWrite(theirs) === null;
  if (hasSameInfo || spec.restore === 'none') return true;
  const { creator, copyright } = store.settings.read();
  const credit = { creator: named.creator ?? (creator || null), copyright: named.copyright ?? (copyright || null) };
  try {
    const rule = { keep, without, ...credit, details, contentHash: own };
    const photograph = await inspectImage(sourcePath);
    const isWhole = photograph.kind === 'image' && photograph.width === width && photograph.height === height;
    const frame = isWhole && !isComposed ? wholeFrame({ width, height }) : { width, height };
    await copyMetadata(sourcePath, path, frame, 'srgb', rule);
    return true;
  } catch (error) {
    if (error instanceof ImagingError || (error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Whether the leader should have this rendering, but never had. */
export function wasNeverMade(
  element: string,
  rendering: Rendering,
  leaderId: number,
  { store }: StageContext,
): boolean {
  const isEqual = (each: Rendering) => canonicalJson(each) === canonicalJson(rendering);
  const leader = store.jobs.get(leaderId);
  if (leader === null || !outputsOf(leader.recipe).some((each) => isEqual(renderingOf(each)))) return false;
  return !store.writtenFiles.ofGroup(leaderId).some((file) => file.element === element && isEqual(file.rendering));
}

/**
 * Returns a filter for files that `wanted` can be made from. A JPEG of a cutout lacks transparency, and a Photoshop
 * file needs the photograph.
 */
function isWholeResult(wanted: Rendering, leaderId: number, { store }: StageContext) {
  const last = store.jobs.get(leaderId)?.recipe.steps.at(-1);
  const spec: OperationSpec | undefined = last && operations[last.operation];
  const isCutout = spec?.restore === 'alpha' || spec?.restore === 'boxes';
  return ({ rendering }: ResultFile): boolean => {
    const { depth: _, ...others } = nonDefaultChoices(rendering);
    if (Object.keys(others).length > 0 || rendering.format === 'psd' || wanted.format === 'psd') return false;
    return rendering.format !== 'jpeg' || wanted.format === 'jpeg' || !isCutout;
  };
}

/** By bit depth and compression, best first. */
function byQuality(a: ResultFile, b: ResultFile): number {
  const rank = ({ rendering: { format, quality, depth } }: ResultFile) =>
    format === 'png' || format === 'tiff' ? 100 + depth : format === 'auto' ? 100 : quality;
  return rank(b) - rank(a);
}

/** Returns null for a missing or changed file. */
async function copyIfUnchanged(
  file: ResultFile,
  { folder, signal }: StageContext,
): Promise<(FinishedFile & Size) | null> {
  signal.throwIfAborted();
  if ((await fingerprint(file.path))?.hash !== file.hash) return null;
  const extension = extname(file.path);
  const path = join(folder.scratch, `finished-${randomUUID()}${extension}`);
  try {
    await copyFile(file.path, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  // The original may be read-only, or readable for others.
  await chmod(path, 0o600);
  // It may have changed during the copy.
  const isSame = (await fingerprint(path))?.hash === file.hash;
  const size = isSame ? await sizeOf(path) : null;
  if (size !== null) return { path, extension, ...size };
  await rm(path, { force: true });
  return null;
}

async function sizeOf(path: string): Promise<Size | null> {
  const facts = await inspectImage(path);
  const size = facts.kind === 'image' ? facts : await readPsdSize(path);
  return size && { width: size.width, height: size.height };
}
