import { basename, extname, sep } from 'node:path';
import picomatch from 'picomatch';
import { isCompanionName, isSidecarName } from '../../files/companion-files.ts';
import { isImageName, isRawName, isSupportedRawName } from '../../imaging/decode/sniff-format.ts';

/** Names that systems, cameras and network disks leave next to photographs. */
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

const unfinished = /\.(part|partial|tmp|temp|crdownload|download|filepart|!ut|opdownload|aspera-ckpt|lock)$|^~\$|~$/i;

/** Image formats that cannot be opened, but are reported. */
const reportedExtensions = new Set(['.jxl', '.psb']);

/** Decides by paths relative to the searched folder. Ignored names and system files match none of these. */
export interface CandidateFilter {
  entersFolder(relative: string): boolean;
  /** Whether a file may be a photograph; true without an extension. */
  accepts(relative: string): boolean;
  /** Whether a file is an unsupported raw file. */
  isRaw(relative: string): boolean;
  /** Whether to count a file as no photograph. */
  isOther(relative: string): boolean;
  /** Whether a file may be a sidecar or voice memo of a photograph. */
  isCompanion(relative: string): boolean;
}

/** @param ignore glob patterns; those without a slash match names in any folder */
export function createCandidateFilter(ignore: readonly string[]): CandidateFilter {
  const matchesName = createGlobMatcher(ignore.filter((pattern) => !pattern.includes('/')));
  const matchesPath = createGlobMatcher(
    ignore.filter((pattern) => pattern.includes('/')).map((pattern) => pattern.replace(/\/$/, '')),
  );
  const isExcluded = (relative: string) => {
    const path = sep === '/' ? relative : relative.replaceAll(sep, '/');
    return isSystemName(basename(path)) || matchesName(basename(path)) || matchesPath(path);
  };
  return {
    entersFolder: (relative) => !isExcluded(relative),
    accepts: (relative) => !isExcluded(relative) && !isUnfinished(relative) && isPossiblePhotograph(relative),
    isRaw: (relative) => !isExcluded(relative) && isRawName(relative) && !isSupportedRawName(relative),
    isOther: (relative) =>
      !isExcluded(relative) && !isUnfinished(relative) && !isPossiblePhotograph(relative) && !isSidecarName(relative),
    isCompanion: (relative) => !isExcluded(relative) && isCompanionName(relative),
  };
}

function createGlobMatcher(patterns: readonly string[]): (path: string) => boolean {
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
    reportedExtensions.has(extname(path).toLowerCase())
  );
}

/** A final dot is no extension. */
export function isWithoutExtension(path: string): boolean {
  return extname(path).length <= 1;
}
