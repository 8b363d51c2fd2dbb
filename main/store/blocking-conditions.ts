/** What holds work up: told by the process that runs the queue, read by the others. Never older than its hold on the queue. */
import type { Database } from 'better-sqlite3';
import type { Message } from '../../contract/messages/message.ts';
import { parseMessage, serializeMessage } from './stored-messages.ts';

export type ConditionKind = 'service' | 'folder';

/** How something stands that jobs need. Holds no key and no address: it is in the database. */
export interface BlockingCondition {
  /** The id of a service's profile, or the path of a folder. */
  readonly subject: string;
  /** Of a service as in `ProfileStatus`; whoever tells of a folder has words of its own. */
  readonly condition: string;
  /** A sentence for the window; `{left}` in it stands for the time until `until`. */
  readonly message: Message;
  /** When it goes on by itself (ms since 1970); null = that is not known. */
  readonly until: number | null;
  /** Which work goes on only when a person has done something: requests by `RequestKind`, or `placing`. */
  readonly blocks: readonly string[];
}

export interface ConditionNow extends BlockingCondition {
  readonly kind: ConditionKind;
  /** ms since 1970. */
  readonly since: number;
}

type Row = Omit<ConditionNow, 'blocks' | 'message'> & { readonly blocks: string; readonly message: string };

export function conditions(db: Database, now: () => number) {
  const all = db.prepare<[], Row>('SELECT * FROM conditions ORDER BY kind, since, subject');
  const gone = db.prepare('DELETE FROM conditions WHERE kind = ? AND subject NOT IN (SELECT value FROM json_each(?))');
  // One that only changes its words or its time is the same one still.
  const put = db.prepare(
    `INSERT INTO conditions (kind, subject, condition, message, until, blocks, since)
     VALUES (@kind, @subject, @condition, @message, @until, @blocks, @since)
     ON CONFLICT (kind, subject) DO UPDATE SET message = excluded.message, until = excluded.until, blocks = excluded.blocks,
       since = iif(condition = excluded.condition, since, excluded.since), condition = excluded.condition`,
  );
  const write = db.transaction((kind: ConditionKind, list: readonly BlockingCondition[]) => {
    gone.run(kind, JSON.stringify(list.map(({ subject }) => subject)));
    for (const { blocks, message, ...rest } of list)
      put.run({ ...rest, kind, message: serializeMessage(message), blocks: JSON.stringify(blocks), since: now() });
  });
  const written = new Map<ConditionKind, string>();

  return {
    /** All there are of a kind, from whoever runs the queue; writes only where something has changed since it told last. */
    report(kind: ConditionKind, list: readonly BlockingCondition[]): void {
      const serialized = JSON.stringify(list);
      if ((written.get(kind) ?? '[]') === serialized) return;
      write.immediate(kind, list);
      written.set(kind, serialized);
    },
    /** Those of the process that runs the queue; only true while `queueLock.holder()` names one. */
    list: (): ConditionNow[] =>
      all.all().map(({ blocks, message, ...rest }) => ({
        ...rest,
        message: parseMessage(message),
        blocks: JSON.parse(blocks) as string[],
      })),
  };
}
