/**
 * Photographs of 24 and 61 megapixels with 8 and 16 bits from the file to the result by command line: time, and memory above
 * idle. Linux only, because it reads /proc. `--megapixels=24`, `--bits=8` and `--operation=skin` select some.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { burnish } from '../helpers/command/command-line.ts';
import { portrait } from '../helpers/photograph/photographs.ts';
import { flag } from './shared/program.ts';

const bounds = { engine: 1.5 * 2 ** 30, rest: 0.4 * 2 ** 30 };
const engineEntry = join(import.meta.dirname, '../../engine/main.ts');
const operations = {
  'portrait cutout': 'portrait-background-removal',
  skin: 'smart-skin-advanced:smart_skin=on',
  slimming: 'smart-face-slimming',
};
const sides = { 24: [6000, 4000], 61: [9504, 6336] } as const;
const isWanted = (name: string, value: string | number) => (flag(name) ?? String(value)) === String(value);

interface Memory {
  engine: number;
  rest: number;
}

interface Proc {
  readonly pid: number;
  readonly parent: number;
  readonly isEngine: boolean;
  readonly bytes: number;
}

function processes(): Proc[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const field = (key: string) => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
      const isEngine = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(engineEntry);
      return [{ pid: Number(name), parent: field('PPid'), isEngine, bytes: field('VmRSS') * 1024 }];
    } catch {
      // The process has ended.
      return [];
    }
  });
}

/** Returns the resident bytes of `root` and its descendants. */
function memoryOf(root: number): Memory {
  const all = processes();
  const memory: Memory = { engine: 0, rest: 0 };
  const add = ({ pid, isEngine, bytes }: Proc, part: keyof Memory) => {
    const own = isEngine ? 'engine' : part;
    memory[own] += bytes;
    for (const child of all) if (child.parent === pid) add(child, own);
  };
  const first = all.find(({ pid }) => pid === root);
  if (first) add(first, 'rest');
  return memory;
}

async function peakOf(child: ChildProcess, work: Promise<unknown>): Promise<Memory> {
  const peak: Memory = { engine: 0, rest: 0 };
  const timer = setInterval(() => {
    const now = memoryOf(child.pid ?? 0);
    peak.engine = Math.max(peak.engine, now.engine);
    peak.rest = Math.max(peak.rest, now.rest);
  }, 20);
  try {
    await work;
  } finally {
    clearInterval(timer);
  }
  return peak;
}

/** Measures an idle engine, and the `status` command. */
async function idle(folder: string): Promise<Memory> {
  const engine = spawn(process.execPath, [engineEntry, '--data', join(folder, 'idle')], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((resolve) => engine.stdout.once('data', resolve));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const bytes = memoryOf(engine.pid ?? 0).engine;
  engine.kill();
  const status = burnish(['status', '--data', join(folder, 'idle-data')]);
  const { rest } = await peakOf(status.child, status.ended);
  return { engine: bytes, rest };
}

/** Writes an enlarged portrait in Display P3. */
async function photograph(folder: string, megapixels: 24 | 61, bits: 8 | 16): Promise<string> {
  const [width, height] = sides[megapixels];
  const path = join(folder, `${megapixels} MP, ${bits} bits.${bits === 8 ? 'jpg' : 'tif'}`);
  const image = sharp(portrait).resize(width, height, { fit: 'cover', kernel: 'lanczos3' });
  const made =
    bits === 8
      ? image.withIccProfile('p3').jpeg({ quality: 95 })
      : image.toColourspace('rgb16').withIccProfile('p3').tiff({ compression: 'deflate', predictor: 'horizontal' });
  await made.toFile(path);
  return path;
}

async function measure(folder: string, path: string, operation: string, idleMemory: Memory) {
  const name = operation.replace(/\W.*$/, '');
  const out = join(folder, `${name} out`);
  const begun = performance.now();
  const data = join(folder, `${name} data`);
  const command = burnish(['run', path, '--recipe', operation, '--out', out, '--data', data, '--again']);
  const peak = await peakOf(command.child, command.ended);
  const ms = Math.round(performance.now() - begun);
  const { code, err } = await command.ended;
  const result = existsSync(out) ? (await readdir(out))[0] : undefined;
  if (code !== 0 || result === undefined) return { ms, error: `It ended with code ${code}: ${err.slice(-400)}` };
  const facts = await sharp(join(out, result)).metadata();
  const above = { engine: peak.engine - idleMemory.engine, rest: peak.rest - idleMemory.rest };
  await Promise.all([rm(out, { recursive: true }), rm(data, { recursive: true })]);
  return {
    ms,
    megabytesAboveIdle: { engine: Math.round(above.engine / 1e6), rest: Math.round(above.rest / 1e6) },
    isWithin: { engine: above.engine <= bounds.engine, rest: above.rest <= bounds.rest },
    result: `${facts.width} x ${facts.height}, ${facts.depth}, ${facts.format}`,
  };
}

const folder = await mkdtemp(join(tmpdir(), 'burnish-bench-fullsize-'));
try {
  await mkdir(join(folder, 'idle'));
  const idleMemory = await idle(folder);
  const rows: object[] = [];
  for (const megapixels of [24, 61] as const) {
    if (!isWanted('megapixels', megapixels)) continue;
    for (const bits of [8, 16] as const) {
      if (!isWanted('bits', bits)) continue;
      const path = await photograph(folder, megapixels, bits);
      for (const [name, operation] of Object.entries(operations)) {
        if (!isWanted('operation', name)) continue;
        console.error(`${name}, ${megapixels} MP, ${bits} bits…`);
        rows.push({ operation: name, megapixels, bits, ...(await measure(folder, path, operation, idleMemory)) });
      }
      await rm(path);
    }
  }
  const idleMegabytes = { engine: Math.round(idleMemory.engine / 1e6), rest: Math.round(idleMemory.rest / 1e6) };
  console.log(JSON.stringify({ idleMegabytes, rows }));
} finally {
  await rm(folder, { recursive: true, force: true });
}
