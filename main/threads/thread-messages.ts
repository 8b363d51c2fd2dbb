/** What a thread is asked, and answers. */

/** That an earlier question need not be answered any more. */
export interface CancelRequest {
  readonly cancel: number;
}

export interface Question {
  readonly id: number;
  /** Null: that it come to an end. */
  readonly name: string | null;
  readonly args: unknown;
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: SentError };

export interface SentError {
  readonly code: string;
  readonly message: string;
  /** What it says to people, where it does. */
  readonly sentence: unknown;
}

/** Asks a question of `Answers` by its name. */
export type ThreadRequest<Answers> = <N extends keyof Answers>(
  name: N,
  args: ArgumentOf<Answers[N]>,
  signal?: AbortSignal,
) => Promise<AnswerOf<Answers[N]>>;
export type ArgumentOf<F> = F extends (args: infer A, signal: AbortSignal) => unknown ? A : never;
export type AnswerOf<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never;
