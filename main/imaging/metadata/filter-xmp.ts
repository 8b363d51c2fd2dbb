/** Takes properties out of an XMP packet by what they are about, and writes creator and copyright into it. */

import { mergeXmp, removeXmpProperties, type XmpChange } from '../xmp/merge-xmp.ts';
import { decodePacket, maxPacketBytes, namespaces, tryParseXmp } from '../xmp/parse-xmp.ts';
import { readXmp } from '../xmp/read-xmp.ts';
import { escaped } from '../xmp/text-edits.ts';
import { isKept, type MetadataRuleView, topicOfProperty } from './metadata-groups.ts';

const extension = 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/';

/** Who made a photograph and whose it is; null = nothing to say. */
export interface Credit {
  readonly creator: string | null;
  readonly copyright: string | null;
}

/**
 * The packet with the properties that are kept, and with the credit where it says none. One that cannot be read is left out, but for
 * what it says of how the picture came about; null where nothing is left to say.
 */
export function filterXmp(packet: Buffer | null, keeping: MetadataRuleView, credit: Credit): Buffer | null {
  const left =
    packet && removeXmpProperties(packet, (namespace, name) => !isKept(topicOfProperty(namespace, name), keeping));
  const facts = left && readXmp(left);
  const change: XmpChange = {
    ...(credit.creator && !facts?.creator ? { creator: credit.creator } : {}),
    ...(credit.copyright && !facts?.rights ? { rights: credit.copyright } : {}),
  };
  const isEmpty = left === null || tryParseXmp(left)?.properties.length === 0;
  const base = isEmpty ? sourceTypePacket(packet) : left;
  return Object.keys(change).length === 0 ? base : mergeXmp(base, change);
}

/** What says that a picture was made by a machine stays, even of a packet that is damaged otherwise. */
function sourceTypePacket(packet: Buffer | null): Buffer | null {
  if (packet === null || packet.length > maxPacketBytes) return null;
  const [, attribute, element] =
    /DigitalSourceType(?:\s*=\s*["']([^"'<>&\s]{1,200})["']|>\s*([^"'<>&\s]{1,200})\s*<)/.exec(decodePacket(packet)) ??
    [];
  const value = attribute ?? element;
  if (value === undefined) return null;
  return Buffer.from(
    `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="${namespaces.rdf}">` +
      `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="${extension}" Iptc4xmpExt:DigitalSourceType="${escaped(value)}"/>` +
      '</rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
  );
}
