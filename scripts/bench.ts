/**
 * `npm run bench [-- name… --flag…]`: runs the benchmarks of test/bench one after the other, and reports what they
 * measured. Flags go to the benchmarks.
 * A benchmark is a program: test/bench/<name>.bench.ts prints one JSON value to stdout, and what it has to say to stderr.
 * Figures beside a peer's (test/bench/gauge) are told in a line each, beside those of docs/performance.md; everything else as JSON.
 */
import { spawn } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Reading } from '../test/bench/gauge/reading.ts';
import { lastRatios, lineOf } from '../test/bench/gauge/report.ts';
import { projectRoot } from './setup/paths.ts';

type Outcome = { name: string; seconds: number } & ({ result: unknown } | { error: string });

const folder = join(projectRoot, 'test', 'bench');
const ending = '.bench.ts';

/** The names of the benchmarks that are there, of which `wanted` picks by part of the name. */
async function benchmarks(wanted: readonly string[]): Promise<string[]> {
  const files = await readdir(folder).catch(() => [] as string[]);
  const names = files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));
  // A name as a whole before parts of names.
  const exactMatches = names.filter((name) => wanted.includes(name));
  if (exactMatches.length === wanted.length && exactMatches.length > 0) return exactMatches.sort();
  return names.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part))).sort();
}

async function measure(name: string, flags: readonly string[]): Promise<Outcome> {
  const began = performance.now();
  const program = join(folder, `${name}${ending}`);
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const seconds = Math.round(performance.now() - began) / 1000;
  if (code !== 0) return { name, seconds, error: `It ended with code ${code}.` };
  try {
    return { name, seconds, result: JSON.parse(Buffer.concat(chunks).toString()) };
  } catch {
    return { name, seconds, error: 'It did not print one JSON value.' };
  }
}

function isReadings(result: unknown): result is readonly Reading[] {
  return Array.isArray(result) && result.every((each) => typeof each === 'object' && each !== null && 'figure' in each);
}

const flags = process.argv.slice(2).filter((each) => each.startsWith('--'));
const names = await benchmarks(process.argv.slice(2).filter((each) => !each.startsWith('--')));
if (names.length === 0) {
  console.error('There is no such benchmark. Benchmarks:', (await benchmarks([])).join(', ') || 'none');
  process.exitCode = 2;
} else {
  const outcomes: Outcome[] = [];
  for (const name of names) {
    console.error(`Measuring ${name}…`);
    outcomes.push(await measure(name, flags));
  }
  const processors = cpus();
  const report = {
    at: new Date().toISOString(),
    machine: { cpu: processors[0]?.model, cores: processors.length, memoryBytes: totalmem(), node: process.version },
    outcomes,
  };
  const text = JSON.stringify(report, undefined, 2);
  const results = join(projectRoot, 'bench-results');
  await mkdir(results, { recursive: true });
  await writeFile(join(results, `${report.at.replaceAll(':', '-')}.json`), `${text}\n`);
  const last = await lastRatios();
  let isFullyPrinted = true;
  for (const outcome of outcomes) {
    if (!('result' in outcome && isReadings(outcome.result))) isFullyPrinted = false;
    else for (const reading of outcome.result) console.log(lineOf(reading, last.get(reading.figure)));
  }
  if (!isFullyPrinted) console.log(text);
  if (outcomes.some((outcome) => 'error' in outcome)) process.exitCode = 1;
}
