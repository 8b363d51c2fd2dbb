/** The thread that develops: a crash or leak of a decoder stays in it. */
import '../../../formats/disable-sharp-cache.ts';
import { readFile, stat } from 'node:fs/promises';
import { msg } from '../../../contract/messages/message.ts';
import { serveThread } from '../../threads/serve-thread.ts';
import type { Developed } from '../decode/image-facts.ts';
import { ImagingError } from '../errors.ts';
import { decodeHeic } from './decode-heic.ts';
import { decodePsd } from './decode-psd.ts';
import type { CopyKind, Decoded } from './developed-types.ts';
import { developSensor } from './raw/develop-sensor.ts';
import { decodeRaw } from './raw/embedded-preview.ts';
import { writeCopy } from './write-copy.ts';

export interface DevelopInput {
  readonly path: string;
  readonly kind: CopyKind;
  /** For messages. */
  readonly name: string;
  readonly to: string;
}

/** Larger files do not fit into memory. */
const maxDevelopableBytes = 1_000_000_000;

async function develop({ path, kind, name, to }: DevelopInput): Promise<Developed> {
  const { size } = await stat(path);
  if (size > maxDevelopableBytes) {
    const sentence = msg('imaging.file.tooLarge', {
      name,
      size: { bytes: size },
      most: { bytes: maxDevelopableBytes },
    });
    throw new ImagingError('UNUSABLE_FILE', sentence);
  }
  const decoded = await decode(await readFile(path), kind, name);
  await writeCopy(decoded, to).catch((error: unknown) => {
    // If there is no code, the camera's JPEG is damaged; other errors come from the disk.
    if (decoded.kind !== 'jpeg' || (error as NodeJS.ErrnoException).code !== undefined) throw error;
    throw new ImagingError('UNUSABLE_FILE', msg('imaging.file.damaged', { name }), { cause: error });
  });
  return { from: kind === 'sensor' ? 'raw' : kind, notes: decoded.notes, embedded: decoded.embedded };
}

async function decode(bytes: Buffer, kind: CopyKind, name: string): Promise<Decoded> {
  switch (kind) {
    case 'heic':
      return decodeHeic(bytes, name);
    case 'psd':
      return decodePsd(bytes, name);
    case 'raw':
      return decodeRaw(bytes, name);
    case 'sensor':
      return developSensor(bytes, name);
  }
}

export const answers = { develop };

serveThread(() => ({ answers }));
