/** Measurements and judgments of the engine on a portrait. */
import { readFile } from 'node:fs/promises';
import { createFaceChart } from '../../../engine/vision/analysis/chart/skin-chart.ts';
import { type FaceReport, reportFace } from '../../../engine/vision/analysis/face-report.ts';
import { findMarks, type Mark } from '../../../engine/vision/analysis/findings/skin-marks.ts';
import { findUnderEyes, measurePouches } from '../../../engine/vision/analysis/findings/under-eyes.ts';
import { findWrinkles, measureWrinkles } from '../../../engine/vision/analysis/findings/wrinkles.ts';
import { bandOf, type Rating, rateFace } from '../../../engine/vision/analysis/scores.ts';
import type { CalibratedFinding, SpreadMeasure } from '../../../engine/vision/calibration/calibration.ts';
import type { Finding } from '../../../engine/vision/calibration/finding.ts';
import { readAttributes } from '../../../engine/vision/face/attributes.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { runApart } from '../shared/program.ts';
import { portraitsIn } from './portraits.ts';
import { typologyAngle } from './skin-tone.ts';

export interface Reading {
  readonly name: string;
  /** Values before the calibration; null if hidden. */
  readonly measured: {
    readonly age: number;
    readonly findings: Record<CalibratedFinding, number | null>;
    readonly spread: Record<SpreadMeasure, number | null>;
    /** Individual typology angle of the cheeks, degrees. */
    readonly tone: number | null;
    /** Quality of the photograph for judgments, 0..1. */
    readonly trust: number;
  };
  /** Responses of the operations. */
  readonly said: {
    readonly age: number;
    readonly gender: 'female' | 'male';
    /** Chance of a smile, 0..1. */
    readonly smile: number;
    readonly smileWords: ReturnType<typeof bandOf>;
    readonly findings: Record<CalibratedFinding | Mark, Finding>;
    readonly scores: Rating['scores'];
    readonly overall: number;
    readonly beauty: number;
  };
}

/** Reads the portraits of a folder, in a process of its own. */
export async function readingsIn(folder: string): Promise<Reading[]> {
  const readings: Reading[] = [];
  for (const { name, path } of await portraitsIn(folder)) readings.push(await readingOf(name, path));
  return readings;
}

/** Reads portraits in a process of their own, whose models end with it. */
export const readApart = (folder: string): Promise<Reading[]> => runApart(import.meta.url, readingsIn, [folder]);

async function readingOf(name: string, path: string): Promise<Reading> {
  const photo = await decodePhoto(await readFile(path));
  const [face] = await findFaces(photo, 1);
  if (!face) throw new Error(`no face is found on ${name}`);
  const chart = await createFaceChart(photo, face);
  const report = await reportFace(photo, face);
  const { dark_circle: _, ...underEyes } = findUnderEyes(chart);
  const rating = rateFace(report);
  return {
    name,
    measured: {
      age: (await readAttributes(photo, face.mesh)).age,
      findings: { ...measureWrinkles(chart), eye_pouch: measurePouches(chart) },
      spread: spreadOf(report),
      tone: typologyAngle(chart),
      trust: chart.trust,
    },
    said: {
      age: report.age,
      gender: report.gender.type,
      smile: report.smile.chance,
      smileWords: bandOf(rating.scores.smile),
      findings: { ...findWrinkles(chart), ...underEyes, ...findMarks(chart) },
      scores: rating.scores,
      overall: rating.overall,
      beauty: report.appeal.score,
    },
  };
}

function spreadOf(report: FaceReport): Reading['measured']['spread'] {
  return { ...report.appeal.measures, smile: report.smile.index };
}
