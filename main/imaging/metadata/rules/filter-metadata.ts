/** Selects the metadata of an output, and adds missing credit. */
import { type ExifField, readTree, writeBlock } from '../../container/exif-tree.ts';
import { sliceExactly } from '../../container/file-pieces.ts';
import { tag } from '../../container/tiff-tags.ts';
import { readXmp } from '../../xmp/read-xmp.ts';
import { addFields, textField } from '../blocks/exif-block.ts';
import { addIptcToXmp } from '../blocks/iptc-as-xmp.ts';
import type { MetadataParts } from '../metadata-parts.ts';
import { type Credit, filterXmp } from './filter-xmp.ts';
import { isKeepAll, isKept, type MetadataRuleView, topicOfDataset, topicOfTag } from './metadata-topics.ts';
import type { PhotoInfoToWrite } from './write-photo-info.ts';

/** `contentHash`: SHA-256 of the photograph's file, for its document id. */
export type CarryRule = MetadataRuleView &
  Credit & { readonly details?: PhotoInfoToWrite | null; readonly contentHash?: string };

export const carryAll: CarryRule = { keep: 'all', without: [], creator: null, copyright: null };

/**
 * Makers' notes go with any other EXIF field, because they may contain a location.
 * @param exif a block without prefix
 */
export async function filterMetadata({ exif, xmp, iptc }: MetadataParts, rule: CarryRule): Promise<MetadataParts> {
  const filtered = isKeepAll(rule) || exif === null ? exif : await filterExif(exif, rule);
  const credit = await findMissingCredit(exif, addIptcToXmp(xmp, iptc), rule);
  const hasCredit = Boolean(credit.creator) || Boolean(credit.copyright);
  return {
    exif: hasCredit ? withCredit(filtered, credit) : filtered,
    xmp: isKeepAll(rule) && !hasCredit ? xmp : filterXmp(xmp, rule, credit),
    iptc: iptc === null || isKeepAll(rule) ? iptc : filterRecords(iptc, rule),
  };
}

async function findMissingCredit(exif: Buffer | null, xmp: Buffer | null, rule: CarryRule): Promise<Credit> {
  const { creator, copyright } = rule;
  if (rule.keep === 'none' || (!creator && !copyright)) return { creator, copyright };
  // A name in the other place could be a different person's.
  const [inExif, inXmp] = [exif === null ? null : await creditInExif(exif), creditInXmp(xmp)];
  return {
    creator: inExif?.creator || inXmp.creator ? null : creator,
    copyright: inExif?.copyright || inXmp.copyright ? null : copyright,
  };
}

async function filterExif(block: Buffer, rule: MetadataRuleView): Promise<Buffer | null> {
  try {
    const { image, exif, gps } = await readBlockTree(block);
    const stays = (field: ExifField) => isKept(topicOfTag(field.tag), rule);
    const filtered = {
      image: image.filter(stays),
      exif: exif.filter(stays),
      gps: isKept('location', rule) ? gps : [],
    };
    const isInformative = [...filtered.image, ...filtered.exif, ...filtered.gps].some(
      (field) => topicOfTag(field.tag) !== 'technical',
    );
    return isInformative || filtered.image.some((field) => field.tag === tag.orientation) ? writeBlock(filtered) : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** @throws RangeError if the block is cut short */
const readBlockTree = (block: Buffer) => readTree(async (position, length) => sliceExactly(block, position, length));

async function creditInExif(block: Buffer): Promise<{ creator: boolean; copyright: boolean }> {
  try {
    const { image } = await readBlockTree(block);
    const has = (number: number) => image.some(({ tag, value }) => tag === number && value.some((byte) => byte > 32));
    return { creator: has(tag.artist), copyright: has(tag.copyright) };
  } catch (error) {
    if (error instanceof RangeError) return { creator: false, copyright: false };
    throw error;
  }
}

function creditInXmp(xmp: Buffer | null): { creator: boolean; copyright: boolean } {
  const facts = xmp && readXmp(xmp);
  return { creator: Boolean(facts?.creator), copyright: Boolean(facts?.rights) };
}

function withCredit(block: Buffer | null, { creator, copyright }: Credit): Buffer {
  const fields = [
    ...(creator ? [textField(tag.artist, creator)] : []),
    ...(copyright ? [textField(tag.copyright, copyright)] : []),
  ];
  const added = block === null ? null : addFields(block, fields);
  return added ?? writeBlock({ image: fields, exif: [], gps: [] });
}

/** Invalid data ends the list. */
function filterRecords(records: Buffer, rule: MetadataRuleView): Buffer | null {
  const remaining: Buffer[] = [];
  let isInformative = false;
  for (let offset = 0; offset + 5 <= records.length && records[offset] === 0x1c; ) {
    const length = records.readUInt16BE(offset + 3);
    // Texts are shorter.
    if (length > 0x7fff || offset + 5 + length > records.length) break;
    const topic = topicOfDataset(records[offset + 1] ?? 0, records[offset + 2] ?? 0);
    if (isKept(topic, rule)) {
      remaining.push(records.subarray(offset, offset + 5 + length));
      if (topic !== 'technical') isInformative = true;
    }
    offset += 5 + length;
  }
  return isInformative ? Buffer.concat(remaining) : null;
}
