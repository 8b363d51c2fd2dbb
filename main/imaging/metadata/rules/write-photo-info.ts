/** Writes the user's photo info into XMP, IPTC and EXIF. */
import {
  type InfoTextField,
  infoTextFields,
  type PhotoInfo,
  uniqueKeywords,
  withoutKeywords,
} from '../../../../contract/review/photo-info.ts';
import { prefix, segmentBytes } from '../../container/jpeg-segments.ts';
import { tag } from '../../container/tiff-tags.ts';
import { mergeXmp, removeXmpProperties, setXmpFields, type XmpChange, type XmpField } from '../../xmp/merge-xmp.ts';
import { namespaces, tryParseXmp, type XmpProperty } from '../../xmp/parse-xmp.ts';
import { readXmp } from '../../xmp/read-xmp.ts';
import { setExifTexts } from '../blocks/exif-block.ts';
import { decodeText, encodeRecords, readRecords } from '../blocks/iptc-records.ts';
import type { MetadataParts } from '../metadata-parts.ts';
import { isKept, type MetadataRuleView, topicOfDataset } from './metadata-topics.ts';

/** `before`: earlier texts of ours that a file may still contain. */
export interface PhotoInfoToWrite {
  readonly now: PhotoInfo;
  readonly before: Readonly<Partial<Record<keyof PhotoInfo, readonly string[]>>>;
}

type Place = readonly [prefix: XmpField[0], name: string, kind: XmpField[3], dataset: number, exif: number | null];

/** See the IPTC Photo Metadata Standard and the Metadata Working Group. */
const places: Readonly<Record<InfoTextField, Place>> = {
  headline: ['photoshop', 'Headline', 'plain', 105, null],
  description: ['dc', 'description', 'Alt', 120, tag.imageDescription],
  creator: ['dc', 'creator', 'Seq', 80, tag.artist],
  copyright: ['dc', 'rights', 'Alt', 116, tag.copyright],
};
const keywordDataset = 25;

export function filterByRule(rule: MetadataRuleView, info: PhotoInfoToWrite): PhotoInfoToWrite {
  const isAllowed = (dataset: number) => isKept(topicOfDataset(2, dataset), rule);
  const texts = infoTextFields.map((name) => [name, isAllowed(places[name][3]) ? info.now[name] : '']);
  const keywords = isAllowed(keywordDataset) ? info.now.keywords : [];
  return { ...info, now: { ...info.now, ...Object.fromEntries(texts), keywords } };
}

/** Sets texts, and adds keywords to those of the file. */
export function writePhotoInfo(parts: MetadataParts, info: PhotoInfoToWrite, hasRecords: boolean): MetadataParts {
  const texts = textsOf(info);
  const keywords = keywordsOf(parts, info);
  return {
    exif: fitToSegment(withExif(parts.exif, texts), parts.exif, prefix.exif),
    xmp: withXmp(parts.xmp, texts, keywords),
    iptc: hasRecords ? fitToSegment(withRecords(parts.iptc, texts, keywords), parts.iptc, photoshopHead) : parts.iptc,
  };
}

export interface InfoRequest {
  readonly parts: MetadataParts;
  readonly details: PhotoInfoToWrite;
  readonly hasRecords: boolean;
}

export const writeInfo = ({ parts, details, hasRecords }: InfoRequest): MetadataParts =>
  writePhotoInfo(parts, details, hasRecords);

function photoInfoXmp(packet: Buffer | null, info: PhotoInfoToWrite): Buffer | null {
  return withXmp(packet, textsOf(info), keywordsOf({ xmp: packet, iptc: null }, info));
}

export interface SidecarPacketRequest {
  readonly packet: Buffer | null;
  readonly change: XmpChange;
  readonly hasOwnLabel: boolean;
  readonly details: PhotoInfoToWrite | null;
}

/** Adds decisions and info to a sidecar's packet. */
export function sidecarPacket({ packet, change, hasOwnLabel, details }: SidecarPacketRequest): Buffer {
  const { label: _, ...others } = change;
  // The packet's label may be newer than another program's.
  const isLabelled = !hasOwnLabel && packet !== null && readXmp(packet)?.label != null;
  const described = details === null ? packet : photoInfoXmp(packet, details);
  return mergeXmp(described, isLabelled ? others : change);
}

/** "Photoshop 3.0" and the head of a resource. */
const photoshopHead = Buffer.alloc(prefix.photoshop.length + 13);

/** XMP has the same texts, so the old block may stay. */
const fitToSegment = (changed: Buffer | null, before: Buffer | null, head: Buffer) =>
  changed !== null && changed.length + head.length > segmentBytes ? before : changed;

interface Text {
  readonly place: Place;
  /** '' removes earlier texts. */
  readonly text: string;
  readonly before: readonly string[];
}

const textsOf = ({ now, before }: PhotoInfoToWrite): Text[] =>
  infoTextFields.map((name) => ({ place: places[name], text: now[name], before: before[name] ?? [] }));

/** Returns null if they stay unchanged. */
function keywordsOf(
  { xmp, iptc }: Pick<MetadataParts, 'xmp' | 'iptc'>,
  { now, before }: PhotoInfoToWrite,
): string[] | null {
  const removed = withoutKeywords(before.keywords ?? [], now.keywords);
  if (now.keywords.length === 0 && removed.length === 0) return null;
  const existing = [
    ...subjectsIn(xmp),
    ...(iptc === null
      ? []
      : readRecords(iptc)
          .filter(isKeyword)
          .map(({ data }) => decodeText(data))),
  ];
  return uniqueKeywords([...withoutKeywords(existing, removed), ...now.keywords]);
}

const isKeyword = (record: { readonly record: number; readonly dataset: number }) =>
  record.record === 2 && record.dataset === keywordDataset;

function subjectsIn(packet: Buffer | null): string[] {
  const outline = packet === null ? null : tryParseXmp(packet);
  const subject = outline?.properties.find(({ namespace, name }) => namespace === namespaces.dc && name === 'subject');
  if (subject === undefined) return [];
  const texts = subject.items.length > 0 ? subject.items.map(({ value }) => value ?? '') : [subject.value ?? ''];
  return texts.map((text) => text.trim()).filter(Boolean);
}

function withXmp(packet: Buffer | null, texts: readonly Text[], keywords: readonly string[] | null): Buffer | null {
  const removed = texts.filter(({ text, before }) => text === '' && before.length > 0);
  const properties = (packet === null ? null : tryParseXmp(packet))?.properties ?? [];
  const isGone = (namespace: string, name: string) =>
    (keywords?.length === 0 && namespace === namespaces.dc && name === 'subject') ||
    removed.some(({ place: [short, propertyName], before }) => {
      if (namespaces[short] !== namespace || propertyName !== name) return false;
      const property = properties.find((each) => each.namespace === namespace && each.name === name);
      return property !== undefined && before.includes(textOf(property));
    });
  const base = packet && (removeXmpProperties(packet, isGone) ?? packet);
  const fields: XmpField[] = texts
    .filter(({ text }) => text !== '')
    .map(({ place: [short, name, kind], text }) => [short, name, text, kind]);
  if (keywords !== null && keywords.length > 0) fields.push(['dc', 'subject', keywords, 'Bag']);
  return fields.length === 0 ? base : setXmpFields(base, fields);
}

function textOf({ items, value }: XmpProperty): string {
  const defaultItem = items.find(({ language }) => language === 'x-default') ?? items[0];
  return (defaultItem?.value ?? value ?? '').trim();
}

function withExif(block: Buffer | null, texts: readonly Text[]): Buffer | null {
  const textChanges = texts.flatMap(({ place: [, , , , number], text, before }) =>
    number === null ? [] : [{ tag: number, text, before }],
  );
  return setExifTexts(block, textChanges);
}

function withRecords(block: Buffer | null, texts: readonly Text[], keywords: readonly string[] | null): Buffer | null {
  const existing = block === null ? [] : readRecords(block);
  const changeFor = (dataset: number) => texts.find(({ place }) => place[3] === dataset);
  const remaining = existing.filter((each) => {
    if (each.record !== 2) return true;
    if (each.dataset === keywordDataset) return keywords === null;
    const change = changeFor(each.dataset);
    return change === undefined || (change.text === '' && !change.before.includes(decodeText(each.data)));
  });
  const added = [
    ...texts.filter(({ text }) => text !== '').map(({ place, text }) => ({ dataset: place[3], text })),
    ...(keywords ?? []).map((text) => ({ dataset: keywordDataset, text })),
  ];
  if (added.length === 0 && remaining.length === existing.length) return block;
  return encodeRecords(remaining, added);
}
