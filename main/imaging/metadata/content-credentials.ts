/**
 * Content credentials (C2PA) are signed for one file. A finished file is another one: the manifest of the original, and whatever points
 * to it, would make verifiers report that the file was tampered with.
 */
import { marker } from '../container/jpeg-segments.ts';
import { tryParseXmp, type XmpProperty } from '../xmp/parse-xmp.ts';
import { applyEdits } from '../xmp/text-edits.ts';

const dublinCoreTerms = 'http://purl.org/dc/terms/';
/** Those of C2PA, and of the Content Authenticity Initiative before it. */
const credentialNamespace = /\b(c2pa|cai)\b|contentauthenticity/i;
/** Links within a file, labels of manifests, and addresses of manifest stores. */
const link = /\bself#jumbf\b|#jumbf=|\bjumbf=\/|\burn:c2pa:|\/c2pa\/urn:|\.c2pa\b/i;

/** Whether an XMP property points to a manifest. */
export function pointsToManifest({ text }: { readonly text: string }, property: XmpProperty): boolean {
  const { from, to, name, value } = property;
  // A manifest may be at any address; a note on who had a picture before is a text with spaces.
  if (property.namespace === dublinCoreTerms && name === 'provenance') return value === null || !/\S\s+\S/.test(value);
  return credentialNamespace.test(property.namespace) || link.test(text.slice(from, to));
}

/** Returns null if there are none, or if the packet cannot be parsed. */
export function removeManifestPointers(packet: Buffer): Buffer | null {
  const outline = tryParseXmp(packet);
  const pointers = outline ? outline.properties.filter((each) => pointsToManifest(outline, each)) : [];
  if (!outline || pointers.length === 0) return null;
  const edits = pointers.map(({ from, to }) => ({ from, to, text: '' }));
  return Buffer.from(applyEdits(outline.text, edits));
}

/** APP11 has manifests in boxes of JUMBF (ISO 19566-5), which begin with "JP". */
export const isManifestSegment = (kind: number | null, head: Buffer): boolean =>
  kind === marker.APP11 && head.toString('latin1', 0, 2) === 'JP';

/** Of PNG and WEBP. */
export const manifestChunks: ReadonlySet<string> = new Set(['caBX', 'C2PA']);
