/** The thread for metadata with a long XMP packet. */
import { serveThread } from '../../threads/serve-thread.ts';
import { withBuffers } from '../packet-thread.ts';
import { carryParts } from './carry-parts.ts';
import { removeManifestPointers } from './content-credentials.ts';
import type { MetadataWork } from './metadata-thread.ts';
import { sidecarPacket } from './sidecar-packet.ts';
import { stripLocation } from './strip-location.ts';
import { writeInfo } from './write-photo-info.ts';

const answers: MetadataWork = {
  carry: carryParts,
  stripLocation,
  writeInfo,
  sidecar: sidecarPacket,
  removeManifestPointers,
};

serveThread(() => ({ answers: withBuffers(answers) }));
