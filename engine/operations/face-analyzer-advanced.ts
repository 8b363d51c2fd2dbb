/** Attributes of all faces, in both layouts of the interface. */
import { faceAnalyzerAdvanced as faceAnalyzerAdvancedSpec } from '../../contract/operations/analysis.ts';
import { type FaceReport, reportFace } from '../vision/analysis/face-report.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { toDetailInfo } from './face-detail-info.ts';
import { largeFaces, photoWithFaces } from './faces.ts';

const { faces: rule } = faceAnalyzerAdvancedSpec;
const landmarkCount = 105;
const featureLength = 1024;

/**
 * Returns section “Advanced face analysis result”: `data` is layout B (flat lists), `face_detail_infos` layout A, both
 * with the largest face first. Angles in degrees, as the viewer sees them: yaw > 0 right, pitch > 0 down, roll > 0
 * clockwise.
 * @throws EngineError `ERROR_SMALL_FACE_SIZE` if all faces are too small
 */
export async function faceAnalyzerAdvanced({ images, signal }: EngineCall): Promise<EngineOutput> {
  const { photo, faces: found } = await photoWithFaces(images.image!, signal);
  const faces = largeFaces(found, rule);
  const reports: FaceReport[] = [];
  for (const face of faces) {
    signal.throwIfAborted();
    reports.push(await reportFace(photo, face));
  }
  return {
    kind: 'analysis',
    body: {
      image_width: photo.width,
      image_height: photo.height,
      data: toLists(reports),
      face_detail_infos: reports.map(toDetailInfo),
    },
    denseFeatures: reports.flatMap(({ features }) => Array.from(features, (value) => Math.round(value * 1e4) / 1e4)),
  };
}

/** Layout B: a list for each attribute, in face order. */
function toLists(reports: readonly FaceReport[]) {
  const each = <T>(read: (report: FaceReport) => T) => reports.map(read);
  const quality = (name: keyof FaceReport['quality']) => each((report) => report.quality[name]);
  return {
    face_count: reports.length,
    face_rectangles: reports.flatMap(({ box }) => [box.left, box.top, box.width, box.height].map(Math.round)),
    face_probability_list: each(({ probability }) => hundredths(probability)),
    pupils: reports.flatMap(({ pupils }) => pupils.flatMap(({ x, y, radius }) => [x, y, radius].map(hundredths))),
    gender_list: each(({ gender }) => (gender.type === 'male' ? 1 : 0)),
    expressions: each(({ smile }) => (smile.chance > 0.5 ? 1 : 0)),
    beauty_list: each(({ appeal }) => hundredths(appeal.score)),
    hat_list: each(({ worn }) => worn.hat.type),
    glasses: each(({ worn }) => worn.glasses.type),
    masks: each(({ worn }) => worn.mask.type),
    pose_list: reports.flatMap(({ pose }) => [pose.yaw, pose.pitch, pose.roll].map(hundredths)),
    age_list: each(({ age }) => Math.round(age)),
    landmark_count: landmarkCount,
    landmarks: reports.flatMap(({ landmarks }) => landmarks.flatMap(({ x, y }) => [hundredths(x), hundredths(y)])),
    dense_feature_length: featureLength,
    qualities: {
      score_list: quality('score'),
      blur_list: quality('blur'),
      fnf_list: quality('fnf'),
      glass_list: quality('glass'),
      illu_list: quality('illu'),
      mask_list: quality('mask'),
      noise_list: quality('noise'),
      pose_list: quality('pose'),
    },
  };
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
