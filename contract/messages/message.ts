/**
 * What people read, not yet in words: a key of the catalogue and the values it names. Sentences are stored, sent and logged
 * like this, and put into words where they are read (`contract/messages/format-message.ts`): in the window, the menus and on the command line.
 */
import type { messageCatalog } from './index.ts';

type Catalog = typeof messageCatalog;
/** A plural is two entries of one key; so is what reads otherwise on a terminal. */
type Stem<K extends string> = K extends `${infer S}_${'one' | 'other' | 'terminal' | 'window'}` ? Stem<S> : K;
export type MessageKey = Stem<keyof Catalog & string>;

type Named<T> = T extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Named<Rest> : never;
type EntriesOf<K extends MessageKey> = Catalog[Extract<keyof Catalog, K | `${K}_${string}`>];
/** The names between `{{` and `}}` in the entries of a key; a plural wants its count, named or not. */
export type PlaceholdersOf<K extends MessageKey> =
  | Named<EntriesOf<K>>
  | (`${K}_one` extends keyof Catalog ? 'count' : never);

/**
 * What a sentence names: somebody's own text, a number, a span of time, a size (also as shops count it), a time (ms since 1970), names of which any will
 * do, something that comes with Burnish by its English name, names in
 * quotation marks, other sentences.
 */
export type Value =
  | string
  | number
  | MessageDescriptor
  | readonly Message[]
  | { readonly ms: number }
  | { readonly bytes: number }
  | { readonly decimalBytes: number }
  | { readonly at: number }
  | { readonly anyOf: readonly string[] }
  | { readonly named: string }
  | { readonly quoted: readonly string[] };

type NamingKey = {
  [K in keyof Catalog & string]: [Named<Catalog[K]>] extends [never] ? never : Stem<K>;
}[keyof Catalog & string];
/** The key of a sentence that names nothing: for tables. */
export type PlainMessageKey = Exclude<MessageKey, NamingKey>;
type KeyNaming<Name> = {
  [K in keyof Catalog & string]: [Extract<Named<Catalog[K]>, Name>] extends [never] ? never : Stem<K>;
}[keyof Catalog & string];
type NamingMore = {
  [K in keyof Catalog & string]: [Exclude<Named<Catalog[K]>, 'count'>] extends [never] ? never : Stem<K>;
}[keyof Catalog & string];
/** The key of a sentence that names nothing but how many. Each entry is looked at by itself: there are too many for pairs. */
export type CountMessageKey = Exclude<KeyNaming<'count'>, NamingMore>;

export interface MessageDescriptor {
  readonly key: MessageKey;
  readonly values?: Readonly<Record<string, Value>>;
}

/** A sentence, or one that an earlier version stored in words. */
export type Message = MessageDescriptor | string;

type ValuesOf<K extends MessageKey> = [PlaceholdersOf<K>] extends [never]
  ? []
  : [values: { readonly [N in PlaceholdersOf<K>]: N extends 'count' ? number : Value }];

/** The sentence of a key, with everything it names. */
export function msg<K extends MessageKey>(key: K, ...[values]: ValuesOf<K>): MessageDescriptor {
  return values === undefined ? { key } : { key, values };
}

/** For zod’s `refine` and `addIssue`: what a sentence names has no room in zod's message. */
export const nestedMessage = (
  sentence: MessageDescriptor,
): { readonly params: { readonly sentence: MessageDescriptor } } => ({
  params: { sentence },
});

/** A key in the place of a schema's message, for sentences that name nothing. */
export const messageKey = <K extends MessageKey>(key: K): K => key;

/** Sentences one after the other; those that are null are left out. */
export function joinMessages(...messages: readonly (Message | null)[]): MessageDescriptor {
  return msg('paragraph', { messages: messages.filter((message) => message !== null && message !== '') as Message[] });
}

/** For the log, which is in nobody's language. */
export function toLogText(message: Message): string {
  if (typeof message === 'string') return message;
  return message.values === undefined ? message.key : `${message.key} ${JSON.stringify(message.values)}`;
}

/** True where both say the same. */
export function isSameMessage(a: Message | null | undefined, b: Message | null | undefined): boolean {
  return a === b || (a != null && b != null && toLogText(a) === toLogText(b));
}

/** An error whose reason is for people. Its `message` is for the log. */
export class UserFacingError extends Error {
  override name = 'UserFacingError';
  readonly sentence: Message;
  constructor(sentence: Message, options?: ErrorOptions) {
    super(toLogText(sentence), options);
    this.sentence = sentence;
  }
}

/** How deep sentences stand in each other at most. */
const deepest = 8;

/** True for what is stored as a message; what is damaged, or was never one, is not. */
export function isMessage(value: unknown, depth = deepest): value is Message {
  if (typeof value === 'string') return true;
  if (!isRecord(value) || typeof value.key !== 'string') return false;
  const { values = {} } = value;
  return isRecord(values) && Object.values(values).every((each) => isValue(each, depth - 1));
}

function isValue(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || typeof value === 'number') return true;
  if (depth < 0) return false;
  if (Array.isArray(value)) return value.every((each) => isMessage(each, depth));
  if (!isRecord(value)) return false;
  if (typeof value.named === 'string') return true;
  const list = value.anyOf ?? value.quoted;
  if (Array.isArray(list)) return list.every((each) => typeof each === 'string');
  return (
    [value.ms, value.bytes, value.decimalBytes, value.at].some((each) => Number.isFinite(each)) ||
    isMessage(value, depth)
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
