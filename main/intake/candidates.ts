/** Which files and folders are looked at when a folder is taken in: by name, before anything is opened. */
import { basename, extname, sep } from 'node:path';
import picomatch from 'picomatch';
import { isCompanionName, isSidecarName } from '../files/companion-files.ts';
import { isImageName, isRawName, isSupportedRawName } from '../imaging/read/sniff-format.ts';

/** Names that systems, cameras and network disks leave beside photographs. */
const systemNames = new Set([
  'thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  '$recycle.bin',
  'system volume information',
  'lost+found',
  '__macosx',
  '@eadir',
  '#recycle',
]);

/** Names of files that are still being written. */
const unfinished = /\.(part|partial|tmp|temp|crdownload|download|filepart|!ut|opdownload|aspera-ckpt|lock)$|^~\$|~$/i;

/** Image formats that cannot be opened, but whose owner should be told so. */
const worthTelling = new Set(['.jxl', '.psb']);

export interface CandidateFilter {
  /** @param relative path of a folder below the one that is taken in. */
  entersFolder(relative: string): boolean;
  /** True for files that may be photographs: named so, or without any extension. */
  accepts(relative: string): boolean;
  /** True for camera raw files of the kinds that cannot be opened. */
  isRaw(relative: string): boolean;
  /** True for files of the user's that are something else, which are counted for whoever dropped their folder. */
  isOther(relative: string): boolean;
  /** Whether it may belong to a photograph of its name: data about it, a voice memo. */
  isCompanion(relative: string): boolean;
}

/** @param ignore glob patterns; one without a slash matches names anywhere, upper and lower case alike. */
export function candidateFilter(ignore: readonly string[]): CandidateFilter {
  const byName = matcher(ignore.filter((pattern) => !pattern.includes('/')));
  const byPath = matcher(
    ignore.filter((pattern) => pattern.includes('/')).map((pattern) => pattern.replace(/\/$/, '')),
  );
  const isIgnored = (path: string) => byName(basename(path)) || byPath(path);
  const passed = (relative: string) => {
    const path = sep === '/' ? relative : relative.replaceAll(sep, '/');
    return isSystemName(basename(path)) || isIgnored(path);
  };
  return {
    entersFolder: (relative) => !passed(relative),
    accepts: (relative) => !passed(relative) && !isUnfinished(relative) && isPossiblePhotograph(relative),
    isRaw: (relative) => !passed(relative) && isRawName(relative) && !isSupportedRawName(relative),
    isOther: (relative) =>
      !passed(relative) && !isUnfinished(relative) && !isPossiblePhotograph(relative) && !isSidecarName(relative),
    isCompanion: (relative) => !passed(relative) && isCompanionName(relative),
  };
}

function matcher(patterns: readonly string[]): (path: string) => boolean {
  return patterns.length === 0 ? () => false : picomatch([...patterns], { dot: true, nocase: true });
}

function isSystemName(name: string): boolean {
  return name.startsWith('.') || systemNames.has(name.toLowerCase());
}

function isUnfinished(path: string): boolean {
  return unfinished.test(basename(path));
}

function isPossiblePhotograph(path: string): boolean {
  return (
    isWithoutExtension(path) ||
    isImageName(path) ||
    isSupportedRawName(path) ||
    worthTelling.has(extname(path).toLowerCase())
  );
}

/** Where only the content can tell what a file is: a dot at the end of a name announces nothing. */
export function isWithoutExtension(path: string): boolean {
  return extname(path).length <= 1;
}
