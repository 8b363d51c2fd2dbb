/** Keeps what the user has chosen or dropped: a page names it by a random id, once, and never by a path of its own. */
import { randomUUID } from 'node:crypto';
import { msg } from '../../contract/messages/message.ts';
import type { Grant, GrantPurpose } from '../../contract/validation/path-grant.ts';
import { UserError } from './user-error.ts';

/** The frame that asked, as `bind-ipc.ts` names it: a grant is of no use to another one. */
export type Sender = string;

/** Reads a path as a page sent it: a grant's id, or one of those that are stored in the same place already. */
export type ResolvePath = (sent: string, purpose: GrantPurpose, stored?: readonly (string | null)[]) => string;

export interface Grants {
  /** @param paths absolute, from the system's dialog or from files dropped on the window */
  give(sender: Sender, purpose: GrantPurpose, paths: readonly string[]): string;
  /** The same for one file or folder whose path the page shows. */
  giveOne(sender: Sender, purpose: GrantPurpose, path: string): Grant;
  /**
   * The paths of a grant, which is spent by that.
   * @throws Refusal when there is no such grant, or it is for something else
   */
  take(sender: Sender, purpose: GrantPurpose, id: string): readonly string[];
  /**
   * Runs `use`; grants it has read are spent when it ends well, so that a form that was refused can be sent again.
   * @throws Refusal for a path that is neither granted nor stored; nothing has looked at it then
   */
  spending<T>(sender: Sender, use: (read: ResolvePath) => T): T;
  /** Reads without spending: for previews, which keep nothing. */
  reader(sender: Sender): ResolvePath;
}

/** Grants that nobody uses are forgotten, the oldest first: a page can have a dialog shown as often as it likes. */
const maxGrants = 1000;

interface Given {
  readonly sender: Sender;
  readonly purpose: GrantPurpose;
  readonly paths: readonly string[];
}

export function openGrants(): Grants {
  const given = new Map<string, Given>();

  const find = (sender: Sender, purpose: GrantPurpose, id: string): Given => {
    const found = given.get(id);
    if (found === undefined || found.sender !== sender || found.purpose !== purpose)
      throw new UserError(msg('ipc.choose.again'));
    return found;
  };
  const give = (sender: Sender, purpose: GrantPurpose, paths: readonly string[]): string => {
    const id = `grant:${randomUUID()}`;
    given.set(id, { sender, purpose, paths });
    for (const oldest of given.keys()) {
      if (given.size <= maxGrants) break;
      given.delete(oldest);
    }
    return id;
  };
  const readerOf =
    (sender: Sender, seen: (id: string) => void): ResolvePath =>
    (sent, purpose, stored = []) => {
      if (stored.includes(sent)) return sent;
      const [path = ''] = find(sender, purpose, sent).paths;
      seen(sent);
      return path;
    };

  return {
    give,
    giveOne: (sender, purpose, path) => ({ id: give(sender, purpose, [path]), path }),
    take: (sender, purpose, id) => {
      const { paths } = find(sender, purpose, id);
      given.delete(id);
      return paths;
    },
    spending: (sender, use) => {
      const read: string[] = [];
      const done = use(readerOf(sender, (id) => read.push(id)));
      for (const id of read) given.delete(id);
      return done;
    },
    reader: (sender) => readerOf(sender, () => undefined),
  };
}
