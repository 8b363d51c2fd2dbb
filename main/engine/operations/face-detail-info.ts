/** One face in layout A of advanced face analysis: the fields whose meaning can be known, with the codes of layout B. */
import { openness } from '../vision/analysis/eye-openness.ts';
import type { FaceReport } from '../vision/analysis/face-report.ts';
import { type Limit, likelihood } from '../vision/analysis/verdict.ts';
import { type Emotion, emotions } from '../vision/face/expression.ts';

type Coded = { type: number; probability: number };

/** Height by width above which a mouth is open, and how far from there that is clear. */
const mouthOpen: Limit = { threshold: 0.12, scale: 0.05 };

/**
 * Section "Advanced face analysis result", layout A. The interface gives its `type` codes no meaning; here they are those of
 * layout B (gender, mask, glasses, hat), 0 no and 1 yes (eye_open, mouth_open), those of skin-analysis (eyelid_type), and the
 * places of angry, disgusted, afraid, happy, sad, surprised, neutral (emotion). What cannot be told from the face is left out.
 */
export function detailInfo(report: FaceReport) {
  const { box, worn, gender, pose } = report;
  return {
    face_rect: { x: whole(box.left), y: whole(box.top), width: whole(box.width), height: whole(box.height) },
    face_detail_attributes_info: {
      age: Math.round(report.age),
      beauty: hundredths(report.appeal.score),
      smile: hundredths(report.smile.chance * 100),
      emotion: emotionOf(report.expression),
      gender: { type: gender.type === 'male' ? 1 : 0, probability: thousandths(gender.probability) },
      mask: coded(worn.mask),
      eye: {
        glass: coded(worn.glasses),
        eye_open: isOpen(openness(report.eyes)),
        eyelid_type: { type: report.eyelid.value, probability: report.eyelid.confidence },
      },
      hat: { style: coded(worn.hat) },
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

function whole(value: number): number {
  return Math.round(value);
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
