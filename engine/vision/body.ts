/** Finds the joints of one person's body (MoveNet): where shoulders, hips, knees and ankles are. */
import { cropFrame, type Frame, type Pixels, toPhoto } from './photo/frame.ts';
import { runOnPixels } from './runtimes/onnx.ts';

/** In the order of the model's output; left and right are the person's own. */
const names = [
  'nose',
  'leftEye',
  'rightEye',
  'leftEar',
  'rightEar',
  'leftShoulder',
  'rightShoulder',
  'leftElbow',
  'rightElbow',
  'leftWrist',
  'rightWrist',
  'leftHip',
  'rightHip',
  'leftKnee',
  'rightKnee',
  'leftAnkle',
  'rightAnkle',
] as const;

export type Joint = (typeof names)[number];
/** In pixels of the photograph; may lie outside of it. `score` 0..1: how sure the model is that the joint is seen there. */
export type JointPoint = { x: number; y: number; score: number };
export type Body = Record<Joint, JointPoint>;

const size = 192;

/**
 * The joints of the person a frame is about; the frame should be a little larger than the person.
 * @param band px of the photograph between which the person stands; what lies beside is hidden from the model, which
 *   sees one person only, and the most conspicuous one
 */
export async function bodyIn(photo: Pixels, frame: Frame, band?: { left: number; right: number }): Promise<Body> {
  const seen = cropFrame(photo, frame, size, 0, 255);
  if (band) maskOutsideBand(seen, frame, band);
  const [values] = await runOnPixels('movenet-lightning', seen, size);
  const points = names.map((name, i): [Joint, JointPoint] => {
    const { x, y } = toPhoto(frame, size, values![i * 3 + 1]! * size, values![i * 3]! * size);
    return [name, { x, y, score: values![i * 3 + 2]! }];
  });
  return Object.fromEntries(points) as Body;
}

function maskOutsideBand(seen: Float32Array, frame: Frame, { left, right }: { left: number; right: number }): void {
  for (let v = 0, offset = 0; v < size; v++) {
    for (let u = 0; u < size; u++, offset += 3) {
      const { x } = toPhoto(frame, size, u + 0.5, v + 0.5);
      if (x < left || x > right) seen.fill(0, offset, offset + 3);
    }
  }
}
