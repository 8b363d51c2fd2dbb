// skin-analysis: what can be seen on the skin of the largest face, each finding with how sure it is.

import { EngineError } from '../errors.ts';
import { findEyelids } from '../vision/analysis/eyelids.ts';
import { findMarks } from '../vision/analysis/marks.ts';
import { findPores } from '../vision/analysis/pores.ts';
import { faceChart } from '../vision/analysis/skin-chart.ts';
import { findSkinType } from '../vision/analysis/skin-type.ts';
import { findUnderEyes } from '../vision/analysis/under-eyes.ts';
import { findWrinkles } from '../vision/analysis/wrinkles.ts';
import type { Pose } from '../vision/face/human.ts';
import { visibleBox } from '../vision/face/visible-box.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { photoWithFaces } from './faces.ts';

/** Section "Limits": the face box side below which the findings mean nothing, px. */
const MIN_SIDE = 160;
/** Section "Skin analysis result": degrees beyond which the warning is given. */
const MOST_TURNED = 45;

/**
 * Answers `warning`, `face_rectangle` and `result` of the interface's section "Skin analysis result", about the largest face.
 * In names, left and right are the person's own.
 * @throws EngineError ERROR_NO_FACE_IN_FILE; ERROR_SMALL_FACE_SIZE under 160 px
 */
export async function skinAnalysis({ images, signal }: EngineCall): Promise<EngineOutput> {
  const {
    photo,
    faces: [face],
  } = await photoWithFaces(images.image!, signal, 1);
  const side = Math.min(face.box.width, face.box.height);
  if (side < MIN_SIDE) {
    throw new EngineError(
      'ERROR_SMALL_FACE_SIZE',
      `The face is ${Math.floor(side)} px large, too small to judge its skin. Choose a picture where it has ${MIN_SIDE} px or more.`,
    );
  }
  const { left, top, width, height } = visibleBox(face.box, photo);
  const chart = await faceChart(photo, face);
  signal.throwIfAborted();
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
      result: {
        ...findEyelids(chart),
        ...findUnderEyes(chart),
        ...findWrinkles(chart),
        ...findPores(chart),
        ...findMarks(chart),
        skin_type: findSkinType(chart),
      },
    },
  };
}

function isTurnedAway({ yaw, pitch, roll }: Pose): boolean {
  return [yaw, pitch, roll].some((angle) => Math.abs(angle) > MOST_TURNED);
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
