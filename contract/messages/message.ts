/** Messages as they are stored, sent and logged. */
import type en from './en.json';
import type { MessagePlaceholders } from './placeholders.ts';

/** Drops the endings of plural forms and audiences. */
type Stem<K extends string> = K extends `${infer S}_${'one' | 'other' | 'terminal' | 'window'}` ? Stem<S> : K;
export type MessageKey = Stem<keyof (typeof en)['sentences']>;

export type PlainMessageKey = Exclude<MessageKey, keyof MessagePlaceholders>;

export type CountMessageKey = {
  [K in keyof MessagePlaceholders]: MessagePlaceholders[K] extends 'count' ? K : never;
}[keyof MessagePlaceholders];

/**
 * `bytes` counts 1 KB as 1024 bytes, `decimalBytes` as 1000. `at` is in ms since 1970. `anyOf` is joined with “or”.
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

/** A message, or the finished text that an earlier version stored. */
export type Message = MessageDescriptor | string;

type PlaceholdersOf<K extends MessageKey> = K extends keyof MessagePlaceholders ? MessagePlaceholders[K] : never;
type ValuesOf<K extends MessageKey> = [PlaceholdersOf<K>] extends [never]
  ? []
  : [values: { readonly [N in PlaceholdersOf<K>]: N extends 'count' ? number : Value }];

export function msg<K extends MessageKey>(key: K, ...[values]: ValuesOf<K>): MessageDescriptor {
  return values === undefined ? { key } : { key, values };
}

/** Wraps a message for zod’s `refine` and `addIssue`, whose own messages have no values. */
export const nestedMessage = (
  sentence: MessageDescriptor,
): { readonly params: { readonly sentence: MessageDescriptor } } => ({
  params: { sentence },
});

/** Checks a key that zod takes as message. */
export const messageKey = <K extends MessageKey>(key: K): K => key;

/** Omits null and empty messages. */
export function joinMessages(...messages: readonly (Message | null)[]): MessageDescriptor {
  return msg('paragraph', { messages: messages.filter((message) => message !== null && message !== '') as Message[] });
}

/** Returns key and values, because the log is not translated. */
export function toLogText(message: Message): string {
  if (typeof message === 'string') return message;
  return message.values === undefined ? message.key : `${message.key} ${JSON.stringify(message.values)}`;
}

export function isSameMessage(a: Message | null | undefined, b: Message | null | undefined): boolean {
  return a === b || (a != null && b != null && toLogText(a) === toLogText(b));
}

/** `sentence` is for people, `message` for the log. */
export class UserFacingError extends Error {
  override name = 'UserFacingError';
  readonly sentence: Message;
  constructor(sentence: Message, options?: ErrorOptions) {
    super(toLogText(sentence), options);
    this.sentence = sentence;
  }
}

/** Messages of other stations could nest without end. */
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
