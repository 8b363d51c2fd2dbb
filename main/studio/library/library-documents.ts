/** Documents of the library: their interface, JSON and names. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { LibraryKind } from '../../../contract/studio/library.ts';
import { isWithinJsonBounds } from '../../../contract/validation/json-bounds.ts';
import { controlCharacters } from '../../../contract/validation/unsafe-characters.ts';

export interface LibraryDocument {
  readonly id: string;
}

export interface LibraryTable<T extends LibraryDocument = LibraryDocument> {
  readonly kind: LibraryKind;
  list(): T[];
  find(id: string): T | null;
  save(document: T): void;
  remove(id: string): void;
  /** @throws UserFacingError if other stations could not use the document */
  toShared(document: T): Promise<unknown>;
  /** Validates an untrusted document. @throws UserFacingError if it is invalid or unusable here */
  toLocal(shared: unknown, id: string, before: T | null): Promise<T>;
  /** The name that people see; null if documents of this kind have none, and so cannot be copied. */
  nameOf(document: T): string | null;
  withName(document: T, id: string, name: string): T;
  /** The service that a price belongs to, and the changed price; null for other kinds. */
  priceOf(id: string): { readonly profileId: string; readonly title: Message } | null;
  /** Whether a document that is not listed was removed by the user. */
  isRemoved(id: string): boolean;
  /** Whether a removal by another station would break something here. */
  isInUse(id: string): boolean;
  /** Whether the user has to approve a change by another station; null: removed. */
  needsApproval(id: string, document: T | null): boolean;
  approvalMessage(document: T): Message;
  /** Whether a document is as a new installation has it. */
  isUnmodified(document: T): boolean;
  /** Points local documents that use one id to another one. */
  moveUses(from: string, to: string): void;
}

/** The largest document, an export preset, has fewer than a thousand values. */
const bounds = { maxDepth: 64, maxValues: 5000 } as const;
const maxNameLength = 80;

export const keyOf = ({ kind, id }: { readonly kind: string; readonly id: string }) => `${kind} ${id}`;

/** Whether a document equals its JSON; null: missing. */
export function isSame(document: LibraryDocument | null, text: string | null): boolean {
  if (document === null || text === null) return document === null && text === null;
  return isDeepStrictEqual(jsonIn(JSON.stringify(document)), jsonIn(text));
}

function jsonIn(text: string): unknown {
  if (!isWithinJsonBounds(text, bounds)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @throws UserFacingError */
export function parseDocument(text: string): unknown {
  const document = jsonIn(text);
  if (document === null) throw new UserFacingError(msg('studio.library.invalid'));
  return document;
}

/** @throws an error that is not meant for the user */
export function problemOf(error: unknown): Message {
  if (error instanceof UserFacingError) return error.sentence;
  throw error;
}

const namedSchema = z.union([
  z.object({ recipe: z.object({ name: z.string() }) }),
  z.object({ name: z.string() }).transform((recipe) => ({ recipe })),
]);

/** Returns the name in an untrusted document. */
export function nameIn(text: string): string {
  const name = namedSchema.safeParse(jsonIn(text)).data?.recipe.name ?? '';
  return name.replace(controlCharacters, ' ').slice(0, maxNameLength);
}

export function uniqueName(table: LibraryTable, name: string, stationName: string): string {
  const taken = new Set(table.list().map((document) => table.nameOf(document)));
  for (let number = 1; ; number += 1) {
    const suffix = ` (${stationName.slice(0, 40)}${number === 1 ? '' : ` ${number}`})`;
    const unique = `${name.slice(0, maxNameLength - suffix.length)}${suffix}`;
    if (!taken.has(unique)) return unique;
  }
}

/** Returns a document that has its name alone. */
export function withUniqueName(table: LibraryTable, document: LibraryDocument, stationName: string): LibraryDocument {
  const name = table.nameOf(document);
  const isTaken = table.list().some((each) => each.id !== document.id && table.nameOf(each) === name);
  if (name === null || !isTaken) return document;
  return table.withName(document, document.id, uniqueName(table, name, stationName));
}
