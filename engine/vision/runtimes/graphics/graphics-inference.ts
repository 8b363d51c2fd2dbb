/** Decides for each request whether the processor or the graphics card runs the network. */
import type {
  GraphicsProvider,
  GraphicsStatus,
  GraphicsStop,
  GraphicsVerdict,
} from '../../../../contract/services/graphics.ts';
import { networkIds } from '../../../../contract/services/networks.ts';
import type { OnnxModel, TimedRun, Values } from '../onnx-sessions.ts';
import { CardLost, type GraphicsCard } from './graphics-card.ts';
import { areFinite, loadMs, runLimit, testNetwork, testPicture } from './self-test.ts';
import type { VerdictFile } from './verdict-file.ts';

/** Networks that take long enough to be worth the way to another process. */
const candidates: ReadonlySet<OnnxModel> = new Set<OnnxModel>(['modnet', 'u2net', ...networkIds]);

const providersBySystem: Partial<Record<NodeJS.Platform, readonly GraphicsProvider[]>> = {
  win32: ['dml', 'webgpu'],
  darwin: ['coreml', 'webgpu'],
  linux: ['cuda', 'webgpu'],
};

/** Execution providers for graphics cards, the best first. @param backends names that onnxruntime-node lists */
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
 * Runs networks on the card once they have passed their self-test, which follows the first request, and all others on the
 * processor. After a crash, a failure, a wrong output or a slow run it repeats the request on the processor and stays there.
 */
export function createGraphicsInference({ card, processor, verdicts, providers, onStatus }: GraphicsInferenceOptions) {
  const known = new Map<OnnxModel, GraphicsVerdict>();
  let stopped: GraphicsStop | null = null;
  let test: Promise<void> | undefined;

  const report = () => onStatus({ verdicts: [...known.values()], stopped });

  function verdictOf(model: OnnxModel): GraphicsVerdict | undefined {
    const verdict = known.get(model) ?? verdicts.find(model);
    if (verdict && !known.has(model)) {
      known.set(model, verdict);
      report();
    }
    return verdict;
  }

  function setVerdict(verdict: GraphicsVerdict): void {
    const model = verdict.network as OnnxModel;
    known.set(model, verdict);
    // A card or a driver may be installed before the next start.
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
    const limit = runLimit(card_ms ?? 0) + (card.loaded.includes(model) ? 0 : loadMs);
    try {
      const { outputs } = await card.run(model, provider!, input, count, limit);
      if (areFinite(outputs)) return outputs;
      setVerdict({ ...verdict, outcome: 'wrong' });
      stop(model, 'wrong');
    } catch (error) {
      const reason = error instanceof CardLost ? error.reason : 'failed';
      if (reason !== 'failed' && !stopped) setVerdict({ ...verdict, outcome: reason === 'slow' ? 'slower' : reason });
      stop(model, reason);
    }
    return null;
  }

  return {
    /** @throws Error when the model's file is missing or damaged */
    async infer(model: OnnxModel, input: Values, count?: number): Promise<Values[]> {
      const isCandidate = candidates.has(model) && stopped === null;
      const verdict = isCandidate ? verdictOf(model) : undefined;
      if (verdict?.outcome === 'faster' && !test) {
        const outputs = await runOnCard(verdict, model, input, count);
        if (outputs) return outputs;
      }
      const { outputs } = await processor(model, input, count);
      if (isCandidate && !verdict && !test) {
        // A test that fails is repeated after the next request.
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
