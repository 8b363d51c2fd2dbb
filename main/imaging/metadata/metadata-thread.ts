/** Requests for metadata; long packets are processed on a thread. */
import { resolveThreadEntry } from '../../threads/worker-thread.ts';
import { openPacketThread } from '../packet-thread.ts';
import { mergeXmp, type XmpChange } from '../xmp/merge-xmp.ts';
import { runXmpWork } from '../xmp/xmp-thread.ts';
import { removeManifestPointers } from './blocks/content-credentials.ts';
import { type CarriedParts, type CarryRequest, carryParts } from './carry-parts.ts';
import type { MetadataParts, MetadataPartsChange } from './metadata-parts.ts';
import { type InfoRequest, type SidecarPacketRequest, sidecarPacket, writeInfo } from './rules/write-photo-info.ts';
import { stripLocation } from './strip-location.ts';

export interface MetadataWork {
  carry(request: CarryRequest): Promise<CarriedParts>;
  stripLocation(parts: MetadataParts): Promise<MetadataPartsChange>;
  writeInfo(request: InfoRequest): MetadataParts;
  sidecar(request: SidecarPacketRequest): Buffer;
  removeManifestPointers(packet: Buffer): Buffer | null;
}

const run = openPacketThread<MetadataWork>(resolveThreadEntry(import.meta.url, 'metadata.worker'));

/** A TIFF may have megabytes of IPTC. */
const longerPacket = ({ xmp, iptc }: MetadataParts): Buffer | null =>
  (xmp?.length ?? 0) >= (iptc?.length ?? 0) ? xmp : iptc;

/**
 * @param document the file's name, for messages; also below
 * @throws ImagingError UNUSABLE_FILE if the thread ends
 */
export function carryOnThread(args: CarryRequest, document: string): Promise<CarriedParts> {
  return run('carry', { args, packet: longerPacket(args.parts), document, work: carryParts });
}

export function stripLocationOnThread(args: MetadataParts, document: string): Promise<MetadataPartsChange> {
  return run('stripLocation', { args, packet: longerPacket(args), document, work: stripLocation });
}

export function writeInfoOnThread(args: InfoRequest, document: string): Promise<MetadataParts> {
  return run('writeInfo', { args, packet: longerPacket(args.parts), document, work: writeInfo });
}

export function sidecarPacketOnThread(args: SidecarPacketRequest, document: string): Promise<Buffer> {
  return run('sidecar', { args, packet: args.packet, document, work: sidecarPacket });
}

/** Returns the packet itself if it refers to no manifest. */
export async function removeManifestPointersOnThread(packet: Buffer, document: string): Promise<Buffer> {
  const work = removeManifestPointers;
  return (await run('removeManifestPointers', { args: packet, packet, document, work })) ?? packet;
}

export function mergeXmpOnThread(packet: Buffer | null, change: XmpChange, document: string): Promise<Buffer> {
  const work = (args: { packet: Buffer | null; change: XmpChange }) => mergeXmp(args.packet, args.change);
  return runXmpWork('merge', { args: { packet, change }, packet, document, work });
}
