import { expect, it } from 'vitest';
import { describeStep, type FitStep } from '../../../../main/imaging/fit/fit-steps.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

it.each<[FitStep, string]>([
  [{ kind: 'oriented', orientation: 6 }, 'Turned upright.'],
  [{ kind: 'first-frame', frames: 12 }, 'Used the first picture (of 12).'],
  [{ kind: 'colours', from: 'Display P3' }, 'Converted from Display P3 to sRGB.'],
  [{ kind: 'colours', from: 'cmyk' }, 'Converted from CMYK to sRGB.'],
  [{ kind: 'colours', from: 'grey' }, 'Converted from grayscale to sRGB.'],
  [{ kind: 'colours', from: 'unreadable' }, 'Converted to sRGB.'],
  [{ kind: 'depth', bits: 64 }, 'Converted from a PNG with 64 bits per pixel.'],
  [{ kind: 'flattened' }, 'Flattened transparency onto white.'],
  [
    { kind: 'scaled', from: { width: 6000, height: 4000 }, to: { width: 1999, height: 1333 } },
    'Scaled from 6000 × 4000 to 1999 × 1333 px.',
  ],
  [{ kind: 'converted', from: 'tiff', to: 'png', quality: null }, 'Converted from TIFF to PNG.'],
  [{ kind: 'converted', from: 'tiff', to: 'jpeg', quality: 92 }, 'Converted from TIFF to JPEG, quality 92.'],
  [{ kind: 're-encoded', format: 'png', quality: null }, 'Re-encoded as PNG.'],
  [{ kind: 're-encoded', format: 'jpeg', quality: 88 }, 'Re-encoded as JPEG, quality 88.'],
])('%j', (step, words) => {
  expect(messageText(describeStep(step))).toBe(words);
});
