/** Face regions stay on their faces: a red face in a finished file is at its region in XMP. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Box } from '../../../../contract/jobs/result.ts';
import { type Composition, compositionSchema } from '../../../../contract/recipes/composition.ts';
import { outputSchema, renderingOf } from '../../../../contract/recipes/output.ts';
import { makeRendition } from '../../../../main/imaging/export/rendition.ts';
import { finishFile } from '../../../helpers/photograph/finished-file.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { type Bounds, packetWithRegions, redBounds, regionsIn, withFace } from '../../../helpers/photograph/regions.ts';

const folder = scratchFolder();
const to = scratchFolder();
const { signal } = new AbortController();
let made = 0;

const positions = `<exif:SubjectArea><rdf:Seq><rdf:li>3</rdf:li><rdf:li>4</rdf:li></rdf:Seq></exif:SubjectArea>
<crs:CropTop>0.1</crs:CropTop><crs:Exposure2012>0.5</crs:Exposure2012><crs:MaskGroupBasedCorrections/>
<GPano:FullPanoWidthPixels>120</GPano:FullPanoWidthPixels><GPano:ProjectionType>equirectangular</GPano:ProjectionType>
<Iptc4xmpExt:ImageRegion Iptc4xmpExt:rbUnit="relative"/>`;

async function photographWith(orientation: number): Promise<string> {
  const path = join(folder, `photograph-${made++}.jpg`);
  const image = withFace().flatten().withMetadata({ orientation }).withXmp(packetWithRegions(positions));
  await image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toFile(path);
  return path;
}

interface Result {
  readonly orientation?: number;
  readonly box?: Box | null;
  readonly madeOf?: { readonly width: number; readonly height: number };
  readonly isCutout?: boolean;
}

/** @param output of the recipe; the result is the photograph itself, upright, or the part in `box` */
async function finishedOf(output: object, { orientation = 1, box = null, madeOf, isCutout = false }: Result = {}) {
  const photograph = await photographWith(orientation);
  const path = join(folder, `result-${made++}.tif`);
  const picture = isCutout ? withFace('#00000000') : sharp(photograph).autoOrient();
  const part = box && { left: box.x, top: box.y, width: box.width, height: box.height };
  const upright = sharp(await picture.png().toBuffer());
  await (part ? upright.extract(part) : upright).tiff({ compression: 'none' }).toFile(path);
  const result = { path, box, ...(madeOf ? { madeOf } : {}) };
  return (await finishFile({ photograph, picture: result, output, to })).path;
}

async function packetOf(path: string): Promise<string> {
  return (await sharp(path).metadata()).xmp?.toString() ?? '';
}

function expectNear(found: Bounds | undefined, expected: Bounds): void {
  for (const side of ['left', 'top', 'width', 'height'] as const)
    expect(Math.abs((found?.[side] ?? Number.NaN) - expected[side])).toBeLessThan(0.02);
}

async function expectOnFace(path: string): Promise<ReturnType<typeof regionsIn>> {
  const regions = regionsIn(await packetOf(path));
  const face = await redBounds(path);
  expectNear(regions.workingGroup.Ann, face);
  expectNear(regions.microsoft.Ann, face);
  const { width, height } = await sharp(path).metadata();
  expect(regions.applied).toEqual([width, height]);
  return regions;
}

it.each([1, 2, 3, 4, 5, 6, 7, 8])('turns regions with a photograph of orientation %i', async (orientation) => {
  const path = await finishedOf({ size: { kind: 'longest', px: 96 } }, { orientation });
  const { workingGroup, microsoft } = await expectOnFace(path);
  expect(Object.keys(workingGroup)).toEqual(['Ann', 'Bob']);
  expect(Object.keys(microsoft)).toEqual(['Ann', 'Bob']);
});

it.each(['png', 'jpeg', 'webp', 'tiff', 'avif'])('moves regions on a canvas, in a %s', async (format) => {
  await expectOnFace(await finishedOf({ format, size: { kind: 'exact', width: 200, height: 200, enlarge: true } }));
});

it.each([1, 6])('moves regions into a part of the photograph, orientation %i', async (orientation) => {
  const box = orientation === 6 ? { x: 30, y: 60, width: 48, height: 56 } : { x: 60, y: 0, width: 56, height: 48 };
  const { workingGroup, microsoft } = await expectOnFace(await finishedOf({ format: 'png' }, { orientation, box }));
  // Bob is in a corner that was cropped.
  expect(Object.keys(workingGroup)).toEqual(['Ann']);
  expect(Object.keys(microsoft)).toEqual(['Ann']);
});

const composition = (change: Partial<Composition>) => compositionSchema.parse({ ...change });

it.each([
  ['on a canvas', { canvas: { kind: 'exact', width: 150, height: 220 }, fill: 0.8 }],
  ['cropped to the subject', { crop: true, margin: 0.1 }],
] as const)('moves regions with a composed cutout, %s', async (_, change) => {
  const output = { format: 'png', composition: composition(change as Partial<Composition>) };
  await expectOnFace(await finishedOf(output, { isCutout: true }));
});

it.each([
  ['a result of unknown framing', { box: { x: 60, y: 0, width: 56, height: 48 }, madeOf: { width: 90, height: 60 } }],
  ['a part without a face', { box: { x: 24, y: 40, width: 40, height: 30 } }],
])('removes the regions of %s', async (_, result) => {
  const packet = await packetOf(await finishedOf({ format: 'png' }, result));
  expect(packet).toContain('kept');
  expect(packet).not.toMatch(/Ann|Bob|mwg-rs:Region|MP:RegionInfo/);
});

it('moves regions in an export that lays a finished file on a canvas', async () => {
  const source = await finishedOf({ format: 'jpeg' }, { orientation: 6 });
  await expectOnFace(source);
  const rendering = renderingOf(
    outputSchema.parse({ format: 'jpeg', size: { kind: 'exact', width: 160, height: 90 } }),
  );
  const { path } = await makeRendition({ source, rendering, xmp: {}, to, signal });
  await expectOnFace(path);
});

it('states regions of the whole photograph in a Photoshop file with a part of it on top', async () => {
  const box = { x: 60, y: 0, width: 56, height: 48 };
  const text = readFileSync(await finishedOf({ format: 'psd' }, { box })).toString('latin1');
  expect(regionsIn(text)).toEqual(regionsIn(packetWithRegions()));
});

it('removes positions in px and in the numbers of another frame', async () => {
  const output = { format: 'jpeg', size: { kind: 'longest', px: 60 } };
  const scaled = await packetOf(await finishedOf(output));
  const turned = await packetOf(await finishedOf(output, { orientation: 6 }));
  expect(scaled).toMatch(/crs:CropTop>0.1</);
  expect(scaled).toMatch(/GPano:FullPanoWidthPixels>60</);
  expect(scaled).toMatch(/Iptc4xmpExt:ImageRegion/);
  expect(turned).not.toMatch(/crs:CropTop|crs:MaskGroupBasedCorrections|GPano:|ImageRegion/);
  expect(turned).toMatch(/crs:Exposure2012>0.5</);
  for (const packet of [scaled, turned]) expect(packet).not.toMatch(/SubjectArea/);
  const same = await packetOf(await finishedOf({ format: 'jpeg' }));
  expect(same).toMatch(/exif:SubjectArea/);
});

it('keeps a packet as it is if nothing has moved', async () => {
  const packet = await packetOf(await finishedOf({ format: 'png' }));
  expect(regionsIn(packet)).toEqual(regionsIn(packetWithRegions()));
});
