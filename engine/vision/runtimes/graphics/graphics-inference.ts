/** Choice between the processor and the graphics card for each request. */
import type {
  GraphicsProvider,
  GraphicsStatus,
  GraphicsStop,
  GraphicsVerdict,
} from '../../../../contract/services/graphics.ts';
import { networkIds } from '../../../../contract/services/networks.ts';
import type { OnnxModel, TimedRun, Values } from '../onnx-sessions.ts';
import { type GraphicsCard, GraphicsProcessError } from './graphics-card.ts';
import { areFinite, loadTimeoutMs, runTimeoutMs, testNetwork, testPicture } from './self-test.ts';
import type { VerdictFile } from './verdict-file.ts';

/** Networks slow enough to justify a transfer to another process. */
const candidates: ReadonlySet<OnnxModel> = new Set<OnnxModel>(['modnet', 'u2net', ...networkIds]);

const providersBySystem: Partial<Record<NodeJS.Platform, readonly GraphicsProvider[]>> = {
  win32: ['dml', 'webgpu'],
  darwin: ['coreml', 'webgpu'],
  linux: ['cuda', 'webgpu'],
};

/** Returns providers, best first. @param backends of onnxruntime-node */
export function providersFor(platform: NodeJS.Platform, backends: readonly string[]): GraphicsProvider[] {
  return (providersBySystem[platform] ?? []).filter((provider) => backends.includes(provider));
}

type Run = (model: OnnxModel, input: Values, count?: number) => Promise<TimedRun>;

export interface GraphicsInferenceOptions {
  readonly card: GraphicsCard;
  readonly processor: Run;
  readonly verdicts: VerdictFile;
  readonly providers: readonly GraphicsProvider[];
  readonly onStatus: (status: GraphicsStatus) => void;
}

/**
 * Runs a network on the card once it has passed its self-test, which follows the first request. After a crash, a failure,
 * a wrong output or a slow run, the processor repeats the request and runs all later ones.
 */
export function createGraphicsInference({ card, processor, verdicts, providers, onStatus }: GraphicsInferenceOptions) {
  const verdictsByModel = new Map<OnnxModel, GraphicsVerdict>();
  let stopped: GraphicsStop | null = null;
  let test: Promise<void> | undefined;

  const report = () => onStatus({ verdicts: [...verdictsByModel.values()], stopped });

  function verdictOf(model: OnnxModel): GraphicsVerdict | undefined {
    const verdict = verdictsByModel.get(model) ?? verdicts.find(model);
    if (verdict && !verdictsByModel.has(model)) {
      verdictsByModel.set(model, verdict);
      report();
    }
    return verdict;
  }

  function setVerdict(verdict: GraphicsVerdict): void {
    const model = verdict.network as OnnxModel;
    verdictsByModel.set(model, verdict);
    // A card or driver may be installed before the next start.
    if (verdict.outcome !== 'unsupported') verdicts.save(model, verdict);
    report();
  }

  function stop(model: OnnxModel, reason: GraphicsStop['reason']): void {
    if (stopped) return;
    stopped = { network: model, reason };
    report();
    card.close();
  }

  async function runTest(model: OnnxModel, dims: readonly number[], count?: number): Promise<void> {
    const verdict = await testNetwork(model, await testPicture(dims), count, processor, card, providers);
    setVerdict(verdict);
    if (verdict.outcome === 'crashed') stop(model, 'crashed');
  }

  async function runOnCard(verdict: GraphicsVerdict, model: OnnxModel, input: Values, count?: number) {
    const { provider, card_ms } = verdict;
    const timeoutMs = runTimeoutMs(card_ms ?? 0) + (card.loaded.includes(model) ? 0 : loadTimeoutMs);
    try {
      const { outputs } = await card.run(model, provider!, input, count, timeoutMs);
      if (areFinite(outputs)) return outputs;
      setVerdict({ ...verdict, outcome: 'wrong' });
      stop(model, 'wrong');
    } catch (error) {
      const reason = error instanceof GraphicsProcessError ? error.reason : 'failed';
      if (reason !== 'failed' && !stopped) setVerdict({ ...verdict, outcome: reason === 'slow' ? 'slower' : reason });
      stop(model, reason);
    }
    return null;
  }

  return {
    async infer(model: OnnxModel, input: Values, count?: number): Promise<Values[]> {
      const isCandidate = candidates.has(model) && stopped === null;
      const verdict = isCandidate ? verdictOf(model) : undefined;
      if (verdict?.outcome === 'faster' && !test) {
        const outputs = await runOnCard(verdict, model, input, count);
        if (outputs) return outputs;
      }
      const { outputs } = await processor(model, input, count);
      if (isCandidate && !verdict && !test) {
        // A failed test is repeated after the next request.
        test = runTest(model, input.dims, count)
          .catch(() => {})
          .finally(() => {
            test = undefined;
          });
      }
      return outputs;
    },
  };
}
