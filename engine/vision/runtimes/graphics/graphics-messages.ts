/** Messages between the thread of the networks, the engine's main thread and the graphics process. */
import type { GraphicsProvider } from '../../../../contract/services/graphics.ts';
import type { OnnxModel, Values } from '../onnx-sessions.ts';

/** A request to the graphics process, which takes one at a time. */
export type ToGraphics =
  | {
      readonly kind: 'run';
      readonly model: OnnxModel;
      readonly provider: GraphicsProvider;
      readonly input: Values;
      readonly count?: number | undefined;
      /** The process is ended if it has not answered after this time. */
      readonly limitMs: number;
    }
  | { readonly kind: 'release'; readonly model: OnnxModel };

export type FromGraphics =
  /** `ms`: the run alone, without transfers. */
  | { readonly kind: 'done'; readonly outputs: Values[]; readonly ms: number }
  | { readonly kind: 'failed'; readonly message: string }
  /** The models in the memory of the process; sent after every change. */
  | { readonly kind: 'models'; readonly loaded: readonly OnnxModel[] };

/** The process has ended, or was ended because it was slow; the next request starts another one. */
export type GraphicsLost = { readonly kind: 'lost'; readonly reason: 'crashed' | 'slow' };
