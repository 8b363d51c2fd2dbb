/** Asks an image service for the faces of a picture: where they are, and whether their eyes are open. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Box } from '../../../contract/jobs/result.ts';
import type { Extension } from '../../../contract/services/engine-extensions.ts';
import { analyzeFaces } from '../../service/analyze-faces.ts';
import type { ServiceClient } from '../../service/client.ts';

export interface DetectedFace {
  /** px of the picture that was sent. */
  readonly box: Box;
  /** 0 (shut) to 1; 0.5 where it cannot be told. */
  readonly open: number;
}

const face = z.object({
  face_rect: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  face_detail_attributes_info: z
    .object({ eye: z.object({ eye_open: z.object({ type: z.number(), probability: z.number().min(0).max(1) }) }) })
    .optional()
    .catch(undefined),
});
/** Layout A of the interface's section "Advanced face analysis result". */
const answer = z.object({ face_detail_infos: z.array(face).max(1000) });

/**
 * No faces where it says that there are none, or none that is large enough.
 * @param jpeg of the picture, less than 4096 px
 * @param scratch an existing folder
 * @throws ServiceFailure; the signal's reason
 */
export async function detectFaces(
  client: Pick<ServiceClient, 'submit'>,
  jpeg: Uint8Array,
  scratch: string,
  signal: AbortSignal,
): Promise<DetectedFace[]> {
  return facesIn(await analysePicture(client, jpeg, scratch, signal));
}

/**
 * The answer of that operation as it came; null where there is no face to go by. Parameters and errors as those of `detectFaces`.
 * @param extensions what is asked for beyond the interface
 */
export async function analysePicture(
  client: Pick<ServiceClient, 'submit'>,
  jpeg: Uint8Array,
  scratch: string,
  signal: AbortSignal,
  extensions?: readonly Extension[],
): Promise<unknown> {
  const image = join(scratch, 'measured.jpg');
  await writeFile(image, jpeg, { signal });
  try {
    return await analyzeFaces(client, image, scratch, signal, extensions);
  } finally {
    await rm(image, { force: true });
  }
}

/** The faces an answer tells of; none of what cannot be read. */
export function facesIn(analysis: unknown): DetectedFace[] {
  const read = answer.safeParse(analysis);
  if (!read.success) return [];
  return read.data.face_detail_infos.map(({ face_rect: box, face_detail_attributes_info: info }) => {
    const { type, probability } = info?.eye.eye_open ?? { type: 1, probability: 0.5 };
    return { box, open: type === 0 ? 1 - probability : probability };
  });
}
