/** Develops sensor data at full size, with the camera's white balance and the brightness of its preview. */

import { msg } from '../../../../contract/messages/message.ts';
import { sharp } from '../../../../formats/lazy-sharp.ts';
import { ImagingError } from '../../errors.ts';
import { quotedSize } from '../../size.ts';
import type { Decoded } from '../developed-types.ts';
import { previewMetadata, readRaw } from './embedded-preview.ts';
import { type RawFacts, type RawFile, type RawSettings, rawLibrary } from './raw-library.ts';
import { applyToneCurve, exposureCurve, matchToneCurve, type ToneCurve } from './tone-curve.ts';

/** LibRaw needs up to 18 bytes per pixel of its 2 GB. */
const maxSensorPixels = 110_000_000;
/** A small file may claim any size. */
const maxPixelsPerByte = 40;

/** LibRaw's auto brightness would vary within a series. */
const settings: RawSettings = {
  useCameraWb: true,
  noAutoBright: true,
  // Some white levels are too high and turn highlights magenta; a DNG states its own.
  adjustMaximumThr: 0.75,
  outputBps: 16,
  outputColor: 1,
  gamm: [1 / 2.4, 12.92, 0, 0, 0, 0],
  userQual: 3,
};

/** @throws ImagingError UNUSABLE_FILE */
export async function developSensor(bytes: Buffer, name: string): Promise<Decoded> {
  const library = await rawLibrary();
  const { picture, photograph, exif, xmp } = await readRaw(bytes, name);
  const rejection = (key: 'imaging.raw.undeveloped' | 'imaging.raw.memory') =>
    new ImagingError('UNUSABLE_FILE', msg(key, { name }));
  const file = library.file();
  try {
    const facts = open(file, bytes, name);
    const { width, height, colors, bits, data } = file.develop();
    if (bits !== 16 || (colors !== 1 && colors !== 3) || data.length !== width * height * colors) {
      throw rejection('imaging.raw.undeveloped');
    }
    // LibRaw may develop another picture in a damaged file.
    const isSmall =
      photograph !== null && Math.max(width, height) < 0.9 * Math.max(photograph.width, photograph.height);
    if (isSmall) throw rejection('imaging.raw.undeveloped');
    const pixels = { width, height, channels: colors, data } as const;
    const tones = picture === null ? null : await matchToneCurve(picture, facts.flip, pixels);
    applyToneCurve(data, tones ?? tonesWithout(facts));
    const previewInfo = picture?.hasExif ? await previewMetadata(picture) : null;
    const key = tones === null ? 'imaging.raw.developed' : 'imaging.raw.developedAlike';
    return {
      kind: 'pixels',
      ...pixels,
      icc: colors === 3 ? await srgbProfile() : null,
      exif: previewInfo?.exif ?? exif,
      xmp: xmp ?? previewInfo?.xmp ?? null,
      iptc: null,
      notes: [msg(key, { size: quotedSize({ width, height }) })],
      embedded: null,
    };
  } catch (error) {
    if (error instanceof ImagingError) throw error;
    throw rejection(library.isFull() ? 'imaging.raw.memory' : 'imaging.raw.undeveloped');
  } finally {
    file.close();
  }
}

function open(file: RawFile, bytes: Buffer, name: string): RawFacts {
  file.open(bytes, settings);
  const facts = file.facts();
  const [width, height] = [facts.raw_width, facts.raw_height];
  if (width * height > bytes.length * maxPixelsPerByte) {
    throw new ImagingError('UNUSABLE_FILE', msg('imaging.file.damaged', { name }));
  }
  if (width * height > maxSensorPixels) throw new ImagingError('UNUSABLE_FILE', msg('imaging.raw.memory', { name }));
  const { crop, isDng } = facts;
  if (crop === null && !isDng) return facts;
  const thr = isDng ? 0 : settings.adjustMaximumThr;
  file.open(bytes, { ...settings, adjustMaximumThr: thr, ...(crop === null ? {} : { cropbox: crop }) });
  return facts;
}

/** A DNG states its baseline exposure in stops. */
function tonesWithout({ isDng, baselineExposure }: RawFacts): ToneCurve {
  return exposureCurve(isDng && baselineExposure > -900 ? baselineExposure : 0);
}

async function srgbProfile(): Promise<Buffer | null> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } });
  return (await sharp(await dot.withIccProfile('srgb').png().toBuffer()).metadata()).icc ?? null;
}
