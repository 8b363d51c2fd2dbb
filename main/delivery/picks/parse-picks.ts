/** Parses the untrusted file of a client's choices, on a thread. */
import { picksSchema } from '../../../contract/delivery/gallery.ts';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { readLimited } from '../../files/read-limited.ts';
import type { DocumentParts } from '../../threads/document-answers.ts';
import { stripInvisible } from '../gallery/gallery-page.ts';
import type { PicksChoice, PicksHead, PicksRequest } from './read-picks.ts';

/** More than 10,000 pictures with a page of comment each. */
const maxPicksBytes = 32 * 1024 * 1024;
/** Opening brackets, even in texts. Deep nesting takes seconds and gigabytes to parse. */
const maxBrackets = 200_000;

/** @throws UserFacingError if it is not a file of picks */
export async function parsePicks({ path, name }: PicksRequest): Promise<DocumentParts<PicksHead, PicksChoice>> {
  const text = await readText(path, name);
  if (hasMoreBrackets(text, maxBrackets)) throw new UserFacingError(msg('delivery.picks.notPicks', { name }));
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new UserFacingError(msg('delivery.picks.notPicks', { name }), { cause });
  }
  const parsed = picksSchema.safeParse(content);
  if (!parsed.success) {
    const { kind, version } = (content ?? {}) as { readonly kind?: unknown; readonly version?: unknown };
    const isNewer = kind === 'burnish-picks' && typeof version === 'number' && version > 1;
    throw new UserFacingError(msg(isNewer ? 'delivery.picks.newer' : 'delivery.picks.notPicks', { name }));
  }
  const { choices, ...head } = parsed.data;
  return {
    head: { ...head, title: oneLine(head.title), client: oneLine(head.client) },
    items: choices.map((choice) => ({ ...choice, comment: stripInvisible(choice.comment) })),
  };
}

function hasMoreBrackets(text: string, max: number): boolean {
  let count = 0;
  for (const [brackets] of text.matchAll(/[[{]+/g)) {
    count += brackets.length;
    if (count > max) return true;
  }
  return false;
}

const oneLine = (text: string) => stripInvisible(text).replace(/\s+/g, ' ');

async function readText(path: string, name: string): Promise<string> {
  let bytes: Buffer | null;
  try {
    bytes = await readLimited(path, maxPicksBytes);
  } catch (cause) {
    throw new UserFacingError(msg('delivery.picks.unreadable', { name }), { cause });
  }
  if (bytes === null) throw new UserFacingError(msg('delivery.picks.tooLarge', { name }));
  return bytes.toString('utf8');
}
