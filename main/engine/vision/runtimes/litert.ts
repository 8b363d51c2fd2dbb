/**
 * LiteRT (the tflite runtime) under Node, without network: its browser loader is satisfied for as long as it runs, then
 * cleaned up.
 */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';
import { type CompiledModel, loadAndCompile, loadLiteRt, Tensor } from '@litertjs/core';
import { noteLoaded } from './loaded-models.ts';
import { modelsFolder } from './models-folder.ts';

const require = createRequire(import.meta.url);
const models = new Map<string, Promise<CompiledModel>>();
let runtime: Promise<void> | undefined;

/**
 * Runs a .tflite model of the models folder on one image; the model is loaded once per thread and on demand.
 * @param input float32, in the shape [1, size, size, 3] that the model wants
 * @returns the model's first output, flat
 */
export async function runLiteRt(name: string, input: Float32Array, size: number): Promise<Float32Array> {
  const model = await loadedModel(name);
  const tensor = new Tensor(input, [1, size, size, 3]);
  const outputs = await model.run(tensor);
  try {
    // Copied out: the array is a window on the runtime's own memory.
    return Float32Array.from(outputs[0]!.toTypedArray() as Float32Array);
  } finally {
    for (const each of [tensor, ...outputs]) each.delete();
  }
}

function loadedModel(name: string): Promise<CompiledModel> {
  const loaded = models.get(name) ?? load(name);
  models.set(name, loaded);
  // A failed load must not be remembered: the file may be there at the next call.
  loaded.catch(() => models.delete(name));
  return loaded;
}

async function load(name: string): Promise<CompiledModel> {
  runtime ??= startRuntime();
  await runtime;
  const file = new Uint8Array(await readFile(path.join(modelsFolder(), name)));
  const model = await loadAndCompile(file, { accelerator: 'wasm' });
  noteLoaded(name);
  return model;
}

/** The loader expects a browser's worker: `self`, `importScripts`, and the settings of its module in `self.Module`. */
async function startRuntime(): Promise<void> {
  const browser = {
    self: globalThis,
    importScripts: (file: string) => Object.assign(globalThis, { ModuleFactory: evaluate(file) }),
    Module: { print: ignore, printErr: ignore },
    ModuleFactory: undefined,
  };
  const { warn } = console;
  const before = Object.fromEntries(
    Object.keys(browser).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]),
  );
  Object.assign(globalThis, browser);
  // Without a GPU it warns and goes on; there is none here and none is wanted.
  console.warn = ignore;
  try {
    await loadLiteRt(path.join(path.dirname(require.resolve('@litertjs/core')), '..', 'wasm') + path.sep);
  } finally {
    console.warn = warn;
    for (const [name, descriptor] of Object.entries(before)) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}

/** The loader's script is CommonJS, but its package says ES module, so `require` refuses it. */
function evaluate(file: string): unknown {
  const module = { exports: {} as unknown };
  const names = ['require', 'exports', 'module', '__filename', '__dirname'];
  const script = compileFunction(readFileSync(file, 'utf8'), names, { filename: file });
  script(require, module.exports, module, file, path.dirname(file));
  return module.exports;
}

function ignore(): void {}
