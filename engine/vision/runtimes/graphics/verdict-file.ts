/** Stored verdicts of self-tests, which save a test at each start. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { release } from 'node:os';
import { z } from 'zod';
import { type GraphicsVerdict, graphicsVerdictSchema } from '../../../../contract/services/graphics.ts';
import { type OnnxModel, pathOfModel } from '../onnx-sessions.ts';

/** Verdicts expire, because drivers change without a notice. */
const validMs = 30 * 24 * 3_600_000;

const fileSchema = z.record(
  z.string(),
  z.object({ key: z.string(), testedAt: z.number(), verdict: graphicsVerdictSchema }),
);

export interface VerdictFile {
  find(model: OnnxModel): GraphicsVerdict | undefined;
  save(model: OnnxModel, verdict: GraphicsVerdict): void;
}

/** @param runtime version of ONNX Runtime */
export function openVerdictFile(path: string, runtime: string, now: () => number = Date.now): VerdictFile {
  const entries = new Map(Object.entries(read(path)));

  /** Identifies model file, ONNX Runtime and system. */
  function keyOf(model: OnnxModel): string {
    const file = statSync(pathOfModel(model), { throwIfNoEntry: false });
    return [file?.size, file?.mtimeMs, runtime, process.platform, release()].join(' ');
  }

  return {
    find(model) {
      const entry = entries.get(model);
      const isValid = entry?.key === keyOf(model) && Math.abs(now() - entry.testedAt) < validMs;
      return isValid ? entry.verdict : undefined;
    },
    save(model, verdict) {
      entries.set(model, { key: keyOf(model), testedAt: now(), verdict });
      try {
        writeFileSync(path, JSON.stringify(Object.fromEntries(entries)));
      } catch {
        // Without it, the next start tests again.
      }
    },
  };
}

function read(path: string): z.infer<typeof fileSchema> {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}
