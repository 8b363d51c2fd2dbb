/** Findings about the skin of the largest face, each with a confidence. */
import { skinAnalysis as skinAnalysisSpec } from '../../contract/operations/analysis.ts';
import { createFaceChart } from '../vision/analysis/chart/skin-chart.ts';
import { findEyelids } from '../vision/analysis/findings/eyelids.ts';
import { findPores } from '../vision/analysis/findings/pores.ts';
import { findMarks } from '../vision/analysis/findings/skin-marks.ts';
import { findSkinType } from '../vision/analysis/findings/skin-type.ts';
import { findUnderEyes } from '../vision/analysis/findings/under-eyes.ts';
import { findWrinkles } from '../vision/analysis/findings/wrinkles.ts';
import { visibleBox } from '../vision/face/box.ts';
import type { Pose } from '../vision/face/find-faces.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { isLargeEnough, photoWithFaces } from './faces.ts';

const { faces: rule } = skinAnalysisSpec;
/** Falls further with the size of the face. */
const maxSmallFaceConfidence = 0.4;

/**
 * Returns section “Skin analysis result”; left and right are the person's. A small face has findings too, with low
 * confidences.
 */
export async function skinAnalysis({ images, signal }: EngineCall): Promise<EngineOutput> {
  const {
    photo,
    faces: [face],
  } = await photoWithFaces(images.image!, signal, 1);
  const isSmall = !isLargeEnough(face, rule);
  const { left, top, width, height } = visibleBox(face.box, photo);
  const chart = await createFaceChart(photo, face);
  signal.throwIfAborted();
  const findings = {
    ...findEyelids(chart),
    ...findUnderEyes(chart),
    ...findWrinkles(chart),
    ...findPores(chart),
    ...findMarks(chart),
    skin_type: findSkinType(chart),
  };
  const share = Math.min(face.box.width, face.box.height) / rule.side.px;
  return {
    kind: 'analysis',
    body: {
      warning: isTurnedAway(face.pose) ? ['imporper_headpose'] : [],
      face_rectangle: {
        top: hundredths(top),
        left: hundredths(left),
        width: hundredths(width),
        height: hundredths(height),
      },
      result: isSmall ? scaleConfidences(findings, maxSmallFaceConfidence * share) : findings,
    },
    hasSmallFace: isSmall,
  };
}

/** Multiplies all confidences, at any depth. */
function scaleConfidences<T>(findings: T, factor: number): T {
  const text = JSON.stringify(findings, (key, value) => (key === 'confidence' ? hundredths(value * factor) : value));
  return JSON.parse(text) as T;
}

function isTurnedAway({ yaw, pitch, roll }: Pose): boolean {
  return [yaw, pitch, roll].some((angle) => Math.abs(angle) > rule.advice.turn);
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
