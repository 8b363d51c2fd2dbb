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
/** Each word must match (main/store/review/search/parse-search.ts). */
const text = z.string().max(200).default('');
/** Time of addition: `from` inclusive, `to` exclusive. */
const span = { from: time, to: time };

export const jobFilters = ['all', 'queued', 'running', 'done', 'failed', 'uncertain', 'cancelled'] as const;
export type JobFilter = (typeof jobFilters)[number];

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
  /** Failed or delayed, with this advice. */
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

/** Closed eyes, faces out of focus. */
export const flaws = ['eyes', 'focus'] as const;
export type Flaw = (typeof flaws)[number];

export const photographQuerySchema = z.strictObject({
  batchId: id.nullable().default(null),
  folderId: id.nullable().default(null),
  recipe: z.string().max(200).nullable().default(null),
  ...span,
  text,
  /** Any of these; empty = all. */
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
  /** Proofs without processing. */
  unprocessed: z.boolean().default(false),
  /** Any of these; empty = all. */
  flaws: z.array(z.enum(flaws)).max(flaws.length).default([]),
  /** A result has a flaw. */
  flawed: z.boolean().default(false),
  pickedByClient: z.boolean().default(false),
  operation: z.enum(operationIds).nullable().default(null),
  /** All of these. */
  findings: z.array(findingFilterSchema).max(8).default([]),
  fileType: z.enum(fileTypes).nullable().default(null),
  /** One row per stack, except open ones (named by their first photograph). */
  folded: z.boolean().default(false),
  openStacks: z.array(id).max(500).default([]),
  ...photographOrder,
});
export type PhotographQuery = z.output<typeof photographQuerySchema>;
export const everyPhotograph: PhotographQuery = photographQuerySchema.parse({});

/** Scope and filters, which outlast the window. */
export const photographViewpointSchema = photographQuerySchema.omit({
  text: true,
  folded: true,
  openStacks: true,
  sort: true,
  descending: true,
});
export type PhotographViewpoint = z.output<typeof photographViewpointSchema>;

/** Larger choices are queries. */
const maxIds = 500_000;
const ids = z.array(id).max(maxIds);

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

export interface ListHead<Row> {
  readonly rows: readonly Row[];
  readonly isComplete: boolean;
}

/** Rows are requested by index while the revision is known. */
export interface ListOrder {
  readonly revision: number;
  readonly count: number;
  /** The count including photographs in closed stacks. */
  readonly total: number;
}

/** `all`: without removed jobs. */
export type JobTally = Readonly<Record<JobFilter, number>>;

export interface ChoiceTally {
  readonly count: number;
  readonly bytes: number;
  /** Jobs per state; `forGood`: permanently failed. */
  readonly states: Readonly<Partial<Record<JobState, number>>>;
  readonly held: number;
  readonly givenUp: number;
  readonly forGood: number;
}

/** Near-identical shots. */
interface StackView {
  /** Id of its first photograph. */
  readonly id: number;
  /** From 0. */
  readonly place: number;
  readonly size: number;
  /** Proposed. */
  readonly isBest: boolean;
}

export interface ClientMark {
  /** The client's, else the gallery's. */
  readonly name: string;
  readonly gallery: string;
  readonly picked: boolean;
  readonly stars: number;
  readonly comment: string;
}

export interface Quality {
  /** Null once deleted. */
  readonly faces: number | null;
  readonly flaws: readonly Flaw[];
}

export interface PhotographView {
  readonly id: number;
  readonly name: string;
  readonly sourcePath: string;
  readonly bytes: number;
  /** px, upright; 0 if unreadable. */
  readonly width: number;
  readonly height: number;
  /** ms since 1970. */
  readonly takenAt: number | null;
  readonly addedAt: number;
  readonly decision: Decision;
  /** Label of another program that is no color here; colors override it. */
  readonly foreignLabel: string;
  readonly clients: readonly ClientMark[];
  readonly stack: StackView | null;
  /** Results within the list. */
  readonly versions: number;
  /** Primary result: the newest complete picture, else a part or analysis; null for a proof. */
  readonly shown: VersionView | null;
  /** Batch of a proof, else null. */
  readonly proofOf: number | null;
  /** Null if not measured. */
  readonly quality: Quality | null;
}

/** The photograph of the last result of a list, except versions made by hand. */
export interface NewestPhotograph {
  readonly photograph: PhotographView;
  readonly resultId: number;
}

export interface VersionView extends ResultView {
  readonly recipeName: string;
  readonly profileId: string;
  /** 0: the service's result. */
  readonly version: number;
  /** Composed on a canvas, so that positions differ. */
  readonly composed?: boolean;
  readonly decision: Omit<Decision, 'note'>;
  /** Findings of an analysis. */
  readonly findings: readonly FindingValue[];
  /** Except dismissed ones. */
  readonly flaws: readonly ResultFlaw[];
}

/** Rows of the sidebar. */
interface PlaceCount {
  readonly count: number;
}
export interface Places {
  readonly all: number;
  /** Newest first. */
  readonly spans: readonly (PlaceCount & { readonly from: number; readonly to: number })[];
  readonly batches: readonly (PlaceCount & {
    readonly id: number;
    readonly title: Message;
    readonly createdAt: number;
    /** The first one; only results made by hand add others. */
    readonly recipeName: string;
    readonly proofs?: boolean;
    /** Has unprocessed proofs. */
    readonly isOpen: boolean;
    readonly addedBy?: BatchOrigin | null;
  })[];
  readonly folders: readonly (PlaceCount & { readonly id: number; readonly path: string })[];
  readonly recipes: readonly (PlaceCount & { readonly name: string })[];
}
