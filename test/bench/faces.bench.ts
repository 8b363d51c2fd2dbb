/**
 * Duration of the engine's work on faces: detection and description next to @vladmandic/human, which has the same models,
 * face-key-points, and each kind of smart-skin-advanced.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { faceKeyPoints } from '../../engine/operations/face-key-points.ts';
import { smartSkinAdvanced } from '../../engine/operations/smart-skin-advanced.ts';
import { describeFace, findFaces } from '../../engine/vision/face/find-faces.ts';
import type { Photo } from '../../engine/vision/photo/decode.ts';
import { callOf, group, photoOf } from '../helpers/face/faces.ts';
import { printResult } from './shared/program.ts';
import { quantile } from './shared/statistics.ts';
import { fetchPeer, peerRequire } from './truth/peer.ts';

const runs = 5;
const groups = [1, 2, 3, 4, 5, 6] as const;

/** Measures a first run, which loads the models, and the median of some later ones. */
async function measure(run: () => Promise<unknown>): Promise<{ firstMs: number; medianMs: number }> {
  const times: number[] = [];
  for (let i = 0; i <= runs; i++) {
    const began = performance.now();
    await run();
    times.push(Math.round(performance.now() - began));
  }
  return { firstMs: times[0]!, medianMs: quantile(times.slice(1), 0.5) };
}

interface Peer {
  detect(input: unknown): Promise<{ face: unknown[] }>;
  readonly tf: {
    tensor4d(values: Uint8Array, shape: readonly number[], type: 'int32'): unknown;
    dispose(tensor: unknown): void;
  };
}

/** Starts the library with mesh, iris, age and gender like the engine, and its models from the disk. */
async function startPeer(): Promise<Peer> {
  const why = await fetchPeer();
  if (why !== undefined) throw new Error(why);
  const dist = path.dirname(peerRequire.resolve('@vladmandic/human'));
  globalThis.fetch = async (url) => new Response(await readFile(new URL(String(url))));
  const { Human } = peerRequire(path.join(dist, 'human.node-wasm.js')) as { Human: new (config: object) => Peer };
  return new Human({
    backend: 'wasm',
    wasmPath: `${path.dirname(peerRequire.resolve('@tensorflow/tfjs-backend-wasm'))}/`,
    modelBasePath: pathToFileURL(path.join(dist, '..', 'models')).href,
    cacheSensitivity: 0,
    filter: { enabled: false },
    face: { detector: { maxDetected: 20, rotation: true, minConfidence: 0.3 }, emotion: { enabled: false } },
    body: { enabled: false },
    hand: { enabled: false },
    gesture: { enabled: false },
  });
}

async function peerFaces(peer: Peer, { width, height, rgb }: Photo): Promise<number> {
  const input = peer.tf.tensor4d(rgb, [1, height, width, 3], 'int32');
  const { face } = await peer.detect(input);
  peer.tf.dispose(input);
  return face.length;
}

const photos = await Promise.all(groups.map((number) => photoOf(group(number))));
const uploads = await Promise.all(groups.map((number) => readFile(group(number))));

let found = 0;
const ours = await measure(async () => {
  found = 0;
  for (const photo of photos) {
    for (const face of await findFaces(photo, 20)) {
      await describeFace(photo, face);
      found++;
    }
  }
});
const findLargestFace = await measure(() => findFaces(photos[5]!, 1));
const params = { max_face_num: 10, face_field: ['age', 'gender', 'landmark201'] };
const keyPoints = await measure(() => faceKeyPoints(callOf('face-key-points', uploads[5]!, params)));
const smartSkin: Record<string, unknown> = {};
for (const name of ['smart_skin', 'skin_smoothing', 'acne_removal', 'wrinkle_reduction']) {
  const run = () => smartSkinAdvanced(callOf('smart-skin-advanced', uploads[5]!, { [name]: true }));
  smartSkin[name] = await measure(run);
}
const peakRssMb = Math.round(process.resourceUsage().maxRSS / 1024);

const peer = await startPeer();
let foundByPeer = 0;
const theirs = await measure(async () => {
  foundByPeer = 0;
  for (const photo of photos) foundByPeer += await peerFaces(peer, photo);
});

printResult({
  photographs: { count: groups.length, megapixels: 2.5, faces: 22 },
  findAndDescribeAllFaces: { ours: { found, ...ours }, human: { found: foundByPeer, ...theirs } },
  findLargestFace,
  faceKeyPoints: keyPoints,
  smartSkinAdvanced: smartSkin,
  peakRssMb,
});
