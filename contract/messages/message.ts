/**
 * Messages before they are formatted: a key of `en.json` and the values of its placeholders. Messages are stored, sent and
 * logged in this form, and formatted where people read them (`format-message.ts`).
 */
import type en from './en.json';
import type { MessagePlaceholders } from './placeholders.ts';

/** Drops the endings of plural forms and of variants for one audience, which are entries of the same key. */
type Stem<K extends string> = K extends `${infer S}_${'one' | 'other' | 'terminal' | 'window'}` ? Stem<S> : K;
export type MessageKey = Stem<keyof (typeof en)['sentences']>;

/** The key of a message without placeholders. */
export type PlainMessageKey = Exclude<MessageKey, keyof MessagePlaceholders>;

/** The key of a message whose only placeholder is `count`. */
export type CountMessageKey = {
  [K in keyof MessagePlaceholders]: MessagePlaceholders[K] extends 'count' ? K : never;
}[keyof MessagePlaceholders];

/**
 * The value of a placeholder. Text and messages are inserted, several messages one after the other. `bytes` counts 1024 bytes
 * as 1 KB, `decimalBytes` 1000. `at` is in ms since 1970. `anyOf` is a list with “or”, `quoted` a list in quotation marks.
 * `named` is an English name that the catalogs translate.
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

export interface MessageDescriptor {
  readonly key: MessageKey;
  readonly values?: Readonly<Record<string, Value>>;
}

/** A message, or a finished text, which earlier versions stored. */
export type Message = MessageDescriptor | string;

type PlaceholdersOf<K extends MessageKey> = K extends keyof MessagePlaceholders ? MessagePlaceholders[K] : never;
type ValuesOf<K extends MessageKey> = [PlaceholdersOf<K>] extends [never]
  ? []
  : [values: { readonly [N in PlaceholdersOf<K>]: N extends 'count' ? number : Value }];

/** Returns the message of a key with a value for each of its placeholders. */
export function msg<K extends MessageKey>(key: K, ...[values]: ValuesOf<K>): MessageDescriptor {
  return values === undefined ? { key } : { key, values };
}

/** Wraps a message for zod’s `refine` and `addIssue`, because zod's own message is a plain string without values. */
export const nestedMessage = (
  sentence: MessageDescriptor,
): { readonly params: { readonly sentence: MessageDescriptor } } => ({
  params: { sentence },
});

/** Returns its key unchanged, for zod schemas that take a string as their message. The type checks that the key exists. */
export const messageKey = <K extends MessageKey>(key: K): K => key;

/** Joins messages to a paragraph. Null and empty ones are left out. */
export function joinMessages(...messages: readonly (Message | null)[]): MessageDescriptor {
  return msg('paragraph', { messages: messages.filter((message) => message !== null && message !== '') as Message[] });
}

/** Returns the key and values of a message for the log, which is not translated. */
export function toLogText(message: Message): string {
  if (typeof message === 'string') return message;
  return message.values === undefined ? message.key : `${message.key} ${JSON.stringify(message.values)}`;
}

/** Whether two messages have the same text. */
export function isSameMessage(a: Message | null | undefined, b: Message | null | undefined): boolean {
  return a === b || (a != null && b != null && toLogText(a) === toLogText(b));
}

/** An error with a message for people in `sentence`. Its `message` is for the log. */
export class UserFacingError extends Error {
  override name = 'UserFacingError';
  readonly sentence: Message;
  constructor(sentence: Message, options?: ErrorOptions) {
    super(toLogText(sentence), options);
    this.sentence = sentence;
  }
}

/** Limits nesting, because stored messages come from other stations too. */
const maxNestingCount = 8;

/** Whether a stored or received value is an undamaged message. */
export function isMessage(value: unknown, depth = maxNestingCount): value is Message {
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
