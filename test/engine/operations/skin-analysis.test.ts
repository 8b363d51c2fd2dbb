import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { skinAnalysis } from '../../../engine/operations/skin-analysis.ts';
import { asJpeg, headOf } from '../../helpers/face/closeups.ts';
import { callOf, mirrored } from '../../helpers/face/faces.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

type Finding = { value: number; confidence: number };
type Findings = Record<string, Finding>;
type SkinType = { skin_type: number; details: Findings };
type Body = {
  warning: string[];
  face_rectangle: Record<string, number>;
  result: Findings & { skin_type: SkinType & Finding };
};

async function ask(upload: Uint8Array): Promise<Body> {
  const output = await skinAnalysis(callOf('skin-analysis', upload));
  if (output.kind !== 'analysis') throw new Error(`an analysis answers ${output.kind}`);
  return output.body as Body;
}

/** The interface's names. */
const findings = [
  ...['eye_pouch', 'dark_circle', 'forehead_wrinkle', 'crows_feet', 'eye_finelines', 'glabella_wrinkle'],
  ...['nasolabial_fold', 'pores_forehead', 'pores_left_cheek', 'pores_right_cheek', 'pores_jaw', 'blackhead'],
  ...['acne', 'mole', 'skin_spot', 'pores'],
];
const lids = ['left_eyelids', 'right_eyelids'];

/** The largest difference of a finding's probability. */
function maxDifference(a: Findings, b: Findings): number {
  const presence = ({ value, confidence }: Finding) => (value === 1 ? confidence : 1 - confidence);
  return Math.max(...findings.map((name) => Math.abs(presence(a[name]!) - presence(b[name]!))));
}

describe('a woman who looks at the camera', async () => {
  const head = await headOf('woman');
  const upload = await asJpeg(head, 95);
  const body = await ask(upload);

  test('has every field of the interface, numbers as numbers', () => {
    expect(Object.keys(body).sort()).toEqual(['face_rectangle', 'result', 'warning']);
    expect(body.warning).toEqual([]);
    expect(Object.keys(body.result).sort()).toEqual([...lids, ...findings, 'skin_type'].sort());
    for (const name of [...lids, ...findings]) {
      const { value, confidence } = body.result[name]!;
      expect(Object.keys(body.result[name]!).sort()).toEqual(['confidence', 'value']);
      expect(lids.includes(name) ? [0, 1, 2] : [0, 1]).toContain(value);
      expect(confidence).toBeGreaterThanOrEqual(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });

  test('has one skin type of four', () => {
    const { skin_type, details } = body.result.skin_type;
    expect(Object.keys(details)).toEqual(['0', '1', '2', '3']);
    expect(Object.values(details).map(({ value }) => value)).toEqual([0, 1, 2, 3].map((n) => Number(n === skin_type)));
    const confidences = Object.values(details).map(({ confidence }) => confidence);
    expect(confidences.reduce((sum, confidence) => sum + confidence)).toBeCloseTo(1, 1);
    expect(details[skin_type]!.confidence).toBe(Math.max(...confidences));
  });

  test('has a rectangle at her face', () => {
    const { top, left, width, height } = body.face_rectangle as Record<'top' | 'left' | 'width' | 'height', number>;
    expect([top, left, width, height].map((side) => Math.round(side / 20) * 20)).toEqual([120, 100, 220, 260]);
  });

  test('gets the same result from a file of lower quality', { tags: ['long'] }, async () => {
    const { result } = await ask(await asJpeg(head, 85));
    expect(maxDifference(body.result, result)).toBeLessThan(0.08);
    expect(result.skin_type.skin_type).toBe(body.result.skin_type.skin_type);
  });

  test('in a mirror has her left where her right was', { tags: ['long'] }, async () => {
    const { result } = await ask(await asJpeg(mirrored(head), 95));
    const swapped: Findings = {
      ...result,
      pores_left_cheek: result.pores_right_cheek!,
      pores_right_cheek: result.pores_left_cheek!,
    };
    expect(maxDifference(body.result, swapped)).toBeLessThan(0.08);
    expect(result.right_eyelids!.value).toBe(body.result.left_eyelids!.value);
  });

  test('gets a warning if she lies on her side', { tags: ['long'] }, async () => {
    const lying = await asJpeg(await headOf('woman', (image) => image.rotate(70)));
    expect((await ask(lying)).warning).toEqual(['imporper_headpose']);
  });
});

test('a face under 160 px is reported as small and uncertain, but not if it is enlarged', {
  tags: ['long'],
}, async () => {
  const astronaut = await readFile(sample('astronaut'));
  const small = await ask(astronaut);
  expect(small.warning).toEqual([]);
  expect(await skinAnalysis(callOf('skin-analysis', astronaut))).toMatchObject({ hasSmallFace: true });
  const sure = [...JSON.stringify(small.result).matchAll(/"confidence":([\d.]+)/g)].map(([, text]) => Number(text));
  expect(sure.length).toBeGreaterThan(10);
  expect(Math.max(...sure)).toBeLessThan(0.4);
  const large = await sharp(astronaut)
    .extract({ left: 140, top: 20, width: 180, height: 190 })
    .resize({ width: 720 })
    .jpeg({ quality: 95 })
    .toBuffer();
  const { result, warning } = await ask(large);
  expect(warning).toEqual([]);
  // An enlarged face has no additional detail, so no pores are reported.
  expect(result.pores!.value).toBe(0);
});
