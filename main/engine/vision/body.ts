// Finds the joints of one person's body (MoveNet): where shoulders, hips, knees and ankles are.

import { cropFrame, type Frame, type Pixels, toPhoto } from './face/frame.ts';
import { execute, graphModel } from './tfjs.ts';

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

const SIZE = 192;

/** The joints of the person a frame is about; the frame should be a little larger than the person. */
export async function bodyIn(photo: Pixels, frame: Frame): Promise<Body> {
  const model = await graphModel('movenet-lightning');
  const [values] = execute(model, cropFrame(photo, frame, SIZE, 0, 255), SIZE);
  const points = names.map((name, i): [Joint, JointPoint] => {
    const { x, y } = toPhoto(frame, SIZE, values![i * 3 + 1]! * SIZE, values![i * 3]! * SIZE);
    return [name, { x, y, score: values![i * 3 + 2]! }];
  });
  return Object.fromEntries(points) as Body;
}
