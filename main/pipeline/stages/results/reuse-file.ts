/** Files of one output for a job that was never sent: taken from finished files of jobs that did the same work, with its own data. */
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
import { wholeFrame } from '../../../imaging/metadata/positions.ts';
import { psdSize } from '../../../imaging/psd/psd-size.ts';
import { inspectImage } from '../../../imaging/read/inspect-image.ts';
import type { Size } from '../../../imaging/size.ts';
import { canonicalJson, type Job, type ResultFile } from '../../../store/index.ts';
import type { StageContext } from '../stage-types.ts';
import type { FinishedFile } from './place-file.ts';

/** Sizes in px. */
export interface ReusableFile extends FinishedFile, Size {
  /** The finished file it was made of; null for a copy of one. */
  readonly madeOf: string | null;
  /** False where it says what another photograph with this picture says: its own data could not be written. */
  readonly hasOwnData: boolean;
}

/**
 * A file in the work folder as `rendering` says: a copy of a file of the group that was made like that, else made of one that shows the
 * whole result. Files that somebody changed do not count. Null when there is none any more, or was none. Made for a photograph that has
 * the same picture, and of which its file or the user says other things, it says what is said of that of `job`.
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
    const copy = await copyOf(file, context);
    if (copy === null) continue;
    return { ...copy, madeOf: null, hasOwnData: await describe(copy, file, rendering, job, context) };
  }
  for (const file of files.filter(canShowAll(rendering, leaderId, context)).sort(byQuality)) {
    const copy = await copyOf(file, context);
    if (copy === null) continue;
    try {
      const { folder, signal } = context;
      const made = await makeRendition({ source: copy.path, rendering, xmp: {}, to: folder.scratch, signal });
      const size = await sizeOf(made.path);
      if (size === null) continue;
      const kept = { path: made.path, extension: made.extension, ...size };
      return { ...kept, madeOf: file.path, hasOwnData: await describe(kept, file, rendering, job, context) };
    } finally {
      await rm(copy.path, { force: true });
    }
  }
  return null;
}

/** @returns false where that cannot be done: the photograph is gone, or the format takes no data afterwards */
async function describe(
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

/** The leader was to have such a file, and there never was one. */
export function wasNeverMade(
  element: string,
  rendering: Rendering,
  leaderId: number,
  { store }: StageContext,
): boolean {
  const isLikeIt = (each: Rendering) => canonicalJson(each) === canonicalJson(rendering);
  const leader = store.jobs.get(leaderId);
  if (leader === null || !outputsOf(leader.recipe).some((each) => isLikeIt(renderingOf(each)))) return false;
  return !store.writtenFiles.ofGroup(leaderId).some((file) => file.element === element && isLikeIt(file.rendering));
}

/**
 * True for files of which one as `wanted` can be made: at full size, in their own colours and with all data, and not the white that a
 * JPEG has around a cutout. A Photoshop file is made of the photograph too.
 */
function canShowAll(wanted: Rendering, leaderId: number, { store }: StageContext) {
  const last = store.jobs.get(leaderId)?.recipe.steps.at(-1);
  const spec: OperationSpec | undefined = last && operations[last.operation];
  const isCutout = spec?.restore === 'alpha' || spec?.restore === 'boxes';
  return ({ rendering }: ResultFile): boolean => {
    const { depth: _, ...others } = nonDefaultChoices(rendering);
    if (Object.keys(others).length > 0 || rendering.format === 'psd' || wanted.format === 'psd') return false;
    return rendering.format !== 'jpeg' || wanted.format === 'jpeg' || !isCutout;
  };
}

/** The deeper and the less compressed first. */
function byQuality(a: ResultFile, b: ResultFile): number {
  const rank = ({ rendering: { format, quality, depth } }: ResultFile) =>
    format === 'png' || format === 'tiff' ? 100 + depth : format === 'auto' ? 100 : quality;
  return rank(b) - rank(a);
}

/** A copy in the work folder of a file that is as it was written; null where it is not. */
async function copyOf(file: ResultFile, { folder, signal }: StageContext): Promise<(FinishedFile & Size) | null> {
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
  // A copy has the permissions of its original, which may be protected from changes, and open to others.
  await chmod(path, 0o600);
  // It may have been changed, or replaced by something else, while it was copied.
  const isSame = (await fingerprint(path))?.hash === file.hash;
  const size = isSame ? await sizeOf(path) : null;
  if (size !== null) return { path, extension, ...size };
  await rm(path, { force: true });
  return null;
}

async function sizeOf(path: string): Promise<Size | null> {
  const facts = await inspectImage(path);
  const size = facts.kind === 'image' ? facts : await psdSize(path);
  return size && { width: size.width, height: size.height };
}
