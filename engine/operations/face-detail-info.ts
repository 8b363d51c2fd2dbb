/** A face in layout A of advanced face analysis. */

import type { Coded } from '../vision/analysis/appearance/coded-value.ts';
import type { FaceReport } from '../vision/analysis/face-report.ts';
import { meanOpenness } from '../vision/analysis/features/eye-openness.ts';
import { type Limit, likelihood } from '../vision/calibration/finding.ts';
import { type Emotion, emotions } from '../vision/face/expression.ts';

/** Height by width of an open mouth. */
const mouthOpen: Limit = { threshold: 0.12, scale: 0.05 };

/**
 * Returns a face in layout A of section “Advanced face analysis result”, which leaves the meaning of `type` open. Here
 * it is that of layout B (gender, mask, glasses, hat), 0 or 1 (eye_open, mouth_open, moustache, bang), that of
 * skin-analysis (eyelid_type), the index in `emotions` (emotion), or that of `engine/vision/analysis/appearance`.
 */
export function toDetailInfo(report: FaceReport) {
  const { box, worn, gender, pose, appearance } = report;
  return {
    face_rect: {
      x: Math.round(box.left),
      y: Math.round(box.top),
      width: Math.round(box.width),
      height: Math.round(box.height),
    },
    face_detail_attributes_info: {
      age: Math.round(report.age),
      beauty: hundredths(report.appeal.score),
      smile: hundredths(report.smile.chance * 100),
      emotion: emotionOf(report.expression),
      gender: { type: gender.type === 'male' ? 1 : 0, probability: thousandths(gender.probability) },
      mask: coded(worn.mask),
      moustache: coded(appearance.moustache),
      nose: coded(appearance.nose),
      shape: coded(appearance.shape),
      skin: coded(appearance.skin),
      eye: {
        glass: coded(worn.glasses),
        eye_open: isOpen(meanOpenness(report.eyes)),
        eyelid_type: { type: report.eyelid.value, probability: report.eyelid.confidence },
        eye_size: coded(appearance.eyeSize),
      },
      eyebrow: {
        eyebrow_density: coded(appearance.brows.density),
        eyebrow_curve: coded(appearance.brows.curve),
        eyebrow_length: coded(appearance.brows.length),
      },
      hair: {
        length: coded(appearance.hair.length),
        bang: coded(appearance.hair.bang),
        color: coded(appearance.hair.color),
      },
      hat: { style: coded(worn.hat), color: coded(appearance.hatColor) },
      mouth: { mouth_open: isOpen(likelihood(report.mouthOpening, mouthOpen)) },
      head_pose: { pitch: hundredths(pose.pitch), yaw: hundredths(pose.yaw), roll: hundredths(pose.roll) },
    },
  };
}

function emotionOf(expression: Record<Emotion, number>): Coded {
  const [likeliest] = emotions.toSorted((a, b) => expression[b] - expression[a]);
  return { type: emotions.indexOf(likeliest!), probability: thousandths(expression[likeliest!]) };
}

function isOpen(open: number): Coded {
  return { type: open > 0.5 ? 1 : 0, probability: thousandths(Math.max(open, 1 - open)) };
}

function coded({ type, probability }: Coded): Coded {
  return { type, probability: thousandths(probability) };
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
