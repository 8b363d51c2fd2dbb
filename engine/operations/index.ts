/**
 * The 17 operations, each in a file named like its section of the interface; shared steps are in `faces.ts` and
 * `*-output.ts`. All throw EngineError for a damaged file, and those about faces `ERROR_NO_FACE_IN_FILE` without one.
 */
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import type { EngineCall, EngineOutput, Implementation } from './call.ts';

export type { EngineCall, EngineFile, EngineOutput } from './call.ts';

/** Loaded at the first call, with the runtimes of their models. */
const implementations: Record<OperationId, () => Promise<Implementation>> = {
  'ai-lip-bite-expressions': async () => (await import('./ai-lip-bite-expressions.ts')).aiLipBiteExpressions,
  'ai-face-rating': async () => (await import('./ai-face-rating.ts')).aiFaceRating,
  'face-beauty-pro': async () => (await import('./face-beauty-pro.ts')).faceBeautyPro,
  'smart-beauty': async () => (await import('./smart-beauty.ts')).smartBeauty,
  'smart-face-slimming': async () => (await import('./smart-face-slimming.ts')).smartFaceSlimming,
  'skin-analysis': async () => (await import('./skin-analysis.ts')).skinAnalysis,
  'face-analyzer-advanced': async () => (await import('./face-analyzer-advanced.ts')).faceAnalyzerAdvanced,
  'apparel-background-removal': async () => (await import('./apparel-background-removal.ts')).apparelBackgroundRemoval,
  'avatar-extraction': async () => (await import('./avatar-extraction.ts')).avatarExtraction,
  'hairstyle-extraction': async () => (await import('./hairstyle-extraction.ts')).hairstyleExtraction,
  'ai-red-lip-gloss': async () => (await import('./ai-red-lip-gloss.ts')).aiRedLipGloss,
  'ai-eyebrows': async () => (await import('./ai-eyebrows.ts')).aiEyebrows,
  'face-key-points': async () => (await import('./face-key-points.ts')).faceKeyPoints,
  'smart-skin-advanced': async () => (await import('./smart-skin-advanced.ts')).smartSkinAdvanced,
  'universal-background-removal': async () =>
    (await import('./universal-background-removal.ts')).universalBackgroundRemoval,
  'commodity-background-removal': async () =>
    (await import('./commodity-background-removal.ts')).commodityBackgroundRemoval,
  'portrait-background-removal': async () =>
    (await import('./portrait-background-removal.ts')).portraitBackgroundRemoval,
};

export async function runOperation(call: EngineCall): Promise<EngineOutput> {
  const implementation = await implementations[call.operation]();
  call.signal.throwIfAborted();
  return implementation(call);
}
