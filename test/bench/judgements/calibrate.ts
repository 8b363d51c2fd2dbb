/**
 * Fits the engine's judgements to portraits whose answers are known: `node test/bench/judgements/calibrate.ts FOLDER` writes
 * engine/vision/calibration/portraits.ts. The fit of a measure does not hang on what is there already, so one run is enough.
 */
import { writeFile } from 'node:fs/promises';
import { answerOf } from '../quality/child.ts';
import { calibrationOf, moduleOf } from './calibration-of.ts';
import { portraitsIn } from './portraits.ts';
import type { Reading } from './reading.ts';

const patienceMs = 60 * 60_000;

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder of the portraits, with its people.csv.');
const portraits = await portraitsIn(folder);
const readings = await answerOf<Reading[]>(new URL('./read.ts', import.meta.url), [folder], patienceMs);
const target = new URL('../../../engine/vision/calibration/portraits.ts', import.meta.url);
await writeFile(target, moduleOf(calibrationOf(portraits, readings)));
