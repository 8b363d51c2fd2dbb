/** Encodes a result in one call, without another quality. */
import { stat } from 'node:fs/promises';
import {
  type EncodedResult,
  type EncodeRequest,
  prepareResult,
  type WriteMetadata,
} from '../../../main/imaging/encode/prepare-result.ts';

export async function encodeResult(request: EncodeRequest, describe?: WriteMetadata): Promise<EncodedResult> {
  const prepared = await prepareResult(request);
  try {
    const path = await prepared.write(request.output.quality, describe);
    const { format, extension, width, height } = prepared;
    return { path, format, extension, width, height, bytes: (await stat(path)).size };
  } finally {
    await prepared.dispose();
  }
}
