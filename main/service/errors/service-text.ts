import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';

const maxQuotedLength = 160;

/** Quotes a service's own text, which is untrusted; null if it is empty. */
export function quoteServiceText(text: string): MessageDescriptor | null {
  const quoted = sanitizeServiceText(text);
  return quoted === '' ? null : msg('service.quoted', { quoted });
}

/** Returns one short line without addresses and possible keys. */
export function sanitizeServiceText(text: string): string {
  const line = text
    .slice(0, 2000)
    .replace(/\p{C}/gu, ' ')
    .replace(/\S*:\/\/\S*/g, '…')
    .replace(/[A-Za-z0-9+/=_~.%-]{24,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > maxQuotedLength ? `${line.slice(0, maxQuotedLength - 1)}…` : line;
}
