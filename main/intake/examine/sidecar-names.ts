import { readdir } from 'node:fs/promises';
import { basename, dirname, parse } from 'node:path';
import { isSidecarName } from '../../files/companion-files.ts';
import { pathKey } from '../../store/index.ts';

/** Fewer photographs of a folder do not need its listing. */
const minPhotoCount = 16;
/** Shorter than files take to settle, in ms. */
const maxListingAgeMs = 1000;
/** A slower listing is the last one, in ms. */
const maxListingMs = 100;

interface Folder {
  photoCount: number;
  listing: Promise<ReadonlySet<string> | null> | null;
  listedAt: number;
  isSlow: boolean;
}

/** Finds that photographs have no sidecar by listing their folder, because looking for each name takes far longer. */
export class SidecarNames {
  readonly #folders = new Map<string, Folder>();

  /** Returns false only if the photograph had no sidecar in the last second. */
  async canExist(path: string): Promise<boolean> {
    const names = await this.#namesIn(dirname(path));
    if (names === null) return true;
    const name = basename(path);
    return [name, parse(name).name].some((each) => names.has(pathKey(`${each}.xmp`)));
  }

  #namesIn(path: string): Promise<ReadonlySet<string> | null> | null {
    const folder = this.#folders.get(path) ?? { photoCount: 0, listing: null, listedAt: 0, isSlow: false };
    this.#folders.set(path, folder);
    folder.photoCount += 1;
    if (folder.photoCount <= minPhotoCount || folder.isSlow) return null;
    const now = performance.now();
    if (folder.listing !== null && now - folder.listedAt < maxListingAgeMs) return folder.listing;
    folder.listedAt = now;
    folder.listing = readdir(path).then(
      (names) => {
        folder.isSlow = performance.now() - now > maxListingMs;
        return new Set(names.filter(isSidecarName).map(pathKey));
      },
      () => null,
    );
    return folder.listing;
  }
}
