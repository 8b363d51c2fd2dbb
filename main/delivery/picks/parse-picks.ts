/** Parses the file that a client sends back, on a thread: anyone may have written what is in it. */
import { picksSchema } from '../../../contract/delivery/gallery.ts';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { readLimited } from '../../files/read-limited.ts';
import type { DocumentParts } from '../../threads/document-answers.ts';
import { stripInvisible } from '../gallery/gallery-page.ts';
import type { PicksChoice, PicksHead, PicksRequest } from './read-picks.ts';

/** Bytes; 10,000 pictures with a page of comment each are not as many. */
const maxPicksBytes = 32 * 1024 * 1024;
/** Brackets of its lists and objects, and those in words: deeper nesting takes seconds and gigabytes to read. */
const maxBrackets = 200_000;

/** @throws UserFacingError if it is no such file */
export async function parsePicks({ path, name }: PicksRequest): Promise<DocumentParts<PicksHead, PicksChoice>> {
  const text = await textOf(path, name);
  let content: unknown;
  if (hasMore(text, maxBrackets)) throw new UserFacingError(msg('delivery.picks.notPicks', { name }));
  try {
    content = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new UserFacingError(msg('delivery.picks.notPicks', { name }), { cause });
  }
  const read = picksSchema.safeParse(content);
  if (!read.success) {
    const { kind, version } = (content ?? {}) as { readonly kind?: unknown; readonly version?: unknown };
    const isNewer = kind === 'burnish-picks' && typeof version === 'number' && version > 1;
    throw new UserFacingError(msg(isNewer ? 'delivery.picks.newer' : 'delivery.picks.notPicks', { name }));
  }
  const { choices, ...head } = read.data;
  return {
    head: { ...head, title: oneLine(head.title), client: oneLine(head.client) },
    items: choices.map((choice) => ({ ...choice, comment: stripInvisible(choice.comment) })),
  };
}

function hasMore(text: string, max: number): boolean {
  let count = 0;
  for (const [found] of text.matchAll(/[[{]+/g)) {
    count += found.length;
    if (count > max) return true;
  }
  return false;
}

const oneLine = (text: string) => stripInvisible(text).replace(/\s+/g, ' ');

async function textOf(path: string, name: string): Promise<string> {
  let bytes: Buffer | null;
  try {
    bytes = await readLimited(path, maxPicksBytes);
  } catch (cause) {
    throw new UserFacingError(msg('delivery.picks.unreadable', { name }), { cause });
  }
  if (bytes === null) throw new UserFacingError(msg('delivery.picks.tooLarge', { name }));
  return bytes.toString('utf8');
}
