/** The only source of facts about operations. */
import * as analysis from './analysis.ts';
import * as cutout from './cutout.ts';
import * as effects from './effects.ts';
import type { OperationId, OperationSpec } from './operation-spec.ts';

export const operations: { readonly [Id in OperationId]: OperationSpec & { readonly id: Id } } = {
  'ai-face-rating': analysis.aiFaceRating,
  'face-key-points': analysis.faceKeyPoints,
  'skin-analysis': analysis.skinAnalysis,
  'face-analyzer-advanced': analysis.faceAnalyzerAdvanced,
  'face-beauty-pro': effects.faceBeautyPro,
  'smart-beauty': effects.smartBeauty,
  'smart-skin-advanced': effects.smartSkinAdvanced,
  'ai-lip-bite-expressions': effects.aiLipBiteExpressions,
  'smart-face-slimming': effects.smartFaceSlimming,
  'ai-red-lip-gloss': effects.aiRedLipGloss,
  'ai-eyebrows': effects.aiEyebrows,
  'apparel-background-removal': cutout.apparelBackgroundRemoval,
  'universal-background-removal': cutout.universalBackgroundRemoval,
  'commodity-background-removal': cutout.commodityBackgroundRemoval,
  'portrait-background-removal': cutout.portraitBackgroundRemoval,
  'avatar-extraction': cutout.avatarExtraction,
  'hairstyle-extraction': cutout.hairstyleExtraction,
};

export const operationList: readonly OperationSpec[] = Object.values(operations);
