/** Color space of a picture without an ICC profile. */

import {
  d65,
  type Primaries,
  profileOf,
  profileOfGray,
  profileOfPrimaries,
  spaces,
} from '../../../formats/icc-profiles.ts';
import { readAt } from '../container/file-pieces.ts';
import { type ColorCodes, readColorCodes } from '../container/heif-boxes.ts';
import { jpegSegments, marker, prefix, startsWith } from '../container/jpeg-segments.ts';
import { type OpenFile, openFile } from '../container/pinned-files.ts';
import { pngChunks } from '../container/png-chunks.ts';
import { webpChunks } from '../container/webp-chunks.ts';
import { exifTagsIn } from './exif-tags.ts';
import { createFileCache } from './file-cache.ts';
import type { ReadableFormat } from './sniff-format.ts';

export type ImpliedColorSpace =
  /** That of its ICC profile, or sRGB. */
  | { readonly kind: 'own' }
  | { readonly kind: 'profile'; readonly icc: Buffer }
  /** Colors beyond any profile. */
  | { readonly kind: 'hdr'; readonly name: string };

const ownProfile: ImpliedColorSpace = { kind: 'own' };

const cache = createFileCache<ImpliedColorSpace>(2000);

/** Ignores damaged data. @throws the file system's errors */
export function impliedColorSpace(path: string, format: ReadableFormat): Promise<ImpliedColorSpace> {
  return cache.getOrRead(path, format, async () => {
    try {
      return await readImplied(path, format);
    } catch (error) {
      // Only disk errors matter.
      if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
      return ownProfile;
    }
  });
}

async function readImplied(path: string, format: ReadableFormat): Promise<ImpliedColorSpace> {
  switch (format) {
    case 'avif': {
      const codes = await readColorCodes(path);
      return codes === null ? ownProfile : colorSpaceFromCodes(codes);
    }
    case 'png':
      return withFile(path, impliedByPng);
    case 'jpeg':
      return withFile(path, async (file) => impliedByExif(await exifOfJpeg(file)));
    case 'webp':
      return withFile(path, async (file) => impliedByExif(await exifOfWebp(file)));
    case 'tiff':
    case 'gif':
    case 'bmp':
      return ownProfile;
  }
}

async function withFile<T>(path: string, use: (file: OpenFile) => Promise<T>): Promise<T> {
  const file = await openFile(path);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Code points of ITU-T H.273. */
const primaries = { bt2020: 9, p3: 12 } as const;
const transfers: Readonly<Record<number, string>> = { 16: 'PQ', 18: 'HLG' };

/** Codes other than Display P3 and HDR count as sRGB. */
export function colorSpaceFromCodes(codes: ColorCodes): ImpliedColorSpace {
  const name = transfers[codes.transfer] ?? (codes.primaries === primaries.bt2020 ? 'BT.2020' : null);
  if (name !== null) return { kind: 'hdr', name };
  return codes.primaries === primaries.p3 ? { kind: 'profile', icc: profileOf('display-p3') } : ownProfile;
}

/** PNG color types, without and with alpha. */
const grayTypes: ReadonlySet<number> = new Set([0, 4]);

/** Applies the PNG standard's order: cICP, iCCP, sRGB, gAMA and cHRM; then EXIF. */
async function impliedByPng(file: OpenFile): Promise<ImpliedColorSpace> {
  const content = new Map<string, Buffer>();
  for await (const { type, from, to } of pngChunks(file)) {
    if (type === 'IDAT') break;
    const isShort = to - from < 64 || type === 'eXIf';
    content.set(type, isShort ? await readAt(file, from + 8, to - from - 12) : Buffer.alloc(0));
  }
  const codes = content.get('cICP');
  const implied =
    codes === undefined
      ? ownProfile
      : colorSpaceFromCodes({ primaries: codes.readUInt8(0), transfer: codes.readUInt8(1) });
  if (implied.kind === 'hdr') return implied;
  if (content.has('iCCP')) return ownProfile;
  if (grayTypes.has(content.get('IHDR')?.readUInt8(9) ?? 0))
    return content.has('sRGB') ? ownProfile : impliedByGray(content);
  if (codes !== undefined || content.has('sRGB')) return implied;
  const [gamma, chromaticities] = [content.get('gAMA'), content.get('cHRM')];
  if (gamma === undefined && chromaticities === undefined) return impliedByExif(content.get('eXIf') ?? null);
  const icc = calibratedProfile(gamma?.readUInt32BE(0), chromaticities);
  return icc === null ? ownProfile : { kind: 'profile', icc };
}

/** Rounding errors in values of sRGB. */
const tolerance = { gamma: 0.1, chromaticity: 0.004 } as const;
/** 1/2.2, which means the curve of sRGB. */
const defaultGamma = 45_455;

/** Returns the profile of gAMA (100,000 / exponent) and cHRM; null for sRGB and invalid values. */
function calibratedProfile(gamma = defaultGamma, chromaticities?: Buffer): Buffer | null {
  const chromaticityAt = (index: number): readonly [number, number] | null =>
    chromaticities === undefined
      ? null
      : [chromaticities.readUInt32BE(index * 8) / 100_000, chromaticities.readUInt32BE(index * 8 + 4) / 100_000];
  const srgb = spaces.srgb;
  const exponent = 100_000 / gamma;
  if (!(exponent >= 0.5 && exponent <= 4)) return null;
  const space: Primaries = {
    description: 'Calibrated RGB',
    white: chromaticityAt(0) ?? d65,
    red: chromaticityAt(1) ?? srgb.red,
    green: chromaticityAt(2) ?? srgb.green,
    blue: chromaticityAt(3) ?? srgb.blue,
    gamma: Math.abs(exponent - 2.2) < tolerance.gamma ? 'srgb' : exponent,
  };
  return space.gamma === 'srgb' && isLikeSrgb(space) ? null : isTriangle(space) ? profileOfPrimaries(space) : null;
}

function impliedByGray(content: ReadonlyMap<string, Buffer>): ImpliedColorSpace {
  const gamma = content.has('cICP') ? undefined : content.get('gAMA')?.readUInt32BE(0);
  const exponent = 100_000 / (gamma ?? defaultGamma);
  if (!(exponent >= 0.5 && exponent <= 4) || Math.abs(exponent - 2.2) < tolerance.gamma) return ownProfile;
  return { kind: 'profile', icc: profileOfGray(exponent) };
}

const corners = ['white', 'red', 'green', 'blue'] as const;

function isLikeSrgb(space: Primaries): boolean {
  const reference = { ...spaces.srgb, white: d65 };
  return corners.every((corner) =>
    [0, 1].every(
      (axis) => Math.abs((space[corner]?.[axis] ?? 0) - (reference[corner][axis] ?? 0)) < tolerance.chromaticity,
    ),
  );
}

function isTriangle({ red, green, blue, white }: Primaries): boolean {
  const area = (green[0] - red[0]) * (blue[1] - red[1]) - (blue[0] - red[0]) * (green[1] - red[1]);
  return Math.abs(area) > 0.01 && [red, green, blue, white].every((corner) => (corner?.[1] ?? 0) > 0.001);
}

/** Returns null if a profile exists, or the picture has no colors. */
async function exifOfJpeg(file: OpenFile): Promise<Buffer | null> {
  let exif: Buffer | null = null;
  for await (const { marker: kind, from, to, head } of jpegSegments(file)) {
    if (kind === marker.APP2 && startsWith(head, prefix.icc)) return null;
    if (kind === marker.APP1 && startsWith(head, prefix.exif)) {
      exif ??= (await readAt(file, from + 4, to - from - 4)).subarray(prefix.exif.length);
    }
    // Frames (ITU-T T.81, table B.1); the sixth byte is the number of components.
    if (kind !== null && kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind) && head[5] !== 3)
      return null;
    if (kind === marker.startOfScan) return exif;
  }
  return null;
}

async function exifOfWebp(file: OpenFile): Promise<Buffer | null> {
  for await (const { type, from, to } of webpChunks(file)) {
    if (type === 'ICCP') return null;
    if (type === 'EXIF') return readAt(file, from + 8, to - from - 8);
  }
  return null;
}

/** Values of ColorSpace. "Uncalibrated" means Adobe RGB with its interoperability index. */
const [adobeRgb, uncalibrated] = [2, 0xffff];

async function impliedByExif(block: Buffer | null): Promise<ImpliedColorSpace> {
  if (block === null) return ownProfile;
  const { ColorSpace: space, InteroperabilityIndex: interop } = await exifTagsIn(block);
  const isAdobe = space === adobeRgb || (space === uncalibrated && String(interop ?? '').startsWith('R03'));
  return isAdobe ? { kind: 'profile', icc: profileOf('adobe-rgb') } : ownProfile;
}
