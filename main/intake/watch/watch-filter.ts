/** Decides which paths of a watched folder are ignored, and reports invalid names. */
import { isUtf8 } from 'node:buffer';
import type { Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { isInside } from '../../files/real-path.ts';
import { type CandidateFilter, createCandidateFilter } from '../paths/candidates.ts';

export class WatchFilter {
  readonly #root: string;
  readonly #candidates: CandidateFilter;
  readonly #onInvalidNames: (message: MessageDescriptor) => void;
  readonly #reportedNames = new Set<string>();
  #outputFolders: readonly string[] = [];

  constructor(root: string, ignore: readonly string[], onInvalidNames: (message: MessageDescriptor) => void) {
    this.#root = root;
    this.#candidates = createCandidateFilter(ignore);
    this.#onInvalidNames = onInvalidNames;
  }

  /** Ignores files in these folders, except in one that contains the root. There, `isOwn` recognizes results. */
  setOutputFolders(paths: readonly string[]): void {
    this.#outputFolders = paths.filter((path) => path !== this.#root && isInside(path, this.#root));
  }

  /** Chokidar calls this twice, first without `stats`. */
  isIgnored(path: string, stats?: Stats): boolean {
    // Chokidar drops invalid names later.
    if (stats === undefined && path.includes('\ufffd')) void this.scanNames(dirname(path));
    return this.#isExcluded(path, stats);
  }

  /** Reports names in one folder that are not valid UTF-8, because such files cannot be opened by name. */
  async scanNames(folder: string): Promise<void> {
    const names = await readdir(folder, { encoding: 'buffer' }).catch(() => []);
    const found = names.filter((name) => {
      const id = `${folder}/${name.toString('hex')}`;
      if (isUtf8(name) || this.#reportedNames.has(id) || !this.#isCandidate(join(folder, name.toString())))
        return false;
      this.#reportedNames.add(id);
      return true;
    });
    const [first] = found;
    if (first === undefined) return;
    const [name, count] = [first.toString(), found.length];
    this.#onInvalidNames(msg('intake.watch.misread', { name, folder: basename(folder), count }));
  }

  #isCandidate(path: string): boolean {
    return !this.#isExcluded(path) && this.#candidates.accepts(relative(this.#root, path));
  }

  #isExcluded(path: string, stats?: Stats): boolean {
    const absolute = resolve(path);
    if (absolute === this.#root) return false;
    if (this.#outputFolders.some((output) => isInside(absolute, output))) return true;
    if (stats === undefined) return false;
    const relativePath = relative(this.#root, absolute);
    const canBeFolder = stats.isDirectory() || stats.isSymbolicLink();
    return canBeFolder ? !this.#candidates.entersFolder(relativePath) : !this.#candidates.accepts(relativePath);
  }
}
