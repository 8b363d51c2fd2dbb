/** Reports a format with too small a size limit before anything is written. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { exportOptionsSchema } from '../../../../contract/delivery/export.ts';
import { msg } from '../../../../contract/messages/message.ts';
import { FailureList } from '../../../../main/delivery/common/export-failures.ts';
import type { ImagingError } from '../../../../main/imaging/errors.ts';
import { encodeResult } from '../../../helpers/photograph/encode-result.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();

async function wide(width: number): Promise<string> {
  const path = join(folder, `${width}.png`);
  await sharp({ create: { width, height: 20, channels: 3, background: '#345678' } })
    .png()
    .toFile(path);
  return path;
}

it.each([
  ['webp', 16_384, '16384'],
  ['avif', 16_385, '16385'],
  ['jpeg', 65_501, '65501'],
] as const)('rejects a %s of %i px, and names the limit and the photograph', async (format, width, quoted) => {
  const to = join(folder, `to-${format}`);
  mkdirSync(to);
  const request = { result: await wide(width), sourceFormat: 'png', output: { format, quality: 80 }, to } as const;
  const fault = await encodeResult(request).catch((error: ImagingError) => error);
  expect(fault).toMatchObject({
    code: 'CANNOT_WRITE',
    sentence: { key: 'imaging.result.tooLongSide', values: { size: `${quoted} × 20`, format: format.toUpperCase() } },
  });
  expect(readdirSync(to)).toEqual([]);
  const failures = new FailureList();
  failures.addError('/out/panorama.png', fault);
  const why = (fault as ImagingError).sentence;
  expect(failures.listed).toEqual([
    { name: 'panorama.png', message: msg('delivery.export.refused', { name: 'panorama.png', why }) },
  ]);
});

it('chooses PNG for a result that is too large for the format of its photograph', async () => {
  const output = { format: 'auto', quality: 80 } as const;
  const made = await encodeResult({ result: await wide(16_384), sourceFormat: 'webp', output, to: folder });
  expect(made.format).toBe('png');
});

it('rejects a size that no file of the format can have', () => {
  const size = { kind: 'exact', width: 20_000, height: 16 };
  const { rendering } = exportOptionsSchema.parse({});
  const parsed = (format: string) => exportOptionsSchema.safeParse({ rendering: { ...rendering, format, size } });
  expect(parsed('webp').success).toBe(false);
  expect(parsed('jpeg').success).toBe(true);
});
