/** Conditions that block work, reported by the queue owner to other processes. */
import type { Database } from 'better-sqlite3';
import type { Message } from '../../contract/messages/message.ts';
import { parseMessage, serializeMessage } from './stored-messages.ts';

type ConditionKind = 'service' | 'folder';

/** Holds no API key and no address, because it is stored. */
export interface BlockingCondition {
  /** Id of a profile, or path of a folder. */
  readonly subject: string;
  readonly condition: string;
  /** `{left}` is the time until `until`. */
  readonly message: Message;
  /** ms since 1970; null if unknown. */
  readonly until: number | null;
  /** Work that only the user can unblock: values of `RequestKind`, or `placing`. */
  readonly blocks: readonly string[];
}

interface StoredCondition extends BlockingCondition {
  readonly kind: ConditionKind;
  /** ms since 1970. */
  readonly since: number;
}

type Row = Omit<StoredCondition, 'blocks' | 'message'> & { readonly blocks: string; readonly message: string };

export function conditions(db: Database, now: () => number) {
  const all = db.prepare<[], Row>('SELECT * FROM conditions ORDER BY kind, since, subject');
  const drop = db.prepare('DELETE FROM conditions WHERE kind = ? AND subject NOT IN (SELECT value FROM json_each(?))');
  // A new message or time keeps `since`.
  const put = db.prepare(
    `INSERT INTO conditions (kind, subject, condition, message, until, blocks, since)
     VALUES (@kind, @subject, @condition, @message, @until, @blocks, @since)
     ON CONFLICT (kind, subject) DO UPDATE SET message = excluded.message, until = excluded.until, blocks = excluded.blocks,
       since = iif(condition = excluded.condition, since, excluded.since), condition = excluded.condition`,
  );
  const write = db.transaction((kind: ConditionKind, list: readonly BlockingCondition[]) => {
    drop.run(kind, JSON.stringify(list.map(({ subject }) => subject)));
    for (const { blocks, message, ...rest } of list)
      put.run({ ...rest, kind, message: serializeMessage(message), blocks: JSON.stringify(blocks), since: now() });
  });
  const reported = new Map<ConditionKind, string>();

  return {
    /** Replaces all conditions of a kind. Writes only changes. */
    report(kind: ConditionKind, list: readonly BlockingCondition[]): void {
      const serialized = JSON.stringify(list);
      if ((reported.get(kind) ?? '[]') === serialized) return;
      write.immediate(kind, list);
      reported.set(kind, serialized);
    },
    /** Valid only while `queueLock.holder()` names a queue owner. */
    list: (): StoredCondition[] =>
      all.all().map(({ blocks, message, ...rest }) => ({
        ...rest,
        message: parseMessage(message),
        blocks: JSON.parse(blocks) as string[],
      })),
  };
}
