/** Topics of metadata by EXIF tag, IPTC dataset and XMP property. */
import type { MetadataGroup, MetadataRule } from '../../../../contract/recipes/output.ts';

/**
 * `credit`: creator, copyright, terms of use. `technical`: needed to show the file. `source`: disclosure of
 * machine-made pictures, always kept.
 */
export type MetadataTopic = MetadataGroup | 'credit' | 'technical' | 'source' | 'other';

export type MetadataRuleView = Pick<MetadataRule, 'keep' | 'without'>;

export function isKept(topic: MetadataTopic, { keep, without }: MetadataRuleView): boolean {
  switch (topic) {
    case 'source':
    case 'technical':
      return true;
    case 'credit':
      return keep !== 'none';
    case 'other':
      return keep === 'all';
    default:
      return keep === 'all' && !without.includes(topic);
  }
}

/** Then blocks stay unchanged, with makers' notes. */
export function isKeepAll({ keep, without }: MetadataRuleView): boolean {
  return keep === 'all' && without.length === 0;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const exifTags: readonly (readonly [MetadataTopic, readonly number[]])[] = [
  // Make, Model, HostComputer, exposure, light, distances, sensor, serial numbers, owner, lens.
  ['camera', [271, 272, 316, 33434, 33437, 34850, 34852, 34855, ...range(34864, 34869), ...range(37377, 37386)]],
  ['camera', [37396, 41483, 41484, ...range(41486, 41488), 41492, 41493, 41495, ...range(41728, 41730)]],
  ['camera', [...range(41985, 41996), 42016, ...range(42032, 42037), ...range(42080, 42082), 50708]],
  // ImageDescription, UserComment, XPTitle, XPComment, XPKeywords, XPSubject.
  ['people', [270, 37510, 40091, 40092, 40094, 40095]],
  // ProcessingSoftware, Software.
  ['editing', [11, 305]],
  // Artist, Copyright, XPAuthor.
  ['credit', [315, 33432, 40093]],
  // Blocks, resources and private data, which may contain a location.
  ['location', [700, 33723, 34377, 50740]],
  // Size, Orientation, resolution, YCbCr, versions, components, ColorSpace.
  ['technical', [256, 257, 274, 282, 283, 296, 529, 531, 532, 36864, 37121, 40960, 40961, 40962, 40963]],
];
const byTag = new Map(exifTags.flatMap(([topic, tags]) => tags.map((tag) => [tag, topic] as const)));

export function topicOfTag(tag: number): MetadataTopic {
  return byTag.get(tag) ?? 'other';
}

const datasets: readonly (readonly [MetadataTopic, readonly number[]])[] = [
  ['location', [26, 27, 90, 92, 95, 100, 101]],
  ['people', [5, 10, 12, 15, 20, 25, 40, 105, 120, 122]],
  ['editing', [65, 70]],
  ['credit', [80, 85, 110, 115, 116, 118]],
  ['technical', [0]],
];
const byDataset = new Map(datasets.flatMap(([topic, numbers]) => numbers.map((number) => [number, topic] as const)));

/** Record 1 is the envelope, with the character set. */
export function topicOfDataset(record: number, dataset: number): MetadataTopic {
  if (record === 1) return 'technical';
  return record === 2 ? (byDataset.get(dataset) ?? 'other') : 'other';
}

/** Properties of a namespace with another topic than its default, separated by spaces. */
type Exceptions = Readonly<Partial<Record<MetadataTopic, string>>>;

/** Default topics by namespace URI, with exceptions. */
const namespaceTopics: Readonly<Record<string, readonly [MetadataTopic, Exceptions?]>> = {
  'http://ns.adobe.com/exif/1.0/': [
    'camera',
    {
      technical: 'ColorSpace PixelXDimension PixelYDimension ExifVersion FlashpixVersion ComponentsConfiguration',
      other: 'DateTimeOriginal DateTimeDigitized',
      people: 'UserComment',
    },
  ],
  'http://ns.adobe.com/exif/1.0/aux/': ['camera'],
  'http://cipa.jp/exif/1.0/': ['camera'],
  'http://ns.google.com/photos/1.0/camera/': ['camera'],
  'http://ns.adobe.com/tiff/1.0/': [
    'technical',
    {
      camera: 'Make Model',
      editing: 'Software',
      people: 'ImageDescription',
      credit: 'Artist Copyright',
      other: 'DateTime',
    },
  ],
  'http://ns.adobe.com/photoshop/1.0/': [
    'editing',
    {
      location: 'City State Country',
      people: 'Headline CaptionWriter Instructions Category SupplementalCategories TransmissionReference',
      credit: 'Credit Source AuthorsPosition',
      other: 'DateCreated Urgency',
      technical: 'ColorMode',
    },
  ],
  'http://purl.org/dc/elements/1.1/': [
    'people',
    { credit: 'creator rights publisher', technical: 'format', other: 'date' },
  ],
  'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/': [
    'people',
    { location: 'Location CountryCode', credit: 'CreatorContactInfo' },
  ],
  'http://iptc.org/std/Iptc4xmpExt/2008-02-29/': [
    'people',
    { source: 'DigitalSourceType DigitalSourcefileType', location: 'LocationShown LocationCreated' },
  ],
  'http://www.metadataworkinggroup.com/schemas/regions/': ['people'],
  'http://ns.microsoft.com/photo/1.2/': ['people'],
  'http://ns.microsoft.com/photo/1.0/': ['other', { people: 'LastKeywordXMP LastKeywordIPTC' }],
  'http://ns.acdsee.com/regions/': ['people'],
  'http://ns.adobe.com/lightroom/1.0/': ['people'],
  'http://ns.adobe.com/camera-raw-settings/1.0/': ['editing'],
  'http://ns.adobe.com/camera-raw-saved-settings/1.0/': ['editing'],
  'http://ns.adobe.com/xap/1.0/mm/': ['editing'],
  'http://ns.adobe.com/xap/1.0/': ['other', { editing: 'CreatorTool MetadataDate' }],
  'http://ns.adobe.com/xap/1.0/rights/': ['credit'],
  'http://ns.useplus.org/ldf/xmp/1.0/': ['credit'],
  'http://creativecommons.org/ns#': ['credit'],
  'http://ns.google.com/photos/1.0/panorama/': ['technical'],
};

const byProperty = new Map(
  Object.entries(namespaceTopics).flatMap(([namespace, [, exceptions = {}]]) =>
    Object.entries(exceptions).flatMap(([topic, names]) =>
      names.split(' ').map((name) => [`${namespace} ${name}`, topic as MetadataTopic] as const),
    ),
  ),
);

export function topicOfProperty(namespace: string, name: string): MetadataTopic {
  // Drones and phones use their own namespaces.
  if (/^GPS|Latitude|Longitude|Altitude/.test(name)) return 'location';
  return byProperty.get(`${namespace} ${name}`) ?? namespaceTopics[namespace]?.[0] ?? 'other';
}
