/** Stores paths that the user has chosen or dropped. A page names one by a random id, once, and never by a path. */
import { randomUUID } from 'node:crypto';
import { msg } from '../../../contract/messages/message.ts';
import type { Grant, GrantPurpose } from '../../../contract/validation/path-grant.ts';
import { UserError } from './user-error.ts';

/** The frame that sent a request. Another frame cannot use its grants. */
export type Sender = string;

/** Reads a path as sent by a page: the id of a grant, or one of the paths stored in the same place. */
export type ResolvePath = (sent: string, purpose: GrantPurpose, stored?: readonly (string | null)[]) => string;

export interface Grants {
  /** @param paths absolute, from the system's dialog or from files dropped on the window */
  give(sender: Sender, purpose: GrantPurpose, paths: readonly string[]): string;
  /** Grants one file or folder whose path the page shows. */
  giveOne(sender: Sender, purpose: GrantPurpose, path: string): Grant;
  /**
   * Returns the paths of a grant, and spends it.
   * @throws UserError if there is no such grant for this purpose
   */
  take(sender: Sender, purpose: GrantPurpose, id: string): readonly string[];
  /**
   * Runs `use`, and spends the grants that it read if it succeeds, so that a rejected form can be sent again.
   * @throws UserError for a path neither granted nor stored, before anything accesses it
   */
  spending<T>(sender: Sender, use: (read: ResolvePath) => T): T;
  /** Returns a reader that spends nothing, for previews, which keep nothing. */
  reader(sender: Sender): ResolvePath;
}

/** More than these drop the oldest, because a page can have dialogs shown without end. */
const maxGrants = 1000;

interface StoredGrant {
  readonly sender: Sender;
  readonly purpose: GrantPurpose;
  readonly paths: readonly string[];
}

export function openGrants(): Grants {
  const stored = new Map<string, StoredGrant>();

  const find = (sender: Sender, purpose: GrantPurpose, id: string): StoredGrant => {
    const grant = stored.get(id);
    if (grant === undefined || grant.sender !== sender || grant.purpose !== purpose)
      throw new UserError(msg('ipc.choose.again'));
    return grant;
  };
  const give = (sender: Sender, purpose: GrantPurpose, paths: readonly string[]): string => {
    const id = `grant:${randomUUID()}`;
    stored.set(id, { sender, purpose, paths });
    for (const oldest of stored.keys()) {
      if (stored.size <= maxGrants) break;
      stored.delete(oldest);
    }
    return id;
  };
  const createReader =
    (sender: Sender, onRead: (id: string) => void): ResolvePath =>
    (sent, purpose, known = []) => {
      if (known.includes(sent)) return sent;
      const [path = ''] = find(sender, purpose, sent).paths;
      onRead(sent);
      return path;
    };

  return {
    give,
    giveOne: (sender, purpose, path) => ({ id: give(sender, purpose, [path]), path }),
    take: (sender, purpose, id) => {
      const { paths } = find(sender, purpose, id);
      stored.delete(id);
      return paths;
    },
    spending: (sender, use) => {
      const read: string[] = [];
      const result = use(createReader(sender, (id) => read.push(id)));
      for (const id of read) stored.delete(id);
      return result;
    },
    reader: (sender) => createReader(sender, () => undefined),
  };
}
