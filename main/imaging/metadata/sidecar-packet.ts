import { mergeXmp, type XmpChange } from '../xmp/merge-xmp.ts';
import { readXmp } from '../xmp/read-xmp.ts';
import { type PhotoInfoToWrite, photoInfoXmp } from './rules/write-photo-info.ts';

export interface SidecarPacketRequest {
  /** The photograph's own packet, or null. */
  readonly packet: Buffer | null;
  readonly change: XmpChange;
  /** Whether the label was set in Burnish. */
  readonly hasOwnLabel: boolean;
  readonly details: PhotoInfoToWrite | null;
}

export function sidecarPacket({ packet, change, hasOwnLabel, details }: SidecarPacketRequest): Buffer {
  const { label: _, ...others } = change;
  // Keep the packet's label unless one was set here: it may be newer.
  const isLabelled = !hasOwnLabel && packet !== null && readXmp(packet)?.label != null;
  const described = details === null ? packet : photoInfoXmp(packet, details);
  return mergeXmp(described, isLabelled ? others : change);
}
