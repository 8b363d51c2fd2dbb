/** Lists of any length, as the window asks for them: what is listed, in which order, and which of it something is done with. */
import { z } from 'zod';
import { type FindingValue, findingFilterSchema } from '../findings/finding-kinds.ts';
import { advices, type BatchOrigin, type JobState } from '../jobs/job.ts';
import type { ResultView } from '../jobs/result.ts';
import type { Message } from '../messages/message.ts';
import { operationIds } from '../operations/operation-spec.ts';
import { type Decision, labels, maxStars } from './photo-decision.ts';
import type { ResultFlaw } from './result-flaws.ts';

const id = z.int().positive();
const time = z.int().nullable().default(null);
/**
 * What was typed into a search field: every word must be found, in names, folders, recipes, batches or notes, or as a date, a state,
 * a decision, an operation or a finding (store/review/search/parse-search.ts).
 */
const text = z.string().max(200).default('');
/** Added at this time or later, and before that one; ms since 1970. */
const span = { from: time, to: time };

export const jobFilters = ['all', 'queued', 'running', 'done', 'failed', 'uncertain', 'cancelled'] as const;
export type JobFilter = (typeof jobFilters)[number];

/** The filter a state belongs to. */
export const filterOf: Readonly<Record<JobState, Exclude<JobFilter, 'all'>>> = {
  queued: 'queued',
  preparing: 'running',
  submitting: 'running',
  waiting: 'running',
  fetching: 'running',
  placing: 'running',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
  uncertain: 'uncertain',
};

export const jobSorts = ['activity', 'order', 'name', 'recipe', 'size', 'added'] as const;
export type JobSort = (typeof jobSorts)[number];

export const jobQuerySchema = z.strictObject({
  filter: z.enum(jobFilters).default('all'),
  text,
  batchId: id.nullable().default(null),
  /** Failed, or held up, with this advice. */
  advice: z.enum(advices).nullable().default(null),
  ...span,
  sort: z.enum(jobSorts).default('activity'),
});
export type JobQuery = z.output<typeof jobQuerySchema>;

export const photographSorts = ['added', 'taken', 'name', 'stars', 'size'] as const;
export type PhotographSort = (typeof photographSorts)[number];
const photographOrder = { sort: z.enum(photographSorts).default('added'), descending: z.boolean().default(true) };
export const photographOrderSchema = z.strictObject(photographOrder);
export type PhotographOrder = z.output<typeof photographOrderSchema>;
export const fileTypes = ['jpeg', 'png', 'tiff', 'webp', 'bmp', 'heic'] as const;
export type FileType = (typeof fileTypes)[number];

/** What measuring finds wrong with a photograph: someone's eyes are shut, the faces are out of focus. */
export const flaws = ['eyes', 'focus'] as const;
export type Flaw = (typeof flaws)[number];

export const photographQuerySchema = z.strictObject({
  batchId: id.nullable().default(null),
  folderId: id.nullable().default(null),
  recipe: z.string().max(200).nullable().default(null),
  ...span,
  text,
  /** Any of these; none = whichever. */
  flags: z
    .array(z.union([z.literal(-1), z.literal(0), z.literal(1)]))
    .max(3)
    .default([]),
  stars: z
    .strictObject({ is: z.enum(['=', '>=', '<=']), n: z.int().min(0).max(maxStars) })
    .nullable()
    .default(null),
  labels: z
    .array(
      z
        .int()
        .min(0)
        .max(labels.length - 1),
    )
    .max(labels.length)
    .default([]),
  /** Without flag, stars and label. */
  undecided: z.boolean().default(false),
  /** To be looked through, and nothing has been done with it yet. */
  unprocessed: z.boolean().default(false),
  /** Any of these was measured; none = whatever was. */
  flaws: z.array(z.enum(flaws)).max(flaws.length).default([]),
  /** Something is wrong with a result of it, as far as our own look at it tells. */
  flawed: z.boolean().default(false),
  /** Any client picked it. */
  pickedByClient: z.boolean().default(false),
  operation: z.enum(operationIds).nullable().default(null),
  /** All of these were found. */
  findings: z.array(findingFilterSchema).max(8).default([]),
  fileType: z.enum(fileTypes).nullable().default(null),
  /** Near-identical shots are shown as one, but for the stacks that are open (named by their first photograph). */
  folded: z.boolean().default(false),
  openStacks: z.array(id).max(500).default([]),
  ...photographOrder,
});
export type PhotographQuery = z.output<typeof photographQuerySchema>;
export const everyPhotograph: PhotographQuery = photographQuerySchema.parse({});

/** Where on the light table one looks, and through which filters: what of a query outlasts the window. */
export const photographViewpointSchema = photographQuerySchema.omit({
  ...{ text: true, folded: true, openStacks: true },
  ...{ sort: true, descending: true },
});
export type PhotographViewpoint = z.output<typeof photographViewpointSchema>;

/** The most that is named one by one; more is chosen as a query. */
const maxIds = 500_000;
const ids = z.array(id).max(maxIds);

/** What something is done with: these, or all of a query but a few. */
const choiceOf = <Q extends z.ZodType>(query: Q) =>
  z.union([z.strictObject({ ids: ids.min(1) }), z.strictObject({ query, except: ids.default([]) })]);
export const jobChoiceSchema = choiceOf(jobQuerySchema);
export type JobChoice = z.output<typeof jobChoiceSchema>;
export const photographChoiceSchema = choiceOf(photographQuerySchema);
export type PhotographChoice = z.output<typeof photographChoiceSchema>;

export const rowsSchema = z
  .strictObject({ revision: z.int().positive(), from: z.int().nonnegative(), to: z.int().nonnegative() })
  .refine(({ from, to }) => to >= from && to - from <= 1000);
export const spanSchema = z.strictObject({
  revision: z.int().positive(),
  from: z.int().nonnegative(),
  to: z.int().nonnegative().max(10_000_000),
});
export const placeSchema = z.strictObject({ revision: z.int().positive(), id });

/** The beginning of a list, at once; `isComplete`: there is no more of it. */
export interface ListHead<Row> {
  readonly rows: readonly Row[];
  readonly isComplete: boolean;
}

/** A list in its order as it was then; rows are asked for by their place in it, for as long as the revision is known. */
export interface ListOrder {
  readonly revision: number;
  readonly count: number;
}

/** How many photographs of a queue are at what; all = without those taken off the list. */
export type JobTally = Readonly<Record<JobFilter, number>>;

/** What can be done with chosen jobs, and how much they are. */
export interface ChoiceTally {
  readonly count: number;
  readonly bytes: number;
  /** How many of them are in each state; and how many of these are held back, were given up, or failed for good. */
  readonly states: Readonly<Partial<Record<JobState, number>>>;
  readonly held: number;
  readonly givenUp: number;
  readonly forGood: number;
}

/** The stack of near-identical shots that a photograph is in. */
export interface StackView {
  /** Its first photograph. */
  readonly id: number;
  /** From 0. */
  readonly place: number;
  readonly size: number;
  /** Proposed as the best of it. */
  readonly isBest: boolean;
}

/** What a client chose about a photograph in a gallery. */
export interface ClientMark {
  /** Who: the name that the client gave, or the gallery's. */
  readonly name: string;
  /** The gallery's title. */
  readonly gallery: string;
  readonly picked: boolean;
  readonly stars: number;
  /** '' for none. */
  readonly comment: string;
}

/** How good a photograph is, as far as that was measured. */
export interface Quality {
  /** How many faces it has; null once that was forgotten. */
  readonly faces: number | null;
  readonly flaws: readonly Flaw[];
}

/** A photograph on the light table. */
export interface PhotographView {
  readonly id: number;
  readonly name: string;
  /** Absolute. */
  readonly sourcePath: string;
  readonly bytes: number;
  /** px, upright; 0 where it could not be read. */
  readonly width: number;
  readonly height: number;
  /** ms since 1970. */
  readonly takenAt: number | null;
  readonly addedAt: number;
  readonly decision: Decision;
  /** The label that another program gave it, where that is no colour here; '' for none. A colour in the decision covers it. */
  readonly foreignLabel: string;
  /** Beside the decision: of each client who chose about it. */
  readonly clients: readonly ClientMark[];
  readonly stack: StackView | null;
  /** How many results there are of it within what is listed. */
  readonly versions: number;
  /** The result that stands for it: the newest whole picture of what is listed, else a part or an analysis; null: it is to be looked through, and has none. */
  readonly shown: VersionView | null;
  /** The batch it is to be looked through in; null: it came in to be processed. */
  readonly proofOf: number | null;
  /** What measuring found wrong with it; null where it was not measured. */
  readonly quality: Quality | null;
}

/** A result as a version of its photograph. */
export interface VersionView extends ResultView {
  readonly recipeName: string;
  /** Of the service that it came from. */
  readonly profileId: string;
  /** 0 is the service's own. */
  readonly version: number;
  /** A cutout of it was laid out on a canvas of its own: nothing of the photograph lies where it was. */
  readonly composed?: boolean;
  readonly decision: Omit<Decision, 'note'>;
  /** Of an analysis, as far as one looks for it. */
  readonly findings: readonly FindingValue[];
  /** What our own look at it found wrong with it, as far as the user has not said that it is right. */
  readonly flaws: readonly ResultFlaw[];
}

/** One line of the list at the left of the light table. */
export interface PlaceCount {
  readonly count: number;
}
export interface Places {
  readonly all: number;
  /** From the newest; `from` and `to` in ms since 1970. */
  readonly spans: readonly (PlaceCount & { readonly from: number; readonly to: number })[];
  readonly batches: readonly (PlaceCount & {
    readonly id: number;
    readonly title: Message;
    readonly createdAt: number;
    /** The first of its recipes; a batch has one, but for what was made by hand. */
    readonly recipeName: string;
    /** As in `Batch`. */
    readonly proofs?: boolean;
    /** Some of its proofs were not processed yet. */
    readonly isOpen: boolean;
    /** As in `Batch`. */
    readonly addedBy?: BatchOrigin | null;
  })[];
  readonly folders: readonly (PlaceCount & { readonly id: number; readonly path: string })[];
  readonly recipes: readonly (PlaceCount & { readonly name: string })[];
}
