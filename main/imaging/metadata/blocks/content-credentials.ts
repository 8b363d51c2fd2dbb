/**
 * Content credentials (C2PA) are signed for one file. A finished file must not refer to the original's: verifiers would
 * report tampering.
 */
import { marker } from '../../container/jpeg-segments.ts';
import { tryParseXmp, type XmpProperty } from '../../xmp/parse-xmp.ts';
import { applyEdits } from '../../xmp/text-edits.ts';

const dublinCoreTerms = 'http://purl.org/dc/terms/';
/** Namespaces of C2PA and of the Content Authenticity Initiative. */
const credentialNamespace = /\b(c2pa|cai)\b|contentauthenticity/i;
/** Links in a file, labels of manifests, addresses of stores. */
const link = /\bself#jumbf\b|#jumbf=|\bjumbf=\/|\burn:c2pa:|\/c2pa\/urn:|\.c2pa\b/i;

export function pointsToManifest({ text }: { readonly text: string }, property: XmpProperty): boolean {
  const { from, to, name, value } = property;
  // Addresses have no spaces, unlike notes on earlier owners.
  if (property.namespace === dublinCoreTerms && name === 'provenance') return value === null || !/\S\s+\S/.test(value);
  return credentialNamespace.test(property.namespace) || link.test(text.slice(from, to));
}

/** Returns null if the packet has none or is invalid. */
export function removeManifestPointers(packet: Buffer): Buffer | null {
  const outline = tryParseXmp(packet);
  const pointers = outline ? outline.properties.filter((each) => pointsToManifest(outline, each)) : [];
  if (!outline || pointers.length === 0) return null;
  const edits = pointers.map(({ from, to }) => ({ from, to, text: '' }));
  return Buffer.from(applyEdits(outline.text, edits));
}

/** APP11 with JUMBF boxes (ISO 19566-5), which begin with "JP". */
export const isManifestSegment = (kind: number | null, head: Buffer): boolean =>
  kind === marker.APP11 && head.toString('latin1', 0, 2) === 'JP';

export const manifestChunks: ReadonlySet<string> = new Set(['caBX', 'C2PA']);
