/** Messages of the graphics process. The main thread of the engine relays them. */
import type { GraphicsProvider } from '../../../../contract/services/graphics.ts';
import type { OnnxModel, Values } from '../onnx-sessions.ts';

/** A request, one at a time. */
export type ToGraphics =
  | {
      readonly kind: 'run';
      readonly model: OnnxModel;
      readonly provider: GraphicsProvider;
      readonly input: Values;
      readonly count?: number | undefined;
      /** Then the process is ended. */
      readonly timeoutMs: number;
    }
  | { readonly kind: 'release'; readonly model: OnnxModel };

export type FromGraphics =
  /** `ms` excludes transfers. */
  | { readonly kind: 'done'; readonly outputs: Values[]; readonly ms: number }
  | { readonly kind: 'failed'; readonly message: string }
  /** The models in memory, sent after every change. */
  | { readonly kind: 'models'; readonly loaded: readonly OnnxModel[] };

/** The process has ended. The next request starts another one. */
export type GraphicsLost = { readonly kind: 'lost'; readonly reason: 'crashed' | 'slow' };
