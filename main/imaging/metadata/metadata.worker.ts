import { serveThread } from '../../threads/serve-thread.ts';
import { withBuffers } from '../packet-thread.ts';
import { removeManifestPointers } from './blocks/content-credentials.ts';
import { carryParts } from './carry-parts.ts';
import type { MetadataWork } from './metadata-thread.ts';
import { sidecarPacket, writeInfo } from './rules/write-photo-info.ts';
import { stripLocation } from './strip-location.ts';

const answers: MetadataWork = {
  carry: carryParts,
  stripLocation,
  writeInfo,
  sidecar: sidecarPacket,
  removeManifestPointers,
};

serveThread(() => ({ answers: withBuffers(answers) }));
