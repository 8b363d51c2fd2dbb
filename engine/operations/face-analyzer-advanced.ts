/** face-analyzer-advanced: what can be told about every face of a photograph, in both layouts of the interface. */
import { faceAnalyzerAdvanced as faceAnalyzerAdvancedSpec } from '../../contract/operations/analysis.ts';
import { type FaceReport, reportFace } from '../vision/analysis/face-report.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { detailInfo } from './face-detail-info.ts';
import { largeFaces, photoWithFaces } from './faces.ts';

const { faces: rule } = faceAnalyzerAdvancedSpec;
const landmarkCount = 105;
const featureLength = 1024;

/**
 * Answers `image_width`, `image_height`, `data` (layout B) and `face_detail_infos` (layout A) of the interface's section
 * "Advanced face analysis result", the largest face first. Lists are flat. Faces smaller than the operation table says are left out.
 * Angles as looked at: yaw > 0 to the right, pitch > 0 down, roll > 0 clockwise; left and right pupils likewise.
 * @throws EngineError ERROR_NO_FACE_IN_FILE; ERROR_SMALL_FACE_SIZE when every face is too small
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
      data: lists(reports),
      face_detail_infos: reports.map(detailInfo),
    },
    denseFeatures: reports.flatMap(({ features }) => Array.from(features, (value) => Math.round(value * 1e4) / 1e4)),
  };
}

/** Layout B: one list for each attribute, in face order. */
function lists(reports: readonly FaceReport[]) {
  const each = <T>(read: (report: FaceReport) => T) => reports.map(read);
  const quality = (name: keyof FaceReport['quality']) => each((report) => report.quality[name]);
  return {
    face_count: reports.length,
    face_rectangles: reports.flatMap(({ box }) => [box.left, box.top, box.width, box.height].map(Math.round)),
    face_probability_list: each(({ probability }) => rounded(probability)),
    pupils: reports.flatMap(({ pupils }) => pupils.flatMap(({ x, y, radius }) => [x, y, radius].map(rounded))),
    gender_list: each(({ gender }) => (gender.type === 'male' ? 1 : 0)),
    expressions: each(({ smile }) => (smile.chance > 0.5 ? 1 : 0)),
    beauty_list: each(({ appeal }) => rounded(appeal.score)),
    hat_list: each(({ worn }) => worn.hat.type),
    glasses: each(({ worn }) => worn.glasses.type),
    masks: each(({ worn }) => worn.mask.type),
    pose_list: reports.flatMap(({ pose }) => [pose.yaw, pose.pitch, pose.roll].map(rounded)),
    age_list: each(({ age }) => Math.round(age)),
    landmark_count: landmarkCount,
    landmarks: reports.flatMap(({ landmarks }) => landmarks.flatMap(({ x, y }) => [rounded(x), rounded(y)])),
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

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
