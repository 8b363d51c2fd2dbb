/**
 * How long the engine's work on faces takes: finding and measuring them beside the library whose models it uses
 * (@vladmandic/human, run as it comes), face-key-points and every kind of smart-skin-advanced. One JSON value on stdout.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { faceKeyPoints } from '../../engine/operations/face-key-points.ts';
import { smartSkinAdvanced } from '../../engine/operations/smart-skin-advanced.ts';
import { describeFace, findFaces } from '../../engine/vision/face/find-faces.ts';
import type { Photo } from '../../engine/vision/photo/decode.ts';
import { callOf, group, photoOf } from '../helpers/faces.ts';
import { fetchPeer, peerRequire } from './truth/peer.ts';

const runs = 5;
const groups = [1, 2, 3, 4, 5, 6] as const;

/** Median of some runs in ms, the first one (which loads models) apart. */
async function timed<T>(run: () => Promise<T>): Promise<{ firstMs: number; medianMs: number; last: T }> {
  const times: number[] = [];
  let last: T | undefined;
  for (let i = 0; i <= runs; i++) {
    const began = performance.now();
    last = await run();
    times.push(Math.round(performance.now() - began));
  }
  const [firstMs, ...others] = times;
  return { firstMs: firstMs!, medianMs: others.sort((a, b) => a - b)[Math.floor(runs / 2)]!, last: last! };
}

interface Peer {
  detect(input: unknown): Promise<{ face: unknown[] }>;
  readonly tf: {
    tensor4d(values: Uint8Array, shape: readonly number[], type: 'int32'): unknown;
    dispose(tensor: unknown): void;
  };
}

/** The library itself, with what the engine asks of a face: mesh, iris, age and gender. It fetches its models: from disk. */
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

const ours = await timed(async () => {
  let found = 0;
  for (const photo of photos) {
    for (const face of await findFaces(photo, 20)) {
      await describeFace(photo, face);
      found++;
    }
  }
  return found;
});
const largestFaceTiming = await timed(() => findFaces(photos[5]!, 1));
const keyPoints = await timed(() =>
  faceKeyPoints(
    callOf('face-key-points', uploads[5]!, { max_face_num: 10, face_field: ['age', 'gender', 'landmark201'] }),
  ),
);
const skin: Record<string, unknown> = {};
for (const name of ['smart_skin', 'skin_smoothing', 'acne_removal', 'wrinkle_reduction']) {
  const { firstMs, medianMs } = await timed(() =>
    smartSkinAdvanced(callOf('smart-skin-advanced', uploads[5]!, { [name]: true })),
  );
  skin[name] = { firstMs, medianMs };
}
const peakRssMb = Math.round(process.resourceUsage().maxRSS / 1024);

const peer = await startPeer();
const theirs = await timed(async () => {
  let found = 0;
  for (const photo of photos) found += await peerFaces(peer, photo);
  return found;
});

console.log(
  JSON.stringify({
    photographs: { count: groups.length, megapixels: 2.5, faces: 22 },
    findAndDescribeAllFaces: {
      ours: { found: ours.last, firstMs: ours.firstMs, medianMs: ours.medianMs },
      human: { found: theirs.last, firstMs: theirs.firstMs, medianMs: theirs.medianMs },
    },
    findLargestFace: { firstMs: largestFaceTiming.firstMs, medianMs: largestFaceTiming.medianMs },
    faceKeyPoints: { firstMs: keyPoints.firstMs, medianMs: keyPoints.medianMs },
    smartSkinAdvanced: skin,
    peakRssMb,
  }),
);
