/** What the thread that reads for lists is asked, and answers. */
import type { DeskQueries } from '../../store/desk/desk-queries.ts';

export interface Question {
  readonly id: number;
  readonly name: keyof DeskQueries;
  readonly args: unknown;
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: { readonly code: string; readonly message: string } };
