/** Turns the metadata of an original into that of its finished version. */
import { tryParseXmp } from '../xmp/parse-xmp.ts';
import { updateExifForResult } from './blocks/exif-block.ts';
import { addIptcToXmp } from './blocks/iptc-as-xmp.ts';
import type { MetadataParts } from './metadata-parts.ts';
import { hasSamePixels, type Positions } from './positions/positions.ts';
import { updateXmpForResult } from './positions/update-xmp.ts';
import { type CarryRule, filterMetadata } from './rules/filter-metadata.ts';
import { filterByRule, writePhotoInfo } from './rules/write-photo-info.ts';
import { withDocumentId } from './rules/xmp-document-id.ts';

export interface CarryRequest {
  readonly parts: MetadataParts;
  readonly rule: CarryRule;
  readonly hasRecords: boolean;
  /** Null if the original has no metadata that depends on it. */
  readonly result: { readonly positions: Positions; readonly isSrgb: boolean; readonly isUncalibrated: boolean } | null;
}

export interface CarriedParts extends MetadataParts {
  readonly isXmpUnreadable: boolean;
}

export async function carryParts({ parts, rule, hasRecords, result }: CarryRequest): Promise<CarriedParts> {
  const { contentHash = null } = rule;
  const { exif, xmp, iptc } = parts;
  const source = hasRecords ? parts : { exif, xmp: addIptcToXmp(xmp, iptc), iptc: null };
  const filtered = await filterMetadata(source, rule);
  // The user's own info replaces the file's, as far as the rule allows.
  const described =
    rule.details == null ? filtered : writePhotoInfo(filtered, filterByRule(rule, rule.details), hasRecords);
  const updated = result && described.xmp ? updateXmpForResult(described.xmp, result.positions) : described.xmp;
  return {
    exif: result && described.exif ? updatedExif(described.exif, result) : described.exif,
    xmp: withDocumentId(updated, contentHash, rule),
    iptc: described.iptc,
    isXmpUnreadable: xmp !== null && tryParseXmp(xmp) === null,
  };
}

function updatedExif(block: Buffer, { positions, isSrgb, isUncalibrated }: NonNullable<CarryRequest['result']>) {
  const { width, height } = positions.frame;
  return updateExifForResult(block, { width, height, isSrgb, isUncalibrated, isMoved: !hasSamePixels(positions) });
}
