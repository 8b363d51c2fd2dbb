/** Requests the faces of a picture from an image service. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Box } from '../../../contract/jobs/result.ts';
import type { Extension } from '../../../contract/services/engine-extensions.ts';
import { analyzeFaces } from '../../service/analyze-faces.ts';
import type { ServiceClient } from '../../service/client.ts';

export interface DetectedFace {
  /** px of the sent picture. */
  readonly box: Box;
  /** Eyes, 0 (shut) to 1; 0.5 if unknown. */
  readonly open: number;
}

const faceSchema = z.object({
  face_rect: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }),
  face_detail_attributes_info: z
    .object({ eye: z.object({ eye_open: z.object({ type: z.number(), probability: z.number().min(0).max(1) }) }) })
    .optional()
    .catch(undefined),
});
/** Layout A in the interface's section "Advanced face analysis result". */
const responseSchema = z.object({ face_detail_infos: z.array(faceSchema).max(1000) });

/**
 * @param jpeg smaller than 4096 px
 * @param scratch absolute path of an existing folder
 * @throws ServiceFailure; the signal's reason
 */
export async function detectFaces(
  client: Pick<ServiceClient, 'submit'>,
  jpeg: Uint8Array,
  scratch: string,
  signal: AbortSignal,
): Promise<DetectedFace[]> {
  return parseFaces(await analyzePicture(client, jpeg, scratch, signal));
}

/**
 * Returns the unparsed response; null without faces. See `detectFaces`.
 * @param extensions data beyond the interface
 */
export async function analyzePicture(
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

/** A malformed response has no faces. */
export function parseFaces(response: unknown): DetectedFace[] {
  const parsed = responseSchema.safeParse(response);
  if (!parsed.success) return [];
  return parsed.data.face_detail_infos.map(({ face_rect: box, face_detail_attributes_info: info }) => {
    const { type, probability } = info?.eye.eye_open ?? { type: 1, probability: 0.5 };
    return { box, open: type === 0 ? 1 - probability : probability };
  });
}
