/** Messages between a thread and its owner. */

export interface CancelRequest {
  /** Id of the question. */
  readonly cancel: number;
}

export interface Question {
  readonly id: number;
  /** Null ends the thread. */
  readonly name: string | null;
  readonly args: unknown;
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: SentError };

export interface SentError {
  readonly code: string;
  readonly message: string;
  /** A `Message` for users, if the error has one. */
  readonly sentence: unknown;
}

export type ThreadRequest<Answers> = <N extends keyof Answers>(
  name: N,
  args: ArgumentOf<Answers[N]>,
  signal?: AbortSignal,
) => Promise<AnswerOf<Answers[N]>>;
export type ArgumentOf<F> = F extends (args: infer A, signal: AbortSignal) => unknown ? A : never;
export type AnswerOf<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never;
