import { describe, expect, test } from 'vitest';
import { asJpeg, headOf } from '../../helpers/face/closeups.ts';
import { mirrored } from '../../helpers/face/faces.ts';
import { ask, type Findings, findings } from '../../helpers/operation/skin-answers.ts';

/** Each finding as its probability, 0..1. */
function presences({ result }: { result: Findings }): Record<string, number> {
  return Object.fromEntries(
    findings.map((name) => {
      const { value, confidence } = result[name]!;
      return [name, value === 1 ? confidence : 1 - confidence];
    }),
  );
}

function maxDifference(a: Record<string, number>, b: Record<string, number>): number {
  return Math.max(...Object.keys(a).map((name) => Math.abs(a[name]! - b[name]!)));
}

describe('a woman who looks at the camera', async () => {
  const head = await headOf('woman');
  const upload = await asJpeg(head, 95);
  const body = await ask(upload);

  test('gets the same result twice', async () => {
    expect(await ask(upload)).toEqual(body);
  });

  test('gets the same result from a file of lower quality', async () => {
    const again = await ask(await asJpeg(head, 85));
    expect(maxDifference(presences(body), presences(again))).toBeLessThan(0.08);
    expect(again.result.skin_type.skin_type).toBe(body.result.skin_type.skin_type);
  });

  test('in a mirror has her left where her right was', async () => {
    const { result } = await ask(await asJpeg(mirrored(head), 95));
    const swapped: Findings = {
      ...result,
      left_eyelids: result.right_eyelids!,
      right_eyelids: result.left_eyelids!,
      pores_left_cheek: result.pores_right_cheek!,
      pores_right_cheek: result.pores_left_cheek!,
    };
    expect(maxDifference(presences(body), presences({ result: swapped }))).toBeLessThan(0.08);
    expect(swapped.left_eyelids!.value).toBe(body.result.left_eyelids!.value);
  });

  test('gets a warning if she lies on her side', async () => {
    expect((await ask(await asJpeg(await headOf('woman', (image) => image.rotate(70))))).warning).toEqual([
      'imporper_headpose',
    ]);
  });
});
