/**
 * The catalogue of networks: better ones for cutting out things and products, fetched on demand, which the built-in engine
 * uses when they are there. Sources, checksums and preprocessing are those of rembg (https://github.com/danielgatis/rembg,
 * MIT), `rembg/sessions/dis_general_use.py`, `birefnet_general.py`, `birefnet_general_lite.py` and `base.py`; of BiRefNet at 512 px,
 * those of its export by onnx-community (MIT), whose file carries its SHA-256 as the key of its large storage.
 */
import { z } from 'zod';
import { joinMessages, type Message, type MessageDescriptor, msg } from '../messages/message.ts';

/** How the network's numbers become how much a place belongs to the subject. */
type Output = 'logits' | 'scores';

export interface CatalogNetwork {
  readonly id: NetworkId;
  /** A proper name, the same in every language. */
  readonly title: string;
  /** Where it is fetched: https only. */
  readonly address: string;
  /** Of the file as it is published; to show, and to ask whether there is room. The checksum decides. */
  readonly bytes: number;
  /** `algorithm:hexadecimal`: of rembg's files its md5, since it publishes no stronger one. */
  readonly checksum: string;
  readonly licence: 'Apache-2.0' | 'MIT';
  /** Scope of the license by its authors' word. `code`: they have not answered for the weights. */
  readonly licenceCovers: 'code' | 'code and weights';
  /** Of those who made it. */
  readonly origin: string;
  /** Memory that must be free before it is loaded, in bytes. */
  readonly memoryBytes: number;
  /** How much longer it takes for one photograph than U²-Net. */
  readonly timesAsLong: number;
  /** Square input in px; (value / brightest value - mean) / deviation, a channel each, red first. */
  readonly input: {
    readonly side: number;
    readonly mean: readonly [number, number, number];
    readonly deviation: readonly [number, number, number];
  };
  /** Both are stretched to 0..1 by their least and largest value; logits go through the sigmoid before. */
  readonly output: Output;
}

export const networkIds = ['birefnet-general', 'birefnet-general-lite', 'birefnet-512', 'isnet-general-use'] as const;
export type NetworkId = (typeof networkIds)[number];

const releases = 'https://github.com/danielgatis/rembg/releases/download/v0.0.0';
const imageNet = { side: 1024, mean: [0.485, 0.456, 0.406], deviation: [0.229, 0.224, 0.225] } as const;

/**
 * Best first. Memory of BiRefNet: others measured peaks of 8.4, 7.8 and, at 512 px, 3.4 GB with ONNX Runtime on a processor, its
 * arena off as here; asked for is a little more. ISNet: measured here with weights of 16 bits, 480 MB beyond U²-Net's. Times: 146 pictures through each of rembg's networks on
 * one processor (0.64, 1.67, 11.0 and 20.8 s a picture, U²-Net first); at 512 px others found a fifth of the time at 1024.
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

/** The one that set-up and the window's app fetch by themselves: small, and content with little memory. */
export const defaultNetwork: NetworkId = 'isnet-general-use';

/** Its file in the folder of networks. */
export const fileOfNetwork = (id: NetworkId): string => `${id}.onnx`;

/** Returns the scope of a network's license, and the reason why BiRefNet stays optional. */
export function networkTerms({ licence, licenceCovers, title }: CatalogNetwork): MessageDescriptor {
  return licenceCovers === 'code'
    ? msg('networks.licence.code', { licence })
    : joinMessages(msg('networks.licence.weights', { licence }), msg('networks.optional', { network: title }));
}

export const networkIdSchema = z.enum(networkIds);

/** The file in the folder of networks that remembers which checksum each had, at which size and time. */
export const checksumsFile = 'checked.json';

const checkedSchema = z.partialRecord(
  networkIdSchema,
  z.object({ bytes: z.number(), mtimeMs: z.number(), checksum: z.string(), isAsPublished: z.boolean() }),
);
export type VerifiedChecksums = Readonly<z.infer<typeof checkedSchema>>;

/** @throws ZodError, SyntaxError */
export const parseChecksums = (json: string): VerifiedChecksums => checkedSchema.parse(JSON.parse(json));

/** Whether what is remembered is about the file as it is now. */
export function isVerified(entry: VerifiedChecksums[NetworkId], file: { size: number; mtimeMs: number }): boolean {
  return entry?.bytes === file.size && entry.mtimeMs === file.mtimeMs;
}

/** The network that comes with Burnish, which is used where there is none of the catalogue. */
export const bundledNetwork = 'u2net';

/** Which network cut a photograph out, or would now, and why better ones that are there were passed over. */
export const networkUseSchema = z.object({
  used: z.enum([bundledNetwork, ...networkIds]),
  passed_over: z
    .array(
      z.discriminatedUnion('reason', [
        /** More memory is needed than is free, in bytes. */
        z.object({
          network: networkIdSchema,
          reason: z.literal('memory'),
          needed: z.number().nonnegative(),
          free: z.number().nonnegative(),
        }),
        /** Its file could not be loaded, or not be run. */
        z.object({ network: networkIdSchema, reason: z.literal('broken') }),
      ]),
    )
    .max(networkIds.length),
});
export type NetworkUse = z.infer<typeof networkUseSchema>;
export type SkippedNetwork = NetworkUse['passed_over'][number];

/** How a network of the catalogue stands on this computer. */
export interface NetworkStatus {
  readonly id: NetworkId;
  /** `partial`: a download was broken off, and goes on where it stopped. `checking`: its checksum is being made. */
  readonly state: 'absent' | 'partial' | 'downloading' | 'checking' | 'ready' | 'removing';
  /** Bytes on disk. */
  readonly doneBytes: number;
  readonly totalBytes: number;
  /** Why the last download or removal came to nothing. */
  readonly message: Message | null;
}

/** What the catalogue says of a network; undefined for a name that is not in it. */
export function networkOf(id: NetworkId): CatalogNetwork;
export function networkOf(id: string): CatalogNetwork | undefined;
export function networkOf(id: string): CatalogNetwork | undefined {
  return networks.find((network) => network.id === id);
}

/** The title of a network, of the catalogue or our own. */
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

/** The catalogue with other addresses and checksums, for tests: `json` gives them by network. @throws ZodError, SyntaxError */
export function parseCatalog(json: string): readonly CatalogNetwork[] {
  const given = overridesSchema.parse(JSON.parse(json));
  return networks.map((network) => ({ ...network, ...given[network.id] }));
}
