/** A real PostgreSQL for the tests of a file, and studios in it that are closed after their test. */
import { join } from 'node:path';
import { beforeAll, onTestFinished } from 'vitest';
import type { Command } from '../command/command-line.ts';
import { squarePicture } from '../photograph/small-photographs.ts';
import { type Behaviour, type ChargingService, startChargingService } from '../service/charging-service.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { openStudioStage, type StudioStage } from './studio-stage.ts';

/** Starts a server for the tests of the calling file; the returned function is for hooks and tests. */
export function postgresForFile(): () => TestPostgres {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
    return () => postgres.close();
  });
  return () => postgres;
}

/** A studio whose stations are commands that send to a paid service. */
export interface CommandStudio extends StudioStage {
  readonly postgres: TestPostgres;
  readonly service: ChargingService;
  /** Starts a station that processes photographs of others. */
  worker(name: string, options?: WorkerOptions): Command;
  /** Starts a station that offers the photographs of a folder, with results in `out`. */
  run(name: string, options?: RunOptions): Command;
  /** Number of jobs that match an SQL condition. */
  count(where: string): Promise<number>;
}

interface WorkerOptions {
  readonly mount?: 0 | 1;
  readonly env?: NodeJS.ProcessEnv;
  /** Further arguments. */
  readonly words?: readonly string[];
}

interface RunOptions {
  readonly folder?: string;
  readonly recipe?: string;
  readonly mount?: 0 | 1;
}

/** Returns a function that opens a studio with the interval of heartbeats and the timeout of a station, in ms. */
export function commandStudios() {
  const postgres = postgresForFile();
  return async (
    lease: { readonly beat: number; readonly lease: number },
    behavior: Partial<Behaviour> = {},
  ): Promise<CommandStudio> => {
    const stage = await openStudioStage(postgres(), lease);
    const service = await startChargingService({ picture: await squarePicture(), ...behavior });
    onTestFinished(async () => {
      await stage.close();
      await service.close();
    });
    const at = ['--service', service.baseUrl];
    return {
      ...stage,
      postgres: postgres(),
      service,
      worker: (name, { mount = 0, env = {}, words = [] } = {}) =>
        stage.station(name, ['worker', ...at, '--key-env', 'KEY', ...words], { mount, env: { KEY: 'secret', ...env } }),
      run(name, { folder = 'in', recipe = 'face-beauty-pro', mount = 0 } = {}) {
        const [from, out] = [folder, 'out'].map((each) => join(stage.mounts[mount], each)) as [string, string];
        return stage.station(name, ['run', from, '--recipe', recipe, '--out', out, ...at, '--json'], { mount });
      },
      count: async (where) => (await stage.rows(`SELECT FROM burnish.jobs WHERE ${where}`)).length,
    };
  };
}
