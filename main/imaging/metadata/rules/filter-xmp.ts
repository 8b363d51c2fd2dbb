/** Filters an XMP packet by topic, and adds creator and copyright. */

import { mergeXmp, removeXmpProperties, type XmpChange } from '../../xmp/merge-xmp.ts';
import { decodePacket, maxPacketBytes, namespaces, tryParseXmp } from '../../xmp/parse-xmp.ts';
import { readXmp } from '../../xmp/read-xmp.ts';
import { escapeXml } from '../../xmp/text-edits.ts';
import { isKept, type MetadataRuleView, topicOfProperty } from './metadata-topics.ts';

const extension = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';

export interface Credit {
  readonly creator: string | null;
  readonly copyright: string | null;
}

/**
 * Adds the credit that the packet lacks. An invalid packet keeps only its source type. Returns null if nothing is left.
 */
export function filterXmp(packet: Buffer | null, rule: MetadataRuleView, credit: Credit): Buffer | null {
  const filtered =
    packet && removeXmpProperties(packet, (namespace, name) => !isKept(topicOfProperty(namespace, name), rule));
  const facts = filtered && readXmp(filtered);
  const change: XmpChange = {
    ...(credit.creator && !facts?.creator ? { creator: credit.creator } : {}),
    ...(credit.copyright && !facts?.rights ? { rights: credit.copyright } : {}),
  };
  const isEmpty = filtered === null || tryParseXmp(filtered)?.properties.length === 0;
  const base = isEmpty ? sourceTypePacket(packet) : filtered;
  return Object.keys(change).length === 0 ? base : mergeXmp(base, change);
}

/** Reads even an invalid packet, because disclosure of machine-made pictures must survive. */
function sourceTypePacket(packet: Buffer | null): Buffer | null {
  if (packet === null || packet.length > maxPacketBytes) return null;
  const [, attribute, element] =
    /DigitalSourceType(?:\s*=\s*["']([^"'<>&\s]{1,200})["']|>\s*([^"'<>&\s]{1,200})\s*<)/.exec(decodePacket(packet)) ??
    [];
  const value = attribute ?? element;
  if (value === undefined) return null;
  return Buffer.from(
    `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${namespaces.rdf}">` +
      `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="${extension}" Iptc4xmpExt:DigitalSourceType="${escapeXml(value)}"/>` +
      '</rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
  );
}
