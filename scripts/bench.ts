/**
 * `npm run bench [-- name… --flag…]`: runs the benchmarks of test/bench one after the other. Each is a program that prints
 * one JSON value; flags are passed on. Figures of the gauge are printed as lines next to docs/performance.md, others as JSON.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { figuresOf } from '../test/bench/gauge/figures.ts';
import { lastRatios, lineOf, type Reading } from '../test/bench/gauge/readings.ts';
import { runNode } from '../test/bench/shared/program.ts';
import { projectRoot } from './setup/paths.ts';

type Outcome = { name: string; seconds: number } & ({ result: unknown } | { error: string });

const folder = join(projectRoot, 'test', 'bench');
const ending = '.bench.ts';

/** Returns the names of all benchmarks, or of those that equal or else contain a wanted word. */
async function benchmarks(wanted: readonly string[]): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(ending));
  const names = [...new Set([...files.map((file) => file.slice(0, -ending.length)), ...Object.keys(figuresOf)])].sort();
  const exactMatches = names.filter((name) => wanted.includes(name));
  if (exactMatches.length === wanted.length && exactMatches.length > 0) return exactMatches;
  return names.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
}

async function measure(name: string, flags: readonly string[]): Promise<Outcome> {
  const startTime = performance.now();
  const seconds = () => Math.round(performance.now() - startTime) / 1000;
  const program = name in figuresOf ? [join(folder, `gauge${ending}`), name] : [join(folder, `${name}${ending}`)];
  try {
    const result = await runNode([...program, ...flags], Number.POSITIVE_INFINITY);
    return { name, seconds: seconds(), result };
  } catch (error) {
    return { name, seconds: seconds(), error: (error as Error).message };
  }
}

function isReadings(result: unknown): result is readonly Reading[] {
  return Array.isArray(result) && result.every((each) => typeof each === 'object' && each !== null && 'figure' in each);
}

const flags = process.argv.slice(2).filter((each) => each.startsWith('--'));
const names = await benchmarks(process.argv.slice(2).filter((each) => !each.startsWith('--')));
if (names.length === 0) {
  console.error('There is no such benchmark. Benchmarks:', (await benchmarks([])).join(', '));
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
  const values = outcomes.map((outcome) => ('result' in outcome ? outcome.result : undefined));
  for (const readings of values.filter(isReadings)) {
    for (const reading of readings) console.log(lineOf(reading, last.get(reading.figure)));
  }
  if (!values.every(isReadings)) console.log(text);
  if (outcomes.some((outcome) => 'error' in outcome)) process.exitCode = 1;
}
