/**
 * Catalog of larger networks for cutouts, downloaded on demand. Sources, checksums and preprocessing: rembg
 * (https://github.com/danielgatis/rembg, MIT), `rembg/sessions/dis_general_use.py`, `birefnet_general.py`,
 * `birefnet_general_lite.py` and `base.py`; at 512 px, the export of onnx-community (MIT).
 */
import { z } from 'zod';
import { joinMessages, type Message, type MessageDescriptor, msg } from '../messages/message.ts';

type Output = 'logits' | 'scores';

export interface CatalogNetwork {
  readonly id: NetworkId;
  /** Not translated. */
  readonly title: string;
  /** https only. */
  readonly address: string;
  /** Published size; the checksum decides. */
  readonly bytes: number;
  /** `algorithm:hexadecimal`. rembg publishes md5 only. */
  readonly checksum: string;
  readonly licence: 'Apache-2.0' | 'MIT';
  /** `code`: its authors have not answered for the weights. */
  readonly licenceCovers: 'code' | 'code and weights';
  readonly origin: string;
  /** Free memory needed. */
  readonly memoryBytes: number;
  /** Relative to U²-Net. */
  readonly timesAsLong: number;
  /** Square, in px. Each channel (red first) is (value / brightest value - mean) / deviation. */
  readonly input: {
    readonly side: number;
    readonly mean: readonly [number, number, number];
    readonly deviation: readonly [number, number, number];
  };
  /** Stretched to 0..1 by minimum and maximum; logits pass a sigmoid first. */
  readonly output: Output;
}

export const networkIds = ['birefnet-general', 'birefnet-general-lite', 'birefnet-512', 'isnet-general-use'] as const;
export type NetworkId = (typeof networkIds)[number];

const releases = 'https://github.com/danielgatis/rembg/releases/download/v0.0.0';
const imageNet = { side: 1024, mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const;

/**
 * Best first. Memory of BiRefNet: others measured 8.4, 7.8 and (512 px) 3.4 GB with ONNX Runtime on a CPU without
 * arena. ISNet: 480 MB more than U²-Net, measured with 16-bit weights. Times: 146 pictures on one CPU (0.64 s for
 * U²-Net, then 1.67, 11.0 and 20.8 s each); others report a fifth at 512 px.
 */
export const networks: readonly CatalogNetwork[] = [
  {
    id: 'birefnet-general',
    title: 'BiRefNet',
    address: `${releases}/BiRefNet-general-epoch_244.onnx`,
    bytes: 972_666_916,
    checksum: 'md5:7a35a0141cbbc80de11d9c9a28f52697',
    licence: 'MIT',
    licenceCovers: 'code and weights',
    origin: 'https://github.com/ZhengPeng7/BiRefNet',
    memoryBytes: 9_000_000_000,
    timesAsLong: 30,
    input: imageNet,
    output: 'logits',
  },
  {
    id: 'birefnet-general-lite',
    title: 'BiRefNet lite',
    address: `${releases}/BiRefNet-general-bb_swin_v1_tiny-epoch_232.onnx`,
    bytes: 224_005_088,
    checksum: 'md5:4fab47adc4ff364be1713e97b7e66334',
    licence: 'MIT',
    licenceCovers: 'code and weights',
    origin: 'https://github.com/ZhengPeng7/BiRefNet',
    memoryBytes: 8_500_000_000,
    timesAsLong: 17,
    input: imageNet,
    output: 'logits',
  },
  {
    id: 'birefnet-512',
    title: 'BiRefNet 512',
    address:
      'https://huggingface.co/onnx-community/BiRefNet_512x512-ONNX/resolve/b0b30aff33d009f6bcd7dacdc3cdcf2f8f42175b/onnx/model.onnx',
    bytes: 940_413_603,
    checksum: 'sha256:617a11ca04cb13a2817bfad605969b4a9a040fceedbaaa46348a3957f0f6c254',
    licence: 'MIT',
    licenceCovers: 'code and weights',
    origin: 'https://github.com/ZhengPeng7/BiRefNet',
    memoryBytes: 4_000_000_000,
    timesAsLong: 7,
    input: { ...imageNet, side: 512 },
    output: 'logits',
  },
  {
    id: 'isnet-general-use',
    title: 'ISNet',
    address: `${releases}/isnet-general-use.onnx`,
    bytes: 178_648_008,
    checksum: 'md5:fc16ebd8b0c10d971d3513d564d01e29',
    licence: 'Apache-2.0',
    licenceCovers: 'code',
    origin: 'https://github.com/xuebinqin/DIS',
    memoryBytes: 1_500_000_000,
    timesAsLong: 3,
    input: { side: 1024, mean: [0.485, 0.456, 0.406], deviation: [1, 1, 1] },
    output: 'scores',
  },
];

/** Downloaded automatically, because it is small and needs little memory. */
export const defaultNetwork: NetworkId = 'isnet-general-use';

export const fileOfNetwork = (id: NetworkId): string => `${id}.onnx`;

/** Includes why BiRefNet stays optional. */
export function networkTerms({ licence, licenceCovers, title }: CatalogNetwork): MessageDescriptor {
  return licenceCovers === 'code'
    ? msg('networks.licence.code', { licence })
    : joinMessages(msg('networks.licence.weights', { licence }), msg('networks.optional', { network: title }));
}

export const networkIdSchema = z.enum(networkIds);

/** Checksums by size and time of the files. */
export const checksumsFile = 'checked.json';

const checkedSchema = z.partialRecord(
  networkIdSchema,
  z.object({ bytes: z.number(), mtimeMs: z.number(), checksum: z.string(), isAsPublished: z.boolean() }),
);
export type VerifiedChecksums = Readonly<z.infer<typeof checkedSchema>>;

/** @throws ZodError, SyntaxError */
export const parseChecksums = (json: string): VerifiedChecksums => checkedSchema.parse(JSON.parse(json));

export function isVerified(entry: VerifiedChecksums[NetworkId], file: { size: number; mtimeMs: number }): boolean {
  return entry?.bytes === file.size && entry.mtimeMs === file.mtimeMs;
}

export const bundledNetwork = 'u2net';

/** Network of a cutout, made or planned, and skipped better ones. */
export const networkUseSchema = z.object({
  used: z.enum([bundledNetwork, ...networkIds]),
  passed_over: z
    .array(
      z.discriminatedUnion('reason', [
        /** In bytes. */
        z.object({
          network: networkIdSchema,
          reason: z.literal('memory'),
          needed: z.number().nonnegative(),
          free: z.number().nonnegative(),
        }),
        z.object({ network: networkIdSchema, reason: z.literal('broken') }),
      ]),
    )
    .max(networkIds.length),
});
export type NetworkUse = z.infer<typeof networkUseSchema>;
export type SkippedNetwork = NetworkUse['passed_over'][number];

export interface NetworkStatus {
  readonly id: NetworkId;
  /** `partial`: an interrupted download. */
  readonly state: 'absent' | 'partial' | 'downloading' | 'checking' | 'ready' | 'removing';
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly message: Message | null;
}

export function networkOf(id: NetworkId): CatalogNetwork;
export function networkOf(id: string): CatalogNetwork | undefined;
export function networkOf(id: string): CatalogNetwork | undefined {
  return networks.find((network) => network.id === id);
}

export function networkTitle(id: NetworkUse['used']): string {
  return networkOf(id)?.title ?? 'U²-Net';
}

const overridesSchema = z.partialRecord(
  networkIdSchema,
  z.object({
    address: z.url(),
    bytes: z.int().positive(),
    checksum: z.string().regex(/^md5:[0-9a-f]{32}$/),
  }),
);

/**
 * Returns the catalog with overrides, for tests.
 * @throws ZodError, SyntaxError
 */
export function parseCatalog(json: string): readonly CatalogNetwork[] {
  const given = overridesSchema.parse(JSON.parse(json));
  return networks.map((network) => ({ ...network, ...given[network.id] }));
}
