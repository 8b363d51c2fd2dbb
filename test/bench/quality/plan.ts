/** Measurements and parameters of each operation. */
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { measureErasedBrows } from './faces/erased-brows.ts';
import { measureEyebrows } from './faces/eyebrows.ts';
import { measureLandmarks } from './faces/landmarks.ts';
import { measureLips } from './faces/lips.ts';
import { measureNewEdges } from './faces/new-edges.ts';
import { measureSlimming } from './faces/slimming.ts';
import { measureStability } from './measures/analyses.ts';
import { measureCoverage } from './measures/coverage.ts';
import { measureCutouts } from './measures/cutouts.ts';
import { measureChoices, measureFilters } from './measures/distinct.ts';
import { measureEffects, skinSwitches } from './measures/effects.ts';
import { measureElements, measureGarments } from './measures/pieces.ts';
import { measureStickers } from './measures/stickers.ts';
import type { View } from './people.ts';
import type { Measurement } from './report.ts';
import type { Texts } from './run.ts';

export interface Plan {
  readonly view: View;
  readonly shown: Texts;
  readonly measurements: readonly Measurement[];
}

const everybody =
  (texts: Texts = {}, maxFaces?: number): Measurement =>
  (spec, bench) =>
    measureCoverage(spec, texts, bench, maxFaces);

const choices =
  (view: View, ...names: string[]): Measurement =>
  (spec, bench) =>
    measureChoices(spec, names, view, bench);

export const plans: Readonly<Record<OperationId, Plan>> = {
  'ai-face-rating': { view: 'head', shown: {}, measurements: [choices('head', 'output_language')] },
  'face-key-points': {
    view: 'whole',
    shown: { max_face_num: '10', face_field: 'age,gender,landmark201' },
    measurements: [measureLandmarks, everybody({ max_face_num: '10' })],
  },
  'skin-analysis': { view: 'head', shown: {}, measurements: [measureStability] },
  'face-analyzer-advanced': {
    view: 'whole',
    shown: {},
    measurements: [measureLandmarks, measureStability, everybody()],
  },
  'face-beauty-pro': {
    view: 'whole',
    shown: {},
    measurements: [measureEffects, measureNewEdges, measureErasedBrows, measureFilters, everybody()],
  },
  'smart-beauty': {
    view: 'whole',
    shown: { multi_face: '1' },
    measurements: [measureEffects, measureNewEdges, everybody({ multi_face: '1' })],
  },
  'smart-skin-advanced': {
    view: 'whole',
    shown: { smart_skin: '1' },
    measurements: [measureEffects, measureNewEdges, choices('head', ...skinSwitches), everybody({ smart_skin: '1' })],
  },
  'ai-lip-bite-expressions': {
    view: 'head',
    shown: { grid_count: '4', aspect_ratio: '1:1' },
    measurements: [measureStickers],
  },
  'smart-face-slimming': {
    view: 'whole',
    shown: {},
    measurements: [measureEffects, measureSlimming, everybody({}, 3)],
  },
  'ai-red-lip-gloss': { view: 'whole', shown: {}, measurements: [measureLips, everybody()] },
  'ai-eyebrows': { view: 'head', shown: {}, measurements: [measureEyebrows] },
  'apparel-background-removal': { view: 'whole', shown: {}, measurements: [measureGarments] },
  'universal-background-removal': { view: 'whole', shown: {}, measurements: [measureCutouts] },
  'commodity-background-removal': { view: 'whole', shown: {}, measurements: [measureCutouts] },
  'portrait-background-removal': { view: 'whole', shown: {}, measurements: [measureCutouts] },
  'avatar-extraction': { view: 'whole', shown: {}, measurements: [measureElements, everybody()] },
  'hairstyle-extraction': { view: 'whole', shown: {}, measurements: [measureElements, everybody()] },
};
