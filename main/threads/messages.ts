/** What a thread is asked, and answers. */

export interface Question {
  readonly id: number;
  /** Null: that it come to an end. */
  readonly name: string | null;
  readonly args: unknown;
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: { readonly code: string; readonly message: string } };

/** Asks a question of `Answers` by its name. */
export type Ask<Answers> = <N extends keyof Answers>(
  name: N,
  args: ArgumentOf<Answers[N]>,
) => Promise<AnswerOf<Answers[N]>>;
type ArgumentOf<F> = F extends (args: infer A) => unknown ? A : never;
type AnswerOf<F> = F extends (...args: never[]) => infer R ? Awaited<R> : never;
