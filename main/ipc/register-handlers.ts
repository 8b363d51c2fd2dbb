/** Binds the handlers to the bridge's channels: every sender and every argument is checked here, once. */

import { joinMessages, type MessageKey, msg } from '../../contract/messages/message.ts';
import { messageOfIssue } from '../../contract/messages/zod-issue-message.ts';
import {
  dropChannel,
  dropSchema,
  type Reply,
  type RequestArgs,
  type RequestName,
  type Responses,
  requestNames,
  requests,
} from '../../preload/channels.ts';
import { type DatabaseTrouble, troubleOf } from '../store/index.ts';
import type { Grants, Sender } from './path-grants.ts';
import { UserError } from './user-error.ts';

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing may end without a return
type Answer<N extends RequestName> = undefined extends Responses[N] ? void : Responses[N];
export type Handlers = {
  readonly [N in RequestName]: (args: RequestArgs<N>, sender: Sender) => Answer<N> | Promise<Answer<N>>;
};

/** What register needs of Electron's ipcMain; `sender` is null where anything but the window's own page asks. */
export interface IpcMainLike {
  handle(channel: string, listener: (sender: Sender | null, args: unknown) => Promise<unknown>): void;
}

/** @param report takes faults (not refusals) for the log; it must not print arguments, which may hold keys. */
export function registerHandlers(
  door: IpcMainLike,
  handlers: Handlers,
  grants: Grants,
  report: (name: RequestName, fault: unknown) => void,
): void {
  for (const name of requestNames) {
    door.handle(name, (sender, args) => answer(name, handlers, sender, args, report));
  }
  door.handle(dropChannel, async (sender, args) => grantDropped(grants, sender, args));
}

const stranger = { ok: false, message: msg('ipc.stranger') } as const;

function grantDropped(grants: Grants, sender: Sender | null, args: unknown): Reply<string | null> {
  if (sender === null) return stranger;
  const { data } = dropSchema.safeParse(args);
  if (data === undefined) return { ok: false, message: msg('ipc.tooMuch') };
  return { ok: true, value: data.paths.length === 0 ? null : grants.give(sender, 'photographs', data.paths) };
}

async function answer<N extends RequestName>(
  name: N,
  handlers: Handlers,
  sender: Sender | null,
  args: unknown,
  report: (name: RequestName, fault: unknown) => void,
): Promise<Reply<Responses[N]>> {
  if (sender === null) return stranger;
  const parsed = requests[name].args.safeParse(args);
  if (!parsed.success) {
    return { ok: false, message: joinMessages(...parsed.error.issues.map(messageOfIssue)) };
  }
  try {
    const value = await whenToBeHad(() => handlers[name](parsed.data as RequestArgs<N>, sender));
    return { ok: true, value: value as Responses[N] };
  } catch (fault) {
    if (fault instanceof UserError) return { ok: false, message: fault.sentence };
    const databaseProblem = troubleOf(fault);
    if (databaseProblem !== null)
      return { ok: false, message: joinMessages(msg(troubleWords[databaseProblem]), msg('ipc.unchanged')) };
    report(name, fault);
    return { ok: false, message: msg('ipc.fault') };
  }
}

const troubleWords = {
  locked: 'ipc.trouble.locked',
  full: 'ipc.trouble.full',
  damaged: 'ipc.trouble.damaged',
  'read-only': 'ipc.trouble.readOnly',
  gone: 'ipc.trouble.gone',
} as const satisfies Record<DatabaseTrouble, MessageKey>;

/** A request is tried again for about this long while another program has the database, with the window alive in between. */
const tries = 20;
const tryEveryMs = 500;

async function whenToBeHad<T>(handle: () => T | Promise<T>): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await handle();
    } catch (fault) {
      if (troubleOf(fault) !== 'locked' || left === 0) throw fault;
    }
    await new Promise((resolve) => setTimeout(resolve, tryEveryMs));
  }
}
