/** The window of a test file on data of its own; closed, and its folder removed, after the last test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { afterAll, afterEach, expect } from 'vitest';
import { useInstantService } from '../service/instant-service.ts';
import type { ScriptedServer } from '../service/scripted-server.ts';
import { type OpenWindow, openWindow } from './window.ts';

interface OpenOptions {
  /** Width and height of the page, in px. */
  readonly size?: readonly [number, number];
  /** Added to this process's environment. */
  readonly env?: NodeJS.ProcessEnv;
}

export interface WindowStage extends OpenWindow {
  /** A temporary folder, with the window's data in `data`. */
  readonly folder: string;
  /** Returns a path in the folder. */
  at(...names: readonly string[]): string;
  id(testId: string): Locator;
  press(...keys: readonly string[]): Promise<void>;
  /** Test id of the focused element. */
  focus(): Promise<string | undefined>;
  /** Goes to a screen by its button, and waits for it. */
  go(screen: string): Promise<void>;
  /** Opens the window, again after it was closed. */
  open(options?: OpenOptions): Promise<void>;
  /** Makes the window send its photographs to `service`. */
  useService(): Promise<void>;
  /** A free service that draws its results at once. */
  readonly service: ScriptedServer;
}

/**
 * Also fails each test in which the page reports an error, unless `mayFail`.
 * @param name part of the folder's name
 */
export function stageWindow(name: string, { mayFail = false } = {}): WindowStage {
  const folder = mkdtempSync(join(tmpdir(), `burnish-${name}-`));
  let current: OpenWindow | undefined;
  let service: ScriptedServer | undefined;
  const opened = () => {
    if (current === undefined) throw new Error('The window has not been opened.');
    return current;
  };
  afterEach(() => {
    if (!mayFail) expect(current?.faults.splice(0) ?? []).toEqual([]);
  });
  afterAll(async () => {
    await current?.app.close().catch(() => undefined);
    await service?.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });

  const id = (testId: string) => opened().page.getByTestId(testId);
  const own = {
    folder,
    at: (...names: readonly string[]) => join(folder, ...names),
    id,
    press: async (...keys: readonly string[]) => {
      for (const key of keys) await opened().page.keyboard.press(key);
    },
    focus: () => opened().page.evaluate<string | undefined>('document.activeElement?.dataset.testid'),
    go: async (screen: string) => {
      await id(`nav-${screen}`).click();
      await id(`screen-${screen}`).waitFor();
    },
    open: async ({ size, env }: OpenOptions = {}) => {
      current = await openWindow(join(folder, 'data'), env);
      if (size) await current.page.setViewportSize({ width: size[0], height: size[1] });
    },
    useService: async () => {
      service = await useInstantService(opened());
    },
    get service() {
      return service;
    },
  };
  return new Proxy(own as WindowStage, {
    get: (target, key) => Reflect.get(key in target ? target : opened(), key),
  });
}
