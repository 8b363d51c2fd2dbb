/** Binds the handlers to the bridge's channels: every sender and every argument is checked here, once. */
import {
  type Answers,
  type Reply,
  type RequestArgs,
  type RequestName,
  requestNames,
  requestSchemas,
} from '../../preload/contract/channels.ts';
import { Refusal } from './refusal.ts';

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing may end without a return
type Answer<N extends RequestName> = undefined extends Answers[N] ? void : Answers[N];
export type Handlers = {
  readonly [N in RequestName]: (args: RequestArgs<N>) => Answer<N> | Promise<Answer<N>>;
};

/** What register needs of Electron's ipcMain; `trusted` tells whether the window's own page asked. */
export interface Door {
  handle(channel: string, listener: (trusted: boolean, args: unknown) => Promise<unknown>): void;
}

/** @param report takes faults (not refusals) for the log; it must not print arguments, which may hold keys. */
export function register(door: Door, handlers: Handlers, report: (name: RequestName, fault: unknown) => void): void {
  for (const name of requestNames) {
    door.handle(name, (trusted, args) => answer(name, handlers, trusted, args, report));
  }
}

async function answer<N extends RequestName>(
  name: N,
  handlers: Handlers,
  trusted: boolean,
  args: unknown,
  report: (name: RequestName, fault: unknown) => void,
): Promise<Reply<Answers[N]>> {
  if (!trusted) return { ok: false, message: 'This request did not come from the window of Burnish.' };
  const parsed = requestSchemas[name].safeParse(args);
  if (!parsed.success) {
    return { ok: false, message: parsed.error.issues.map((issue) => issue.message).join(' ') };
  }
  try {
    return { ok: true, value: (await handlers[name](parsed.data as RequestArgs<N>)) as Answers[N] };
  } catch (fault) {
    if (fault instanceof Refusal) return { ok: false, message: fault.message };
    report(name, fault);
    return { ok: false, message: 'Something went wrong inside Burnish. The log has the details (Settings, Advanced).' };
  }
}
