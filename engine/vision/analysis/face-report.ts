/** All attributes of one face, for face-analyzer-advanced and ai-face-rating. */
import type { Finding } from '../calibration/finding.ts';
import { visibleBox } from '../face/box.ts';
import { type Expression, readExpression } from '../face/expression.ts';
import {
  type Attributes,
  type Box,
  describeFace,
  type Face,
  type Mesh,
  type Pixels,
  type Pose,
} from '../face/find-faces.ts';
import { irises } from '../face/topology.ts';
import { oneHundredFivePoints } from '../landmarks/landmark105.ts';
import { classifyHairColor, classifyHatColor, classifySkinColor } from './appearance/appearance-colors.ts';
import type { Coded } from './appearance/coded-value.ts';
import { classifyHairLength, detectFringe, detectMoustache } from './appearance/hair.ts';
import { classifyBrows, classifyEyeSize, classifyFaceShape, classifyNoseWidth } from './appearance/proportions.ts';
import { createFaceChart, type FaceChart } from './chart/skin-chart.ts';
import { type Appeal, measureAppeal } from './features/appeal.ts';
import { type Eyes, meanOpenness, measureEyes } from './features/eye-openness.ts';
import { detectHeadwear, type Headwear } from './features/headwear.ts';
import { measureSmile, mouthOpening, type Smile } from './features/mesh-measures.ts';
import { judgeQuality, type Quality } from './features/quality.ts';
import { findEyelids } from './findings/eyelids.ts';

/** In px of the photograph; left and right as the viewer sees them. */
export type FaceReport = Attributes & {
  box: Box;
  /** That it is a face, 0..1. */
  probability: number;
  pose: Pose;
  /** Left first. `radius` of the iris. */
  pupils: { x: number; y: number; radius: number }[];
  landmarks: { x: number; y: number }[];
  expression: Expression;
  smile: Smile;
  eyes: Eyes;
  /** Height by width of the gap between the lips. */
  mouthOpening: number;
  /** The one with the higher confidence. */
  eyelid: Finding;
  worn: Headwear;
  appearance: Appearance;
  appeal: Appeal;
  quality: Quality;
};

/** Section “Advanced face analysis result”, layout A. Codes: docs/engine/face-analyzer-advanced.md. */
type Appearance = {
  moustache: Coded;
  nose: Coded;
  shape: Coded;
  skin: Coded;
  eyeSize: Coded;
  brows: { density: Coded; curve: Coded; length: Coded };
  hair: { length: Coded; bang: Coded; color: Coded };
  hatColor: Coded;
};

/** Limits of the interface. */
const maxAngleDegrees = 90;
const maxAgeYears = 100;

export async function reportFace(photo: Pixels, face: Face): Promise<FaceReport> {
  const { mesh, pose, score } = face;
  const chart = await createFaceChart(photo, face);
  const attributes = await describeFace(photo, face);
  const expression = await readExpression(photo, mesh);
  const worn = detectHeadwear(chart);
  const eyes = measureEyes(chart);
  const { left_eyelids: leftEyelid, right_eyelids: rightEyelid } = findEyelids(chart);
  return {
    ...attributes,
    age: Math.min(maxAgeYears, attributes.age),
    box: visibleBox(face.box, photo),
    probability: score,
    pose: { yaw: clampAngle(pose.yaw), pitch: clampAngle(pose.pitch), roll: pose.roll },
    pupils: [irises.left, irises.right].map((iris) => measureIris(mesh, iris)),
    landmarks: oneHundredFivePoints(mesh),
    expression,
    smile: measureSmile(mesh, expression),
    eyes,
    mouthOpening: mouthOpening(mesh),
    eyelid: rightEyelid.confidence > leftEyelid.confidence ? rightEyelid : leftEyelid,
    worn,
    appearance: describeAppearance(chart, worn, eyes, heightsBelowChin(photo, mesh)),
    appeal: measureAppeal(chart, mesh),
    quality: judgeQuality(photo, face, chart, worn),
  };
}

/** @param shown face heights below the chin */
function describeAppearance(chart: FaceChart, { hat, covered }: Headwear, eyes: Eyes, shown: number): Appearance {
  return {
    moustache: detectMoustache(chart, covered.lower),
    nose: classifyNoseWidth(chart),
    shape: classifyFaceShape(chart),
    skin: classifySkinColor(chart),
    eyeSize: classifyEyeSize(chart, meanOpenness(eyes)),
    brows: classifyBrows(chart),
    hair: { length: classifyHairLength(chart, shown), bang: detectFringe(chart), color: classifyHairColor(chart) },
    hatColor: classifyHatColor(chart, hat.type === 1 ? hat.probability : 1 - hat.probability),
  };
}

function measureIris(mesh: Mesh, [center, ...rim]: readonly number[]): { x: number; y: number; radius: number } {
  const { x, y } = mesh[center!]!;
  const radii = rim.map((index) => Math.hypot(mesh[index]!.x - x, mesh[index]!.y - y));
  return { x, y, radius: radii.reduce((sum, radius) => sum + radius, 0) / radii.length };
}

function heightsBelowChin(photo: Pixels, mesh: Mesh): number {
  const [top, chin] = [mesh[10]!, mesh[152]!];
  return (photo.height - chin.y) / Math.max(1, Math.hypot(chin.x - top.x, chin.y - top.y));
}

function clampAngle(angle: number): number {
  return Math.min(maxAngleDegrees, Math.max(-maxAngleDegrees, angle));
}
