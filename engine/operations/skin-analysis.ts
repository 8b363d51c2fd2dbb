/** skin-analysis: what can be seen on the skin of the largest face, each finding with how sure it is. */
import { skinAnalysis as skinAnalysisSpec } from '../../contract/operations/analysis.ts';
import { findEyelids } from '../vision/analysis/eyelids.ts';
import { findPores } from '../vision/analysis/pores.ts';
import { faceChart } from '../vision/analysis/skin-chart.ts';
import { findMarks } from '../vision/analysis/skin-marks.ts';
import { findSkinType } from '../vision/analysis/skin-type.ts';
import { findUnderEyes } from '../vision/analysis/under-eyes.ts';
import { findWrinkles } from '../vision/analysis/wrinkles.ts';
import type { Pose } from '../vision/face/find-faces.ts';
import { visibleBox } from '../vision/face/visible-box.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { isLargeEnough, photoWithFaces } from './faces.ts';

/** Of `faces`, the side below which the findings mean little, and the turn beyond which the warning is given. */
const { faces: rule } = skinAnalysisSpec;
/** Of what is found on a face that small no more is ever sure, and less the smaller it is. */
const maxSmallFaceConfidence = 0.4;

/**
 * Answers `warning`, `face_rectangle` and `result` of the interface's section "Skin analysis result", about the largest face.
 * In names, left and right are the person's own.
 * A face under the side of the operation table is measured too, with low confidences.
 * @throws EngineError ERROR_NO_FACE_IN_FILE
 */
export async function skinAnalysis({ images, signal }: EngineCall): Promise<EngineOutput> {
  const {
    photo,
    faces: [face],
  } = await photoWithFaces(images.image!, signal, 1);
  const isSmall = !isLargeEnough(face, rule);
  const { left, top, width, height } = visibleBox(face.box, photo);
  const chart = await faceChart(photo, face);
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
      result: isSmall ? lessSure(findings, maxSmallFaceConfidence * share) : findings,
    },
    hasSmallFace: isSmall,
  };
}

/** The same with every confidence, at whatever depth, times `factor`. */
function lessSure<T>(findings: T, factor: number): T {
  const text = JSON.stringify(findings, (key, value) => (key === 'confidence' ? hundredths(value * factor) : value));
  return JSON.parse(text) as T;
}

function isTurnedAway({ yaw, pitch, roll }: Pose): boolean {
  return [yaw, pitch, roll].some((angle) => Math.abs(angle) > rule.advice.turn);
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
