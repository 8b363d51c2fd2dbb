/** Fixture for tests of measuring: real photographs with results, a store, and a scripted engine. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { test as base } from 'vitest';
import { operations } from '../../../contract/operations/table.ts';
import type { BackgroundTask } from '../../../main/review/background/background-work.ts';
import { type BackgroundOptions, measureInBackground } from '../../../main/review/stacks/measure-in-background.ts';
import { createMemoryKeyStore } from '../../../main/service/keys/key-store.ts';
import { createServices, type Services } from '../../../main/service/services.ts';
import { openStore, type Store } from '../../../main/store/index.ts';
import { createManualClock, type ManualClock } from '../run/manual-clock.ts';
import { type ScriptedServer, type Step, startScriptedServer } from '../service/scripted-server.ts';
import { addNewDatabase } from '../store/new-database.ts';
import { paperJob, recipeOf, success } from './queue-stage.ts';

export const analyser = `POST ${operations['face-analyzer-advanced'].path}`;

/** A response with one face whose eyes are this open. */
export const oneFace = (open: number, box = { x: 100, y: 100, width: 200, height: 200 }): Step => ({
  json: {
    ...success,
    image_width: 400,
    image_height: 400,
    face_detail_infos: [
      {
        face_rect: box,
        face_detail_attributes_info: {
          eye: { eye_open: { type: open > 0.5 ? 1 : 0, probability: Math.max(open, 1 - open) } },
        },
      },
    ],
  },
});

export interface MeasuringStage {
  readonly dir: string;
  readonly clock: ManualClock;
  readonly server: ScriptedServer;
  readonly store: Store;
  readonly warnings: string[];
  /** Services that use the scripted server as built-in engine. */
  services(): Services;
  /** Writes a JPEG taken at `takenAt` (ms), adds it and finishes its job. Returns its photograph's id. */
  take(name: string, pixels: Sharp, takenAt?: number | null): Promise<number>;
  /** Adds an unfinished job for a file. Returns the job's id. */
  add(path: string, bytes: Uint8Array): number;
  /** Starts measuring; `wanted` first enables it in the settings. */
  measure(options?: Partial<BackgroundOptions>, wanted?: boolean): BackgroundTask;
  /** Advances time until nothing is being measured. */
  settled(measuring: BackgroundTask): Promise<void>;
  /** Closes and reopens the store, as the next start does. */
  restart(): Promise<void>;
}

/** A capture time as cameras write it, in local time. */
function exifTime(ms: number): { DateTimeOriginal: string; SubSecTimeOriginal: string } {
  const at = new Date(ms);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}:${two(at.getMonth() + 1)}:${two(at.getDate())}`;
  return {
    DateTimeOriginal: `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
    SubSecTimeOriginal: String(ms % 1000).padStart(3, '0'),
  };
}

export const test = base.extend<{ stage: MeasuringStage }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures a fixture needs from this pattern.
  stage: async ({}, use) => {
    const server = await startScriptedServer();
    const dir = mkdtempSync(join(tmpdir(), 'burnish-measuring-'));
    const clock = createManualClock();
    const open = () => openStore({ folder: join(dir, 'data'), now: clock.now });
    addNewDatabase(join(dir, 'data'), clock.now);
    let store = open();
    const begun: BackgroundTask[] = [];
    const warnings: string[] = [];
    const services = () =>
      createServices({
        store,
        keys: createMemoryKeyStore(),
        engine: {
          address: async () => ({ baseUrl: server.baseUrl, apiKey: 'key-0123456789' }),
          condition: { condition: 'ready', message: null },
          endPause: () => undefined,
          stop: async () => undefined,
        },
        onChange: () => undefined,
      });
    const add = (path: string, bytes: Uint8Array): number => {
      const contentHash = createHash('sha256').update(bytes).digest('hex');
      const job = paperJob('', recipeOf('portrait-background-removal'), {
        sourcePath: path,
        contentHash,
        profileId: 'built-in',
      });
      return store.jobs.add({ title: 'Test', origin: 'drop', folderId: null }, [job]).jobIds[0]!;
    };
    await use({
      dir,
      clock,
      server,
      get store() {
        return store;
      },
      warnings,
      services,
      add,
      async take(name, pixels, takenAt = null) {
        await mkdir(join(dir, 'photographs'), { recursive: true });
        const path = join(dir, 'photographs', name);
        const dated =
          takenAt === null ? pixels : pixels.withExif({ IFD0: { Model: 'A camera' }, IFD2: exifTime(takenAt) });
        const bytes = await dated.jpeg({ quality: 92 }).toBuffer();
        await writeFile(path, bytes);
        const jobId = add(path, bytes);
        store.actions.cancel([jobId]);
        return store.jobs.get(jobId)!.photographId!;
      },
      measure(options = {}, wanted = true) {
        if (wanted) store.settings.save({ measureWhenIdle: true });
        const log = { warn: (text: string) => void warnings.push(text) };
        const measuring = measureInBackground({
          store,
          services: services(),
          canRun: () => true,
          clock,
          log,
          ...options,
        });
        begun.push(measuring);
        measuring.check();
        return measuring;
      },
      settled: (measuring) => clock.until(() => !measuring.isAtWork, 'the end of measuring'),
      async restart() {
        for (const measuring of begun.splice(0)) await measuring.stop();
        store.close();
        store = open();
      },
    });
    for (const measuring of begun) await measuring.stop();
    store.close();
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  },
});
