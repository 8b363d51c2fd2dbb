/** Finds faces for the loupe, and keeps them in memory only. */
import type { Box } from '../../../contract/jobs/result.ts';
import { readPicture, toJpeg } from '../../imaging/measure/measured-image.ts';
import type { Services } from '../../service/services.ts';
import type { Store } from '../../store/index.ts';
import { builtInClient } from '../background/built-in-client.ts';
import type { ViewableFile } from '../preview-cache/viewable-file.ts';
import { detectFaces } from './detect-faces.ts';

interface FaceFinder {
  /**
   * Returns faces from left to right, in fractions of the upright photograph's sides; null if it cannot be read.
   * @throws ServiceFailure if the engine is unavailable
   */
  facesOf(photographId: number): Promise<readonly Box[] | null>;
}

interface FaceFinderContext {
  readonly store: Pick<Store, 'scratch'>;
  readonly services: Pick<Services, 'clientFor'>;
  readonly viewableFiles: ViewableFile;
}

const maxCachedPhotographs = 200;
/** Includes the start of the engine. */
const findTimeoutMs = 120_000;

export function createFaceFinder({ store, services, viewableFiles }: FaceFinderContext): FaceFinder {
  const requests = new Map<number, Promise<readonly Box[] | null>>();

  async function find(photographId: number): Promise<readonly Box[] | null> {
    const signal = AbortSignal.timeout(findTimeoutMs);
    const read = await viewableFiles.read({ subject: 'photograph', id: photographId }, (path) =>
      readPicture(path, signal),
    );
    if (read === null) return null;
    const client = await builtInClient(services);
    const scratch = await store.scratch.make('faces');
    try {
      const faces = await detectFaces(client, await toJpeg(read.picture), scratch.path, signal);
      const boxes = faces.map(({ box }) => box);
      return toFractions(boxes, read.picture);
    } finally {
      await scratch.remove();
    }
  }

  return {
    async facesOf(photographId) {
      const known = requests.get(photographId);
      if (known) return known;
      const request = find(photographId);
      requests.set(photographId, request);
      if (requests.size > maxCachedPhotographs) requests.delete(requests.keys().next().value ?? 0);
      try {
        const faces = await request;
        // The card may be inserted again.
        if (faces === null) requests.delete(photographId);
        return faces;
      } catch (error) {
        requests.delete(photographId);
        throw error;
      }
    },
  };
}

/** Converts px to fractions of the sides, sorted from left to right. Drops boxes outside the picture. */
export function toFractions(boxes: readonly Box[], { width, height }: { width: number; height: number }): Box[] {
  const fraction = (length: number, total: number) => Math.min(1, Math.max(0, length / total));
  return boxes
    .map((box) => {
      const [x, y] = [fraction(box.x, width), fraction(box.y, height)];
      return {
        x,
        y,
        width: fraction(box.x + box.width, width) - x,
        height: fraction(box.y + box.height, height) - y,
      };
    })
    .filter((box) => box.width > 0 && box.height > 0)
    .toSorted((a, b) => a.x + a.width / 2 - (b.x + b.width / 2));
}
