/**
 * Fits the engine's judgments to labeled portraits: `node test/bench/judgements/calibrate.ts FOLDER` writes
 * engine/vision/calibration/portraits.ts. The result does not depend on the current calibration, so one run is enough.
 */
import { writeFile } from 'node:fs/promises';
import { calibrationOf, moduleOf } from './calibration-of.ts';
import { portraitsIn } from './portraits.ts';
import { readApart } from './reading.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder of the portraits, with its people.csv.');
const portraits = await portraitsIn(folder);
const readings = await readApart(folder);
const target = new URL('../../../engine/vision/calibration/portraits.ts', import.meta.url);
await writeFile(target, moduleOf(calibrationOf(portraits, readings)));
