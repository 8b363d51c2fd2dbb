/** Requests and events of the bridge. */
import { z } from 'zod';
import type { Changes, Notice } from '../contract/app/app-snapshot.ts';
import type { DisplayStatus } from '../contract/app/display-status.ts';
import type { EditAction, MenuCommand } from '../contract/app/menu-commands.ts';
import type { UpdateStatus } from '../contract/app/update-status.ts';
import type { Message } from '../contract/messages/message.ts';
import type { BulkProgress } from '../contract/review/bulk-progress.ts';
import { maxPathLength } from '../contract/validation/path-grant.ts';
import { appRequests } from './requests/app.ts';
import { batchRequests } from './requests/batches.ts';
import { cardRequests } from './requests/cards.ts';
import { comparisonRequests } from './requests/comparisons.ts';
import { crashRequests } from './requests/crashes.ts';
import { deliveryRequests } from './requests/delivery.ts';
import { galleryRequests } from './requests/gallery.ts';
import { intakeRequests } from './requests/intake.ts';
import { jobRequests } from './requests/jobs.ts';
import { photographRequests } from './requests/photographs.ts';
import { recipeRequests } from './requests/recipes.ts';
import { resultRequests } from './requests/results.ts';
import { serviceRequests } from './requests/services.ts';
import { studioRequests } from './requests/studio.ts';
import { touchUpRequests } from './requests/touch-up.ts';

/** A path has a `pathSchema`: main accepts the stored path of its role, or a grant's id (`path-grant.ts`). */
export const requests = {
  ...appRequests,
  ...batchRequests,
  ...cardRequests,
  ...comparisonRequests,
  ...crashRequests,
  ...deliveryRequests,
  ...galleryRequests,
  ...intakeRequests,
  ...jobRequests,
  ...photographRequests,
  ...recipeRequests,
  ...resultRequests,
  ...serviceRequests,
  ...studioRequests,
  ...touchUpRequests,
};

export type RequestName = keyof typeof requests;
export const requestNames = Object.keys(requests) as RequestName[];
export type RequestArgs<N extends RequestName> = z.output<(typeof requests)[N]['args']>;

/** Requests that ask the user return null if nothing was chosen. */
export type Responses = { readonly [N in RequestName]: (typeof requests)[N]['response'] };

export interface Events {
  changes: Changes;
  notice: Notice;
  bulk: BulkProgress;
  updates: UpdateStatus;
  display: DisplayStatus;
  /** The window is about to close. It responds with `app.leaving`, after saving the form if `saveForm` is set. */
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

/** The only channel with paths: those of dropped files, which the preload script gets. The page cannot reach it. */
export const dropChannel = 'drop.grant';
export const dropSchema = z.strictObject({ paths: z.array(z.string().min(1).max(maxPathLength)).max(100_000) });

export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: Message };

type GroupOf<N extends string> = N extends `${infer Group}.${string}` ? Group : never;
type MethodOf<N extends string, Group extends string> = N extends `${Group}.${infer Method}` ? Method : never;
type Call<N extends RequestName> =
  RequestArgs<N> extends undefined
    ? () => Promise<Reply<Responses[N]>>
    : (args: z.input<(typeof requests)[N]['args']>) => Promise<Reply<Responses[N]>>;

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
  /** Requests a grant for dropped File objects. Null if none is on a disk, such as an image of a web page. */
  readonly grantDropped: (files: readonly unknown[]) => Promise<Reply<string | null>>;
}
