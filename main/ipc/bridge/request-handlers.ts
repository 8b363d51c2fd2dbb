/** The form of all handlers: one function per request, and one group for each file of `preload/requests/`. */
import type { RequestArgs, RequestName, Responses } from '../../../preload/channels.ts';
import type { DesktopActions } from './desktop-actions.ts';
import type { IpcContext } from './ipc-context.ts';
import type { Grants, Sender } from './path-grants.ts';

// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a response may end without a return
type Result<N extends RequestName> = undefined extends Responses[N] ? void : Responses[N];

/** A handler gets checked arguments. It throws `UserError` with a message for the user. */
export type Handlers = {
  readonly [N in RequestName]: (args: RequestArgs<N>, sender: Sender) => Result<N> | Promise<Result<N>>;
};

/** The argument of all groups. Each group uses a part of it. */
export interface RequestContext {
  readonly core: IpcContext;
  readonly desktop: DesktopActions;
  readonly grants: Grants;
}

/** Handlers of the requests that one file of `preload/requests/` declares. */
export type HandlersOf<Requests> = Pick<Handlers, keyof Requests & RequestName>;

/** Handlers of requests with a prefix, such as `jobs`. */
export type GroupHandlers<Group extends string> = Pick<Handlers, Extract<RequestName, `${Group}.${string}`>>;
