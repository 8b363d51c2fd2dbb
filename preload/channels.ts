/** Requests and events of the bridge: arguments as zod schemas, responses as types. */
import { z } from 'zod';
import type { Changes, Notice } from '../contract/app/app-snapshot.ts';
import type { DisplayStatus } from '../contract/app/display-status.ts';
import type { EditAction, MenuCommand } from '../contract/app/menu-commands.ts';
import type { UpdateStatus } from '../contract/app/update-status.ts';
import type { Message } from '../contract/messages/message.ts';
import type { BulkProgress } from '../contract/review/bulk-progress.ts';
import { maxPathLength } from '../contract/validation/path-grant.ts';
import { type AppResponses, appRequests } from './requests/app.ts';
import { type DeliveryResponses, deliveryRequests } from './requests/delivery.ts';
import { type IntakeResponses, intakeRequests } from './requests/intake.ts';
import { type JobResponses, jobRequests } from './requests/jobs.ts';
import { type RecipeResponses, recipeRequests } from './requests/recipes.ts';
import { type ReviewResponses, reviewRequests } from './requests/review.ts';
import { type ServiceResponses, serviceRequests } from './requests/services.ts';
import { type StudioResponses, studioRequests } from './requests/studio.ts';

/** A path has a `pathSchema`: main accepts the stored path of its role, or a grant's id (`path-grant.ts`). */
export const requestSchemas = {
  ...appRequests,
  ...intakeRequests,
  ...jobRequests,
  ...reviewRequests,
  ...deliveryRequests,
  ...recipeRequests,
  ...serviceRequests,
  ...studioRequests,
} as const;

export type RequestName = keyof typeof requestSchemas;
export const requestNames = Object.keys(requestSchemas) as RequestName[];
export type RequestArgs<N extends RequestName> = z.output<(typeof requestSchemas)[N]>;

/** Requests that ask the user return null if nothing was chosen; plans, if a newer request canceled them. */
export interface Responses
  extends AppResponses,
    IntakeResponses,
    JobResponses,
    ReviewResponses,
    DeliveryResponses,
    RecipeResponses,
    ServiceResponses,
    StudioResponses {}

export interface Events {
  changes: Changes;
  notice: Notice;
  bulk: BulkProgress;
  updates: UpdateStatus;
  display: DisplayStatus;
  /** The window is about to close. It responds with `app.leaving`, after it saved the form if `saveForm` is set. */
  leaving: { readonly saveForm: boolean };
  command: MenuCommand;
  edit: EditAction;
}
export const eventNames = [
  'changes',
  'notice',
  'bulk',
  'updates',
  'display',
  'leaving',
  'command',
  'edit',
] as const satisfies readonly (keyof Events)[];

/**
 * The only channel with paths: those of dropped files, which the preload script gets from the system. The page cannot
 * reach it.
 */
export const dropChannel = 'drop.grant';
export const dropSchema = z.strictObject({ paths: z.array(z.string().min(1).max(maxPathLength)).max(100_000) });

export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: Message };

type GroupOf<N extends string> = N extends `${infer Group}.${string}` ? Group : never;
type MethodOf<N extends string, Group extends string> = N extends `${Group}.${infer Method}` ? Method : never;
type Call<N extends RequestName> =
  RequestArgs<N> extends undefined
    ? () => Promise<Reply<Responses[N]>>
    : (args: z.input<(typeof requestSchemas)[N]>) => Promise<Reply<Responses[N]>>;

/** One function per request: `burnish.jobs.retry({ on })`. */
export type BridgeRequests = {
  readonly [Group in GroupOf<RequestName>]: {
    readonly [Method in MethodOf<RequestName, Group>]: Call<Extract<`${Group}.${Method}`, RequestName>>;
  };
};

/** The object `window.burnish`. */
export interface Bridge extends BridgeRequests {
  /** Each subscribes a listener and returns the function that unsubscribes it. */
  readonly on: { readonly [N in keyof Events]: (listener: (event: Events[N]) => void) => () => void };
  /**
   * Requests a grant for dropped files and folders (File objects of the DOM). Null if none is on a disk, such as an
   * image from a web page.
   */
  readonly grantDropped: (files: readonly unknown[]) => Promise<Reply<string | null>>;
}
