/**
 * Where the faces of a photograph are, for whoever looks at them one after the other: asked of the built-in engine, once for each
 * photograph, and kept in memory alone, so that nothing of it is left when Burnish is closed.
 */

import type { Box } from '../../../contract/jobs/result.ts';
import { builtInProfileId } from '../../../contract/services/profile.ts';
import { readPicture, toJpeg } from '../../imaging/measure/measured-image.ts';
import type { Services } from '../../service/services.ts';
import type { Store } from '../../store/index.ts';
import { detectFaces } from '../stacks/detect-faces.ts';
import type { ViewableFile } from '../viewable-file.ts';

export interface FaceFinder {
  /**
   * Faces in parts (0..1) of the upright photograph's sides, from the left to the right; null where the photograph and what is kept
   * of it are gone.
   * @throws ServiceFailure where the engine cannot be asked
   */
  facesOf(photographId: number): Promise<readonly Box[] | null>;
}

export interface FaceFinderParts {
  readonly store: Pick<Store, 'scratch'>;
  readonly services: Pick<Services, 'clientFor'>;
  readonly atHand: ViewableFile;
}

/** Photographs whose faces are remembered. */
const maxPhotographs = 200;
/** An engine that begins anew and loads its models is not waited for longer (ms). */
const findTimeoutMs = 120_000;

export function createFaceFinder({ store, services, atHand }: FaceFinderParts): FaceFinder {
  const requests = new Map<number, Promise<readonly Box[] | null>>();

  async function find(photographId: number): Promise<readonly Box[] | null> {
    const signal = AbortSignal.timeout(findTimeoutMs);
    const read = await atHand.read({ subject: 'photograph', id: photographId }, (path) => readPicture(path, signal));
    if (read === null) return null;
    const { client, kind, charges } = await services.clientFor(builtInProfileId);
    // Looking must never cost anything, nor show a photograph to anybody.
    if (kind !== 'built-in' || charges) throw new Error('The built-in engine is not what its profile leads to.');
    const scratch = await store.scratch.make('faces');
    try {
      const faces = await detectFaces(client, await toJpeg(read.picture), scratch.path, signal);
      return toFractions(
        faces.map(({ box }) => box),
        read.picture,
      );
    } finally {
      await scratch.remove();
    }
  }

  return {
    async facesOf(photographId) {
      const known = requests.get(photographId);
      if (known) return known;
      const finding = find(photographId);
      requests.set(photographId, finding);
      if (requests.size > maxPhotographs) requests.delete(requests.keys().next().value ?? 0);
      try {
        const found = await finding;
        // A card may be put in again.
        if (found === null) requests.delete(photographId);
        return found;
      } catch (error) {
        requests.delete(photographId);
        throw error;
      }
    },
  };
}

/** Boxes in px as parts of a picture's sides, from the left to the right; none that lies outside of it. */
export function toFractions(boxes: readonly Box[], { width, height }: { width: number; height: number }): Box[] {
  const part = (length: number, total: number) => Math.min(1, Math.max(0, length / total));
  return boxes
    .map((box) => {
      const [x, y] = [part(box.x, width), part(box.y, height)];
      return { x, y, width: part(box.x + box.width, width) - x, height: part(box.y + box.height, height) - y };
    })
    .filter((box) => box.width > 0 && box.height > 0)
    .toSorted((a, b) => a.x + a.width / 2 - (b.x + b.width / 2));
}
