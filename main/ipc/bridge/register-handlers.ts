/** Binds the handlers to the channels of the bridge. Every sender and every argument is checked here, once. */
import { joinMessages, type MessageKey, msg } from '../../../contract/messages/message.ts';
import { messageOfIssue } from '../../../contract/messages/zod-issue-message.ts';
import {
  dropChannel,
  dropSchema,
  type Reply,
  type RequestArgs,
  type RequestName,
  type Responses,
  requestNames,
  requests,
} from '../../../preload/channels.ts';
import { type DatabaseTrouble, troubleOf } from '../../store/index.ts';
import type { Grants, Sender } from './path-grants.ts';
import type { Handlers } from './request-handlers.ts';
import { UserError } from './user-error.ts';

/** The part of Electron's ipcMain that is used. `sender` is null for anything but the window's own page. */
export interface IpcMainLike {
  handle(channel: string, listener: (sender: Sender | null, args: unknown) => Promise<unknown>): void;
}

/** @param onError logs errors other than `UserError`; it must not print arguments, which may contain keys */
export function registerHandlers(
  ipc: IpcMainLike,
  handlers: Handlers,
  grants: Grants,
  onError: (name: RequestName, error: unknown) => void,
): void {
  for (const name of requestNames) {
    ipc.handle(name, (sender, args) => respond(name, handlers, sender, args, onError));
  }
  ipc.handle(dropChannel, async (sender, args) => grantDropped(grants, sender, args));
}

const strangerReply = { ok: false, message: msg('ipc.stranger') } as const;

function grantDropped(grants: Grants, sender: Sender | null, args: unknown): Reply<string | null> {
  if (sender === null) return strangerReply;
  const { data } = dropSchema.safeParse(args);
  if (data === undefined) return { ok: false, message: msg('ipc.tooMuch') };
  return { ok: true, value: data.paths.length === 0 ? null : grants.give(sender, 'photographs', data.paths) };
}

async function respond<N extends RequestName>(
  name: N,
  handlers: Handlers,
  sender: Sender | null,
  args: unknown,
  onError: (name: RequestName, error: unknown) => void,
): Promise<Reply<Responses[N]>> {
  if (sender === null) return strangerReply;
  const parsed = requests[name].args.safeParse(args);
  if (!parsed.success) {
    return { ok: false, message: joinMessages(...parsed.error.issues.map(messageOfIssue)) };
  }
  try {
    const value = await retryWhileLocked(() => handlers[name](parsed.data as RequestArgs<N>, sender));
    return { ok: true, value: value as Responses[N] };
  } catch (error) {
    if (error instanceof UserError) return { ok: false, message: error.sentence };
    const trouble = troubleOf(error);
    if (trouble !== null)
      return { ok: false, message: joinMessages(msg(troubleMessages[trouble]), msg('ipc.unchanged')) };
    onError(name, error);
    return { ok: false, message: msg('ipc.fault') };
  }
}

const troubleMessages = {
  locked: 'ipc.trouble.locked',
  full: 'ipc.trouble.full',
  damaged: 'ipc.trouble.damaged',
  'read-only': 'ipc.trouble.readOnly',
  gone: 'ipc.trouble.gone',
} as const satisfies Record<DatabaseTrouble, MessageKey>;

/** A request is retried this often while another program locks the database. The window stays responsive. */
const maxRetries = 20;
const retryDelayMs = 500;

async function retryWhileLocked<T>(handle: () => T | Promise<T>): Promise<T> {
  for (let left = maxRetries; ; left -= 1) {
    try {
      return await handle();
    } catch (error) {
      if (troubleOf(error) !== 'locked' || left === 0) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
  }
}
