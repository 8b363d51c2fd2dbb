/** Joints of one person (MoveNet Lightning, Google). Input and output are the network's. */
import { cropFrame, type Frame, type Pixels, toPhoto } from './photo/frame.ts';
import { runOnPixels } from './runtimes/onnx.ts';

/** Left and right are the person's. */
const jointNames = [
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

type Joint = (typeof jointNames)[number];
/** In px of the photograph, possibly outside. `score` 0..1: visibility. */
export type JointPoint = { x: number; y: number; score: number };
export type Body = Record<Joint, JointPoint>;

const inputSize = 192;

/**
 * The frame should be a little larger than the person.
 * @param band px of the photograph; hides other people
 */
export async function findBody(photo: Pixels, frame: Frame, band?: { left: number; right: number }): Promise<Body> {
  const input = cropFrame(photo, frame, inputSize, 0, 255);
  if (band) maskOutsideBand(input, frame, band);
  const [values] = await runOnPixels('movenet-lightning', input, inputSize);
  const points = jointNames.map((name, i): [Joint, JointPoint] => {
    const { x, y } = toPhoto(frame, inputSize, values![i * 3 + 1]! * inputSize, values![i * 3]! * inputSize);
    return [name, { x, y, score: values![i * 3 + 2]! }];
  });
  return Object.fromEntries(points) as Body;
}

function maskOutsideBand(input: Float32Array, frame: Frame, { left, right }: { left: number; right: number }): void {
  for (let v = 0, offset = 0; v < inputSize; v++) {
    for (let u = 0; u < inputSize; u++, offset += 3) {
      const { x } = toPhoto(frame, inputSize, u + 0.5, v + 0.5);
      if (x < left || x > right) input.fill(0, offset, offset + 3);
    }
  }
}
