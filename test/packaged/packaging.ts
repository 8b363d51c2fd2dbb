/** Packages the app once for all test files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packageInto } from './packaged-app.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the packaged app. */
    readonly packaged: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'burnish-packaged-'));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  try {
    project.provide('packaged', await packageInto(folder));
  } catch (error) {
    remove();
    throw error;
  }
  return remove;
}
